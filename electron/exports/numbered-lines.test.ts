// Lines with their places in front come out in order, whole and without the places.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CSV, csvPage } from './csv.ts';
import { linesInOrder, type NumberedLinesOptions } from './numbered-lines.ts';

const read = (text: string, options: NumberedLinesOptions): string =>
  Array.from(linesInOrder(Buffer.from(text), options), (piece) => Buffer.from(piece).toString()).join('');

const cell = fc.oneof(
  fc.constantFrom(null, '', '0,1', '"', '\r\n', '7\n8,', '東京'),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '1', 'é') }),
);

test('records with line ends within quotes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }).chain((rows) =>
        fc.record({
          rows: fc.constant(rows),
          places: fc.shuffledSubarray([...rows.keys()], { minLength: rows.length }),
        }),
      ),
      ({ rows, places }) => {
        const records = rows.map(([first, second]) => csvPage([[first], [second]]));
        const numbered = places.map((place) => `${place}${CSV.delimiter}${records[place] ?? ''}`).join('');
        expect(read(numbered, { rows: rows.length, isQuoted: true })).toBe(records.join(''));
      },
    ),
  );
});

test('lines with quotes that mean nothing, without what is too much at the end', () => {
  expect(read('1\u0001"b,\n0\u0001"a",\n2\u0001c,\n', { rows: 3, isQuoted: false, excess: 2 })).toBe(
    '"a",\n"b,\nc',
  );
});

test('a line that is longer than a piece', () => {
  const long = 'x'.repeat(3 << 20);
  expect(read(`1,a\n0,${long}\n2,b\n`, { rows: 3, isQuoted: true })).toBe(`${long}\na\nb\n`);
});
