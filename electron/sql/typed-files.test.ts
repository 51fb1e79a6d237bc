// Files with types of a SQL result, written by the window as values and by `railbird sql`: the same types, those of the
// query, written here as literals. What a type does not hold is a text or, in the window, empty and counted.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workbook } from '@cj-tech-master/excelts';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import { writeAnswer } from '../cli/commands/sql.ts';
import { writeExport } from '../exports/write-export.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { threeDays } from '../testing/three-days.ts';
import { createSharedSql } from './shared-archive.ts';

let core: Core;
let folder = '';
beforeAll(async () => {
  core = await openCore(threeDays());
  folder = await mkdtemp(join(tmpdir(), 'railbird-sql-typed-'));
});
afterAll(async () => {
  await core.close();
  await rm(folder, { recursive: true, force: true });
});

const { signal } = new AbortController();

type Write = (sql: string, format: ExportFormat, path: string) => Promise<void>;

const writeByWindow: Write = async (sql, format, path) => {
  const result = await core.results.open({ kind: 'sql', sql });
  await writeExport(result, {
    path,
    request: {
      columns: result.columns.map(({ name }) => name),
      format,
      form: 'values',
      header: 'name',
      language: 'en',
    },
    signal,
    onProgress: () => undefined,
    now: Date.now,
  });
};

const writeByCommand: Write = async (sql, format, path) => {
  const shared = createSharedSql();
  const pieces: Uint8Array[] = [];
  const write = async (chunk: string | Uint8Array): Promise<void> =>
    void pieces.push(typeof chunk === 'string' ? Buffer.from(chunk) : Uint8Array.from(chunk));
  const context = { terminal: { write, isShown: false }, signal };
  await shared
    .over(await core.archive())
    .select(sql, signal, (answer) => writeAnswer(context, format, answer));
  await shared.close();
  await writeFile(path, Buffer.concat(pieces));
};

/** `beyond`: what is left of the text of a value that its type does not hold. */
const WRITERS = {
  'the window': { write: writeByWindow, beyond: () => null },
  'the command line': { write: writeByCommand, beyond: (written: string) => written },
} as const;

/** Of a value: the type of its column in Parquet, what JSON says, and what a spreadsheet's cell is. */
interface Typed {
  readonly parquet: string;
  readonly json: unknown;
  readonly xlsx: unknown;
  /** The value in Parquet as DuckDB writes it, if that is not the text of the query's. */
  readonly read?: string;
}

/** A spreadsheet's moments are in UTC, and its times on its first day. */
const at = (moment: string): Date => new Date(`${moment}Z`);
const text = (value: string): Typed => ({ parquet: 'VARCHAR', json: value, xlsx: value, read: value });

const TYPED: Readonly<Record<string, Typed>> = {
  '7::bigint': { parquet: 'BIGINT', json: 7, xlsx: 7 },
  '7::utinyint': { parquet: 'BIGINT', json: 7, xlsx: 7 },
  'count(*)': { parquet: 'BIGINT', json: 1, xlsx: 1 },
  'sum(3)': { parquet: 'BIGINT', json: 3, xlsx: 3 },
  '7::ubigint': { parquet: 'BIGINT', json: 7, xlsx: 7 },
  '2 / 3': { parquet: 'DOUBLE', json: 2 / 3, xlsx: 2 / 3 },
  '0.1::float': { parquet: 'DOUBLE', json: 0.1, xlsx: 0.1 },
  '1e300::double': { parquet: 'DOUBLE', json: 1e300, xlsx: 1e300 },
  '1.50::decimal(4, 2)': { parquet: 'DOUBLE', json: 1.5, xlsx: 1.5, read: '1.5' },
  '3::decimal(4, 0)': { parquet: 'DOUBLE', json: 3, xlsx: 3, read: '3.0' },
  '123456789012.3456::decimal(38, 4)': {
    parquet: 'DOUBLE',
    json: 123_456_789_012.3456,
    xlsx: 123_456_789_012.3456,
  },
  true: { parquet: 'BOOLEAN', json: true, xlsx: true },
  false: { parquet: 'BOOLEAN', json: false, xlsx: false },
  "date '2026-11-15'": { parquet: 'DATE', json: '2026-11-15', xlsx: at('2026-11-15T00:00') },
  "time '09:55:00'": { parquet: 'TIME', json: '09:55:00', xlsx: at('1899-12-30T09:55') },
  "time '09:55:00.5'": { parquet: 'TIME', json: '09:55:00.5', xlsx: at('1899-12-30T09:55:00.5') },
  "timestamp '2026-11-15 01:02:03'": {
    parquet: 'TIMESTAMP',
    json: '2026-11-15T01:02:03.000Z',
    xlsx: at('2026-11-15T01:02:03'),
  },
  "timestamp '2026-11-15 01:02:03.123456'": {
    parquet: 'TIMESTAMP',
    json: '2026-11-15T01:02:03.123456Z',
    xlsx: at('2026-11-15T01:02:03.123'),
  },
  "timestamp_s '2026-11-15 01:02:03'": {
    parquet: 'TIMESTAMP',
    json: '2026-11-15T01:02:03.000Z',
    xlsx: at('2026-11-15T01:02:03'),
  },
  "'007'": text('007'),
  "timestamptz '2026-11-15 01:02:03+00'": text('2026-11-15 01:02:03+00'),
  "timestamp_ns '2026-11-15 01:02:03.123456789'": text('2026-11-15 01:02:03.123456789'),
  'interval 3 days': text('3 days'),
  '[1, null]': text('[1, NULL]'),
  "{'a': 1.5}": text("{'a': 1.5}"),
  "'\\xAA'::blob": text('\\xAA'),
  "uuid '00000000-0000-0000-0000-000000000001'": text('00000000-0000-0000-0000-000000000001'),
  "'a'::enum('a', 'b')": text('a'),
  "'101'::bit": text('101'),
  "timetz '01:02:03+09'": text('01:02:03+09'),
};

/** Columns of nulls alone keep the type that the query gives them. */
const NULLS: Readonly<Record<string, string>> = {
  null: 'BIGINT',
  'null::double': 'DOUBLE',
  'null::hugeint': 'BIGINT',
  'null::decimal(9, 2)': 'DOUBLE',
  'null::boolean': 'BOOLEAN',
  'null::date': 'DATE',
  'null::time': 'TIME',
  'null::timestamp': 'TIMESTAMP',
  'null::varchar': 'VARCHAR',
  'null::integer[]': 'VARCHAR',
};

/** What its type cannot say in a spreadsheet, or in any file: its text, and the type of its column in Parquet. */
const both = (type: string) => ({ 'the window': type, 'the command line': type });
const textOr = (type: string) => ({ 'the window': type, 'the command line': 'VARCHAR' });
const BEYOND: Readonly<
  Record<string, readonly [text: string, Readonly<Record<keyof typeof WRITERS, string>>]>
> = {
  '9007199254740993::bigint': ['9007199254740993', both('BIGINT')],
  '9007199254740993::hugeint': ['9007199254740993', textOr('BIGINT')],
  '(2::hugeint ** 100)::hugeint': ['1267650600228229401496703205376', textOr('BIGINT')],
  '18446744073709551615::ubigint': ['18446744073709551615', textOr('BIGINT')],
  '12345678901234567.89::decimal(38, 2)': ['12345678901234567.89', textOr('DOUBLE')],
  '1234567890123456.78::decimal(38, 2)': ['1234567890123456.78', textOr('DOUBLE')],
  "'inf'::double": ['inf', both('DOUBLE')],
  "'-inf'::double": ['-inf', both('DOUBLE')],
  "'nan'::double": ['nan', both('DOUBLE')],
  "date 'infinity'": ['infinity', both('DATE')],
  "date '0044-03-15 (BC)'": ['0044-03-15 (BC)', both('DATE')],
  "date '2000-01-01 (BC)'": ['2000-01-01 (BC)', both('DATE')],
  "date '20000-01-01'": ['20000-01-01', both('DATE')],
  "timestamp 'infinity'": ['infinity', both('TIMESTAMP')],
  "timestamp '2000-01-01 (BC) 01:02:03'": ['2000-01-01 (BC) 01:02:03', both('TIMESTAMP')],
};

async function asked<T>(sql: string): Promise<T[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRows() as T[];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const selectOf = (values: readonly string[]): string =>
  `select ${values.map((value, place) => `${value} as c${place}`).join(', ')}`;

describe.each(['the window', 'the command line'] as const)('%s', (writer) => {
  const { write, beyond: leaves } = WRITERS[writer];
  const pathOf = (name: string): string => join(folder, `${writer.replaceAll(' ', '-')}-${name}`);

  async function parquetOf(values: readonly string[], name: string) {
    const path = pathOf(`${name}.parquet`);
    await write(selectOf(values), 'parquet', path);
    return {
      types: (await asked<string[]>(`describe from '${path}'`)).map(([, type]) => type),
      cells: (await asked<(string | null)[]>(`select columns(*)::VARCHAR from '${path}'`))[0],
    };
  }

  async function sheetOf(values: readonly string[], name: string): Promise<unknown[]> {
    const path = pathOf(`${name}.xlsx`);
    await write(selectOf(values), 'xlsx', path);
    const book = new Workbook();
    await book.xlsx.load(await readFile(path));
    return values.map((_, place) => book.worksheets[0]?.getRow(2).getCell(place + 1).value);
  }

  async function recordOf(values: readonly string[], format: 'json' | 'ndjson'): Promise<string> {
    const path = pathOf(`record.${format}`);
    await write(selectOf(values), format, path);
    return readFile(path, 'utf8');
  }

  test('Parquet has the types of the query and its values', async () => {
    const { types, cells } = await parquetOf(Object.keys(TYPED), 'held');
    expect(types).toEqual(Object.values(TYPED).map(({ parquet }) => parquet));
    const [texts] = await asked<string[]>(
      `select columns(*)::VARCHAR from (${selectOf(Object.keys(TYPED))})`,
    );
    expect(cells).toEqual(Object.values(TYPED).map(({ read }, place) => read ?? texts?.[place]));
  });

  test('Parquet has them without a value, too', async () => {
    const { types, cells } = await parquetOf(Object.keys(NULLS), 'nulls');
    expect(types).toEqual(Object.values(NULLS));
    expect(cells).toEqual(Object.keys(NULLS).map(() => null));
  });

  test.each(['json', 'ndjson'] as const)('%s has them', async (format) => {
    const read: unknown = JSON.parse(await recordOf(Object.keys(TYPED), format));
    const record = Object.values((format === 'json' ? (read as object[])[0] : read) as object);
    expect(record).toEqual(Object.values(TYPED).map(({ json }) => json));
  });

  test('XLSX has them', async () => {
    expect(await sheetOf(Object.keys(TYPED), 'held')).toEqual(Object.values(TYPED).map(({ xlsx }) => xlsx));
  });

  test('what a type does not hold is empty or its text, never another value', async () => {
    const beyond = Object.keys(BEYOND);
    const texts = Object.values(BEYOND).map(([written]) => written);
    const left = texts.map(leaves);
    const { types, cells } = await parquetOf(beyond, 'beyond');
    expect(types).toEqual(Object.values(BEYOND).map(([, byWriter]) => byWriter[writer]));
    expect(cells).toEqual(left);
    expect(await sheetOf(beyond, 'beyond')).toEqual(left);
    const record = await recordOf(beyond, 'json');
    expect(texts.filter((each) => record.includes(each))).toEqual(left.filter((each) => each !== null));
  });
});

test('separated text of the command line is what DuckDB writes', async () => {
  const path = join(folder, 'text.csv');
  const values = ['true', "timestamp '2026-11-15 01:02:03'", "date '2026-11-15'", '1.50::decimal(4, 2)'];
  await writeByCommand(selectOf(values), 'csv', path);
  expect(await readFile(path, 'utf8')).toBe('c0,c1,c2,c3\r\ntrue,2026-11-15 01:02:03,2026-11-15,1.50\r\n');
});
