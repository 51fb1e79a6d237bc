import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvCell, csvLine, csvPage, sheetPage, tsvPage } from './csv.ts';

test('null is nothing and an empty string is ""', () => {
  expect(csvLine([null, '', 'a', null])).toBe(',"",a,\r\n');
});

test('a record of one null is written as "", since readers skip empty lines; in a sheet it is no cell', () => {
  const column = [['a', null, '', 'b']];
  expect(csvPage(column)).toBe('a\r\n""\r\n""\r\nb\r\n');
  expect(parse(csvPage(column), { skip_empty_lines: true })).toHaveLength(4);
  expect(tsvPage(column)).toBe('a\n""\n""\nb\n');
  expect(sheetPage(column)).toBe('a\n\n""\nb\n');
});

test('only values that a reader would split are quoted', () => {
  expect(csvCell('-3')).toBe('-3');
  expect(csvCell('=A1')).toBe('=A1');
  expect(csvCell(' 01 ')).toBe(' 01 ');
  expect(csvCell('a,b')).toBe('"a,b"');
  expect(csvCell('say "hi"')).toBe('"say ""hi"""');
  expect(csvCell('two\nlines')).toBe('"two\nlines"');
  expect(csvCell('two\rlines')).toBe('"two\rlines"');
});

const value = fc.oneof(
  fc.constantFrom(null, '', '"', '""', ',', '\n', '\r', '\r\n', ' ', '\t', '=1+1', '-3', '東京', '\u{1F40E}'),
  fc.string({ unit: 'binary' }),
  fc.string(),
);
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );
const transposed = (rows: (string | null)[][]) =>
  (rows[0] ?? []).map((_, c) => rows.map((row) => row[c] ?? null));
/** Readers do not distinguish null from the empty string. */
const asRead = (rows: (string | null)[][]) => rows.map((row) => row.map((cell) => cell ?? ''));

test('csv-parse and Papa Parse read back what was written', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = csvPage(transposed(rows));
      expect(parse(text, { record_delimiter: '\r\n' })).toEqual(asRead(rows));
      const papa = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' });
      expect(papa.errors).toEqual([]);
      expect(papa.data.slice(0, -1)).toEqual(asRead(rows));
    }),
  );
});

test('with tabs, csv-parse reads back what was written, and lines end with LF', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = tsvPage(transposed(rows));
      expect(parse(text, { delimiter: '\t', record_delimiter: '\n' })).toEqual(asRead(rows));
    }),
  );
  expect(tsvPage([['a'], [null], ['b,c']])).toBe('a\t\tb,c\n');
});
