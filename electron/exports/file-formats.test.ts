import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import type { CellPage, FileField } from './file-format.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { WorkFolder } from './work-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-formats-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const ODD = '"odd"\n';
const FIELDS: readonly FileField[] = [
  { name: 'racekey', type: 'S' },
  { name: 'headcount', type: 'I' },
  { name: ODD, type: 'N?' },
];

async function write(format: ExportFormat, pages: readonly CellPage[]): Promise<Buffer> {
  const chunks: (string | Uint8Array)[] = [];
  const header = FIELDS.map((field) => field.name);
  const file = await FILE_FORMATS[format].begin({
    fields: FIELDS,
    header,
    work: new WorkFolder(folder),
    signal: new AbortController().signal,
    write: async (chunk) => void chunks.push(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk)),
  });
  for (const cells of pages) await file.page(cells);
  await file.end();
  await file.release();
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
}

const written = async (format: ExportFormat, pages: readonly CellPage[]): Promise<string> =>
  (await write(format, pages)).toString('utf8');

const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('', '東京', '07', '+ 4', '\u2028')));
const double = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value)));
const number = fc.option(fc.oneof(fc.integer().map(String), double.map(String)));
const row = fc.tuple(text, number, number);
const pages = fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { maxLength: 3 });
const byColumn = (rows: readonly (readonly (string | null)[])[]): CellPage =>
  FIELDS.map((_, column) => rows.map((cells) => cells[column] ?? null));
const record = ([racekey, headcount, odd]: readonly (string | null | undefined)[]) => ({
  racekey,
  headcount: headcount == null ? null : Number(headcount),
  [ODD]: odd == null ? null : Number(odd),
});

test('JSON and JSON lines read back as the records: text as text, numbers as numbers', async () => {
  await fc.assert(
    fc.asyncProperty(pages, async (paged) => {
      const cells = paged.map(byColumn);
      const records = paged.flat().map(record);
      expect(JSON.parse(await written('json', cells))).toEqual(records);
      const lines = (await written('ndjson', cells)).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(records);
    }),
  );
});

test('a value that is not a number stays text in a column of numbers', async () => {
  for (const value of ['07', '+ 4', '1.', '', 'NaN', '東京']) {
    expect(JSON.parse(await written('json', [[['k'], [value], [null]]]))).toEqual([
      { racekey: 'k', headcount: value, [ODD]: null },
    ]);
  }
});

test('no records are an empty list, no lines, or a header alone', async () => {
  expect(await written('json', [])).toBe('[]\n');
  expect(await written('ndjson', [])).toBe('');
  expect(await written('tsv', [])).toBe('racekey\theadcount\t"""odd""\n"\n');
});

/** Reads with DuckDB, whose Parquet reader stands for the others. */
async function readParquet(bytes: Buffer) {
  const path = join(folder, 'read.parquet');
  await writeFile(path, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const answer = await connection.runAndReadAll(`from '${path}'`);
    return {
      names: answer.columnNames(),
      types: answer.columnTypes().map(String),
      rows: answer.getRowsJS(),
    };
  } finally {
    instance.closeSync();
  }
}

test('Parquet has equal rows in the same order, and distinguishes null from the empty text', async () => {
  await fc.assert(
    fc.asyncProperty(pages, async (paged) => {
      const { rows, names } = await readParquet(await write('parquet', paged.map(byColumn)));
      expect(names).toEqual(FIELDS.map(({ name }) => name));
      const plain = rows.map(([racekey, ...numbers]) => [
        racekey,
        ...numbers.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
      ]);
      expect(plain).toEqual(
        paged
          .flat()
          .map(([racekey, ...numbers]) => [
            racekey?.toWellFormed() ?? null,
            ...numbers.map((value) => (value === null ? null : Number(value))),
          ]),
      );
    }),
    { numRuns: 25 },
  );
});

test('a column is numeric in Parquet only if each of its values is written as a number', async () => {
  const typesOf = async (headcount: string, odd: string) =>
    (
      await readParquet(
        await write('parquet', [
          [
            ['k', 'l'],
            [headcount, null],
            ['1', odd],
          ],
        ]),
      )
    ).types;
  expect(await typesOf('12', '2.5')).toEqual(['VARCHAR', 'BIGINT', 'DOUBLE']);
  expect(await typesOf('12.5', '2')).toEqual(['VARCHAR', 'DOUBLE', 'DOUBLE']);
  expect(await typesOf('9007199254740993', '')).toEqual(['VARCHAR', 'VARCHAR', 'VARCHAR']);
  const { types, rows } = await readParquet(await write('parquet', [[['k'], ['07'], ['+ 4']]]));
  expect([types, rows]).toEqual([['VARCHAR', 'VARCHAR', 'VARCHAR'], [['k', '07', '+ 4']]]);
});

test('Parquet takes the widest table with a different text in every cell, in its order', async () => {
  const names = Array.from({ length: 276 }, (_, column) => `c${column}`);
  const rows = 6_000;
  const chunks: (string | Uint8Array)[] = [];
  const file = await FILE_FORMATS.parquet.begin({
    fields: names.map((name) => ({ name, type: 'S?' })),
    header: names,
    work: new WorkFolder(folder),
    signal: new AbortController().signal,
    write: async (chunk) => void chunks.push(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk)),
  });
  for (let from = 0; from < rows; from += 500)
    await file.page(
      names.map((_, column) => Array.from({ length: 500 }, (__, row) => `${from + row}.${column}`)),
    );
  await file.end();
  await file.release();
  const { rows: read } = await readParquet(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))));
  expect(read.map(([first]) => first)).toEqual(Array.from({ length: rows }, (_, row) => `${row}.0`));
  expect(read.at(-1)?.at(-1)).toBe(`${rows - 1}.275`);
});

test('Parquet leaves nothing beside its file, whether it is finished, abandoned or cancelled', async () => {
  const stop = new AbortController();
  const begin = () =>
    FILE_FORMATS.parquet.begin({
      fields: FIELDS,
      header: ['a', 'A', 'a'],
      work: new WorkFolder(folder),
      signal: stop.signal,
      write: async () => undefined,
    });
  const finished = await begin();
  await finished.page([['k'], ['1'], ['2']]);
  await finished.end();
  await finished.release();
  const abandoned = await begin();
  await abandoned.page([['k'], ['1'], ['2']]);
  await abandoned.release();
  const cancelled = await begin();
  await cancelled.page([['k'], ['1'], ['2']]);
  stop.abort();
  await expect(cancelled.end()).rejects.toMatchObject({ code: 'CANCELLED' });
  await cancelled.release();
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be written fails the file', async () => {
  const file = await FILE_FORMATS.parquet.begin({
    fields: FIELDS,
    header: ['a', 'b', 'c'],
    work: new WorkFolder(join(folder, 'nowhere')),
    signal: new AbortController().signal,
    write: async () => undefined,
  });
  await expect(file.page([['k'], ['1'], ['2']])).rejects.toMatchObject({ code: 'FILE_FAILED' });
  await file.release();
});
