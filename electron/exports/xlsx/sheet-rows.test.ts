import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from '#shared/exports/typed-value.ts';
import { sheetPage } from '../csv.ts';
import { LONGEST_CELL, lettersOf, SheetRows, type SheetColumn } from './sheet-rows.ts';

const TEXT: SheetColumn = { value: 'text', style: 0 };

/** The XML of records, given in pieces of so many bytes. */
function xmlOf(columns: readonly SheetColumn[], rows: readonly (readonly Cell[])[], pieceBytes = 1 << 20) {
  const sheet = new SheetRows(columns, 1000);
  const bytes = Buffer.from(sheetPage(columns.map((_, column) => rows.map((row) => row[column] ?? null))));
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // The archive's pieces are overwritten.
    const piece = Buffer.from(bytes.subarray(at, at + pieceBytes));
    pieces.push(...sheet.add(piece));
    piece.fill(0);
  }
  expect(sheet.count).toBe(rows.length);
  return Buffer.concat(pieces).toString();
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** As a spreadsheet reads it. */
const decoded = (xml: string): string =>
  xml
    .replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? '?')
    .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function cellsOf(xml: string): Map<string, string> {
  const cells = xml.matchAll(
    /<c r="([A-Z]+\d+)" t="inlineStr"><is><t(?: xml:space="preserve")?>([^<]*)<\/t>/g,
  );
  return new Map([...cells].map(([, place = '', text = '']) => [place, decoded(text)]));
}

const part = fc.constantFrom(
  'a',
  '0',
  '_',
  '_x0041',
  '_x0041_',
  'x',
  '"',
  '""',
  '\t',
  '\n',
  '\r',
  ' ',
  '\u3000',
  '&',
  '<',
  '>',
  '東',
  '𠮷',
  '\u0001',
  '\u001f',
  '\u007f',
  '\ufffe',
  '\uffff',
  '\uffee',
  '\ufeff',
  '\ue000',
  '-',
  '=1+1',
);
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));

test('texts of any characters, in pieces that end anywhere, are read as they were', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.array(fc.option(text), { minLength: 4, maxLength: 4 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      (width, rows, pieceBytes) => {
        const columns = Array.from({ length: width }, () => TEXT);
        const xml = xmlOf(columns, rows, pieceBytes);
        expect(xml).toBe(xmlOf(columns, rows));
        // Nothing that XML cannot hold, and no CR, which its readers make a line feed.
        expect(xml).not.toMatch(/[^\t\n\u0020-\ufffd]|[\r\ufffe\uffff]/);
        const expected = rows.flatMap((row, at) =>
          row
            .slice(0, width)
            .flatMap((cell, column) =>
              cell === null ? [] : [[`${lettersOf(column)}${at + 2}`, cell] as const],
            ),
        );
        expect([...cellsOf(xml)]).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

test('columns are A to Z, AA to ZZ and AAA', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(lettersOf)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
});

test('values are numbers and yes or no; a date before March 1900, and what is no number, stay text', () => {
  const columns: SheetColumn[] = [
    { value: 'number', style: 2 },
    { value: 'boolean', style: 0 },
    { value: 'date', style: 3 },
    { value: 'timestamp', style: 4 },
    { value: 'time', style: 5 },
    { style: 6 },
  ];
  const xml = xmlOf(columns, [
    [111.7, true, '2026-11-14', '2026-11-14T12:00:00.000Z', '06:00:00', '1.50'],
    [-3, false, '1900-02-28', null, null, '07'],
  ]);
  expect(xml).toBe(
    '<row r="2"><c r="A2" s="2"><v>111.7</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" s="3"><v>46340</v></c>' +
      '<c r="D2" s="4"><v>46340.5</v></c><c r="E2" s="5"><v>0.25</v></c><c r="F2" s="6"><v>1.5</v></c></row>' +
      '<row r="3"><c r="A3" s="2"><v>-3</v></c><c r="B3" t="b"><v>0</v></c>' +
      '<c r="C3" s="3" t="inlineStr"><is><t>1900-02-28</t></is></c>' +
      '<c r="F3" s="6" t="inlineStr"><is><t>07</t></is></c></row>',
  );
});

test('a record is as wide as the columns, and a piece of one, or fewer than were given, are an error', () => {
  const sheetOf = (records: string) => {
    const sheet = new SheetRows([TEXT, TEXT], 0);
    sheet.add(Buffer.from(records));
    return sheet;
  };
  for (const record of ['a\n', 'a\tb\t\n', '\n']) expect(() => sheetOf(record)).toThrow('2 columns');
  sheetOf('a\tb\n\t\n').end(2);
  expect(() => sheetOf('a\tb\n').end(2)).toThrow('1 of 2 records');
  expect(() => sheetOf('a\tb\nc').end(1)).toThrow('1 more bytes');
});

test('the longest text that a cell holds is counted in UTF-16 units and not in bytes', () => {
  const longest = '東'.repeat(LONGEST_CELL);
  expect(cellsOf(xmlOf([TEXT], [[longest]])).get('A2')).toBe(longest);
  expect(() => xmlOf([TEXT], [[`${longest}a`]])).toThrow(
    expect.objectContaining({
      code: 'CELL_TOO_LONG',
      values: { most: LONGEST_CELL, length: LONGEST_CELL + 1 },
    }),
  );
});

test('the widths of the first rows count Japanese characters twice', () => {
  const sheet = new SheetRows([TEXT, TEXT], 2);
  sheet.add(Buffer.from('東京\tab\n\t"a""b"\nlonger than\t\n'));
  expect(sheet.widths).toEqual([4, 3]);
});
