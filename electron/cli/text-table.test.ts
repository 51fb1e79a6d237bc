import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignText, harmless, listed, printable, widthOf } from './text-table.ts';

test('a Japanese character takes two cells, so columns stay aligned', () => {
  expect(widthOf('東京')).toBe(4);
  expect(widthOf('ｱｲ')).toBe(2);
  expect(
    alignText(
      [
        ['東京', '1'],
        ['Kyoto', '12'],
      ],
      ['left', 'right'],
    ),
  ).toBe('東京    1\nKyoto  12');
});

test('nothing that a server sends controls the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(alignText([[text, 'x']])).not.toMatch(/\p{Cc}/u);
    }),
  );
  expect(printable('\u001b[2Jgone')).toBe(' [2Jgone');
});

test('printed text keeps its line breaks and tabs, and no other control characters', () => {
  expect(harmless('a,b\r\nc\td\u001b[31m\u009b2J\u0007')).toBe('a,b\r\nc\td [31m 2J ');
});

test('many names take as many lines as they need', () => {
  const names = Array.from({ length: 40 }, (_, at) => `column_${at}`);
  const lines = listed(names).split('\n');
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.every((line) => widthOf(line) <= 110)).toBe(true);
  expect(lines.join(' ').split(', ')).toEqual(names);
});
