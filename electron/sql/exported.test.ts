// A result of SQL in every format and form, read back: values of all of DuckDB's types, and names that repeat.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workbook } from '@cj-tech-master/excelts';
import { DuckDBInstance, DuckDBTimestampValue } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORT_FORMATS, type ExportFormat } from '#shared/bridge/export-formats.ts';
import { EXPORT_FORMS, type ExportForm } from '#shared/bridge/export-forms.ts';
import { createFolderDestination } from '../exports/destination.ts';
import { Exports } from '../exports/exports.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { threeDays } from '../testing/three-days.ts';

let core: Core;
let folder = '';
beforeAll(async () => {
  core = await openCore(threeDays());
  folder = await mkdtemp(join(tmpdir(), 'railbird-sql-exports-'));
});
afterAll(async () => {
  await core.close();
  await rm(folder, { recursive: true, force: true });
});

const openSql = (sql: string) => core.results.open({ kind: 'sql', sql });

/** What a value is in a file of each form: one text, if it is the same in all. */
type Written = string | Readonly<Record<ExportForm, string | null>>;

/** A whole number that no double holds has no value in a file of values, which counts it; its digits are elsewhere. */
const withoutValue = (text: string): Written => ({ delivered: text, shown: text, values: null });

const VALUES: readonly (readonly [sql: string, written: Written])[] = [
  ['7::bigint', '7'],
  ['9007199254740993::bigint', withoutValue('9007199254740993')],
  ['(2::hugeint ** 100)::hugeint', withoutValue('1267650600228229401496703205376')],
  ['sum(3)', '3'],
  ['12345678901234567.89::decimal(38, 2)', withoutValue('12345678901234567.89')],
  ['123456789012.3456::decimal(38, 4)', { delivered: '123456789012.3456', shown: '123456789012.3456', values: '123456789012.3456' }],
  ['1.50::decimal(4, 2)', { delivered: '1.50', shown: '1.50', values: '1.5' }],
  ['2 / 3', { delivered: '0.6666666666666666', shown: '0.666667', values: '0.6666666666666666' }],
  ['1e-5::double', '0.00001'],
  ['-1.5e-7::double', { delivered: '-0.00000015', shown: '-1.5e-7', values: '-1.5e-7' }],
  ['1e20::double', '100000000000000000000'],
  ["'inf'::double", withoutValue('inf')],
  ['1.5::float', '1.5'],
  ["'=1+1'", '=1+1'],
  ["'007'", '007'],
  ["'東京, \"競馬\"'", '東京, "競馬"'],
  ["' 馬 '", { delivered: ' 馬 ', shown: '馬', values: ' 馬 ' }],
  ["e'a\\tb\\nc'", 'a\tb\nc'],
  ['[1, 2, null]', '[1, 2, NULL]'],
  ["{'a': 1, 'b': 'x'}", "{'a': 1, 'b': x}"],
  ["map {'k': 1}", '{k=1}'],
  ['interval 3 days', '3 days'],
  ["timestamp '2026-11-15 01:02:03.456'", { delivered: '2026-11-15 01:02:03.456', shown: '2026-11-15 01:02:03.456', values: '2026-11-15T01:02:03.456Z' }],
  ["timestamptz '2026-11-15 01:02:03+09'", '2026-11-14 16:02:03+00'],
  ["time '01:02:03'", '01:02:03'],
  ["date '2026-11-15'", { delivered: '20261115', shown: '2026-11-15 (Sun)', values: '2026-11-15' }],
  ['true', 'true'],
  ["'\\xAA'::blob", '\\xAA'],
  ["uuid '00000000-0000-0000-0000-000000000001'", '00000000-0000-0000-0000-000000000001'],
]; // prettier-ignore

/** Every second column has the same name. */
const SQL = `select ${VALUES.map(([sql], at) => `${sql} as ${at % 2 === 0 ? 'same' : `"c ${at}"`}`).join(', ')}
  union all select ${VALUES.map(() => 'null').join(', ')}`;

/** The rows after the header, each cell as text. */
const READERS: Readonly<Record<ExportFormat, (path: string) => Promise<unknown[][]>>> = {
  csv: async (path) => separated(await readFile(path, 'utf8'), ','),
  tsv: async (path) => separated(await readFile(path, 'utf8'), '\t'),
  json: async (path) => recordsIn(await readFile(path, 'utf8')),
  ndjson: async (path) => (await readFile(path, 'utf8')).trimEnd().split('\n').flatMap((line) => recordsIn(`[${line}]`)),
  xlsx: async (path) => {
    const book = new Workbook();
    await book.xlsx.load(await readFile(path));
    return [2, 3].map((row) => VALUES.map((_, at) => book.worksheets[0]?.getRow(row).getCell(at + 1).value));
  },
  parquet: async (path) => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(`from '${path}'`)).getRows();
    instance.closeSync();
    return rows;
  },
}; // prettier-ignore

function separated(text: string, delimiter: string): unknown[][] {
  const [, ...rows]: string[][] = parse(text, { delimiter });
  return rows.map((cells) => cells.map((cell) => (cell === '' ? null : cell)));
}

/** Numbers as they are written: JavaScript would round them. */
function recordsIn(text: string): unknown[][] {
  const digits = (_: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' ? source : value;
  const records = JSON.parse(text, digits as (key: string, value: unknown) => unknown) as object[];
  return records.map(Object.values);
}

/** A spreadsheet's times are those of its first day. */
function textOf(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof DuckDBTimestampValue) return `${String(cell).replace(' ', 'T')}Z`;
  if (!(cell instanceof Date)) return String(cell);
  const [day = '', time = ''] = cell.toISOString().split('T');
  if (day === '1899-12-30') return time.slice(0, 8);
  return time.startsWith('00:00:00') ? day : `${day}T${time}`;
}

test.each(EXPORT_FORMATS.flatMap((format) => EXPORT_FORMS.map((form) => ({ format, form }))))(
  '$format, $form',
  async ({ format, form }) => {
    const result = await openSql(SQL);
    const columns = result.columns.map(({ name }) => name);
    expect(new Set(columns).size).toBe(VALUES.length);
    const exports = new Exports({
      results: { ...core.results, get: () => result },
      destination: createFolderDestination(folder),
      now: () => 0,
      newId: () => 'e',
    });
    const events = await Array.fromAsync(
      exports.watch(exports.start({ resultId: 'r', columns, format, form, header: 'name', language: 'en' })),
    );
    const done = events.at(-1);
    if (done?.type !== 'done') throw new Error(`ended with ${JSON.stringify(done)}`);
    expect(done).toMatchObject({ records: 2, complete: true, unreadable: form === 'values' ? 4 : 0 });
    const manifest: unknown = JSON.parse(await readFile(`${done.path}.manifest.json`, 'utf8'));
    expect(manifest).toMatchObject({ query: { source: { kind: 'sql', sql: SQL } } });
    const [filled, empty] = (await READERS[format](done.path)).map((row) => row.map(textOf));
    expect(filled).toEqual(
      VALUES.map(([, written]) => (typeof written === 'string' ? written : written[form])),
    );
    expect(empty).toEqual(VALUES.map(() => null));
  },
);

test('numbers are written without an exponent, digit by digit', async () => {
  const doubles = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0));
  const numbers = fc.sample(doubles, 300);
  const list = numbers.map((value) => `'${value}'::double`).join(', ');
  const result = await openSql(`select unnest([${list}]) as n`);
  const [texts] = await result.cells(['n'], 0, numbers.length);
  expect(texts?.map(Number)).toEqual(numbers);
  expect(texts?.filter((text) => !/^-?\d+(\.\d+)?$/.test(text ?? ''))).toEqual([]);
});
