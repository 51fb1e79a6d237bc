import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignText, printable, widthOf } from './text-table.ts';

test('Japanese takes two cells a character, so that columns stay straight', () => {
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

test('nothing that a server sends steers the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(alignText([[text, 'x']])).not.toMatch(/\p{Cc}/u);
    }),
  );
  expect(printable('\u001b[2Jgone')).toBe(' [2Jgone');
});
