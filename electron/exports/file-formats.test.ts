import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportFormat } from '#shared/bridge/exports.ts';
import { FILE_FORMATS, type Page } from './file-formats.ts';
import type { JsonField } from './json.ts';

const ODD = '"odd"\n';
const FIELDS: readonly JsonField[] = [
  { name: 'racekey', type: 'S' },
  { name: 'headcount', type: 'I' },
  { name: ODD, type: 'N?' },
];

function written(format: ExportFormat, pages: readonly Page[]): string {
  const { head, page, tail } = FILE_FORMATS[format];
  const body = pages.map((cells, index) => page(cells, FIELDS, index === 0)).join('');
  return head(FIELDS.map((field) => field.name)) + body + tail(pages.length === 0);
}

const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('', '東京', '07', '+ 4', '\u2028')));
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
const number = fc.option(fc.oneof(fc.integer().map(String), double.map(String)));
const row = fc.tuple(text, number, number);
const pages = fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { maxLength: 3 });
const byColumn = (rows: readonly (readonly (string | null)[])[]): Page =>
  FIELDS.map((_, column) => rows.map((cells) => cells[column] ?? null));
const record = ([racekey, headcount, odd]: readonly (string | null | undefined)[]) => ({
  racekey,
  headcount: headcount == null ? null : Number(headcount),
  [ODD]: odd == null ? null : Number(odd),
});

test('JSON, and JSON by lines, read back as the records: text as text, numbers as numbers', () => {
  fc.assert(
    fc.property(pages, (paged) => {
      const cells = paged.map(byColumn);
      const records = paged.flat().map(record);
      expect(JSON.parse(written('json', cells))).toEqual(records);
      const lines = written('ndjson', cells).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(records);
    }),
  );
});

test('a value that is no number stays text in a column of numbers', () => {
  for (const value of ['07', '+ 4', '1.', '', 'NaN', '東京']) {
    expect(JSON.parse(written('json', [[['k'], [value], [null]]]))).toEqual([
      { racekey: 'k', headcount: value, [ODD]: null },
    ]);
  }
});

test('no records are an empty list, no lines, or a header alone', () => {
  expect(written('json', [])).toBe('[]\n');
  expect(written('ndjson', [])).toBe('');
  expect(written('tsv', [])).toBe('racekey\theadcount\t"""odd""\n"\n');
});
