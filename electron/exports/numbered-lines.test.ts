// Lines in any order come out in theirs, whole and without numbers, however the bytes are cut.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CSV, csvPage } from './csv.ts';
import { LineSorter, type LinesOptions } from './numbered-lines.ts';

async function read(text: string, options: LinesOptions, pieceBytes = 7, sorter = new LineSorter()) {
  const bytes = Buffer.from(text);
  const pieces = (async function* () {
    const piece = Buffer.alloc(pieceBytes);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const part = bytes.subarray(at, at + pieceBytes);
      // As when a file is read: the next one takes its place.
      piece.set(part);
      yield piece.subarray(0, part.length);
    }
  })();
  const sorted = await Array.fromAsync(sorter.inOrder(pieces, options), (piece) => Buffer.from(piece));
  return Buffer.concat(sorted).toString();
}

const cell = fc.oneof(
  fc.constantFrom(null, '', '0,1', '"', '\r\n', '7\n8,', '東京'),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '1', 'é') }),
);

/** Records, and the places of the lines as they come: in no order, or in order but for some. */
const shuffled = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }).chain((rows) => {
  const places = [...rows.keys()];
  return fc.record({
    records: fc.constant(rows.map(([first, second]) => csvPage([[first], [second]]))),
    places: fc.oneof(
      fc.shuffledSubarray(places, { minLength: rows.length }),
      fc.nat(rows.length).map((at) => [...places.slice(0, at), ...places.slice(at).toReversed()]),
      fc.nat(rows.length).map((at) => [...places.slice(0, at).toReversed(), ...places.slice(at)]),
    ),
    pieceBytes: fc.integer({ min: 1, max: 40 }),
  });
});

test('numbered records with line ends within quotes, in any order', async () => {
  const sorter = new LineSorter();
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ records, places, pieceBytes }) => {
      const rows = records.length;
      const numbered = places.map((place) => `${place}${CSV.delimiter}${records[place] ?? ''}`).join('');
      const options = { rows, isNumbered: true, isQuoted: true };
      expect(await read(numbered, options, pieceBytes, sorter)).toBe(records.join(''));
    }),
  );
});

test('records that are only counted, and whose places are given', async () => {
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ records, places, pieceBytes }) => {
      const lines = places.map((place) => records[place] ?? '').join('');
      const options = {
        rows: records.length,
        isNumbered: false,
        places: Int32Array.from(places),
        isQuoted: true,
      };
      expect(await read(lines, options, pieceBytes)).toBe(records.join(''));
    }),
  );
});

test('records whose numbers stand for other places', async () => {
  const options = { rows: 3, isNumbered: true, places: Int32Array.of(2, 0, 1), isQuoted: true };
  expect(await read('1,b\n0,a\n2,c\n', options)).toBe('b\nc\na\n');
});

test('lines with quotes that mean nothing, without what is too much at the end', async () => {
  const options = { rows: 3, isNumbered: true, isQuoted: false, excess: 2 };
  expect(await read('1\u0001"b,\n0\u0001"a",\n2\u0001c,\n', options)).toBe('"a",\n"b,\nc');
});

test('a line that is longer than a piece', async () => {
  const long = 'x'.repeat(3 << 20);
  const options = { rows: 3, isNumbered: true, isQuoted: true };
  expect(await read(`1,a\n0,${long}\n2,b\n`, options, 1 << 20)).toBe(`${long}\na\nb\n`);
});

test('only lines that wait for another are in memory', async () => {
  const line = `${'x'.repeat(99)}\n`;
  const places = Int32Array.from({ length: 1000 }, (_, place) => (place % 2 === 0 ? place + 1 : place - 1));
  const options = { rows: 1000, isNumbered: false, places, isQuoted: true };
  const sorter = new LineSorter();
  expect(await read(line.repeat(1000), options, 1000, sorter)).toBe(line.repeat(1000));
  expect(sorter.mostWaiting).toBeLessThan(300);
});

test('fewer lines than there should be are an error', async () => {
  await expect(read('1,a\n', { rows: 2, isNumbered: true, isQuoted: true })).rejects.toThrow('fewer rows');
  await expect(read('0,a\n', { rows: 2, isNumbered: true, isQuoted: true })).rejects.toThrow('fewer rows');
  await expect(read('2,a\n', { rows: 2, isNumbered: true, isQuoted: true })).rejects.toThrow('not asked for');
});
