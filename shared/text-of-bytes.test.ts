import { expect, it } from 'vitest';
import { textOfBytes } from './text-of-bytes.ts';

it('a file is read in UTF-8, UTF-16 and code page 932', () => {
  // 単勝 in each.
  expect(textOfBytes(Uint8Array.of(0xe5, 0x8d, 0x98, 0xe5, 0x8b, 0x9d))).toBe('単勝');
  expect(textOfBytes(Uint8Array.of(0x92, 0x50, 0x8f, 0x9f))).toBe('単勝');
  expect(textOfBytes(Uint8Array.of(0xff, 0xfe, 0x58, 0x53, 0xdd, 0x52))).toBe('単勝');
});

it('a damaged byte costs one character of UTF-8, not all others', () => {
  // 単勝 with a damaged first byte, in quotes, and again.
  const bytes = Uint8Array.of(
    0x22,
    0xff,
    0x8d,
    0x98,
    0xe5,
    0x8b,
    0x9d,
    0x22,
    0xe5,
    0x8d,
    0x98,
    0xe5,
    0x8b,
    0x9d,
  );
  expect(textOfBytes(bytes)).toContain('勝"単勝');
});
