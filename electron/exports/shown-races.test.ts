// Races in a file as shown are those of the screen, whichever format it has and whether the archive or the app writes its
// cells: a name of age and class is words in English.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { NAME_STYLES } from '#shared/names/latin.ts';
import { Archive } from '../archive/archive.ts';
import { Changes } from '../archive/changes.ts';
import { literal } from '../archive/filter-sql.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import { OpenResult } from '../results/open-result.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { WHOLE } from '../testing/whole-account.ts';
import type { FileLayout, WrittenRows } from './cell-pages.ts';
import { sheetXml } from './testing/sheet-xml.ts';
import { writeRecords } from './write-records.ts';

const TABLE = TABLES.d_ky;
const ROWS = 2500;
/** In the widths and with the spaces that they come with. */
const RACE_NAMES = [
  '2歳未勝利',
  '天皇賞（秋）',
  '３歳以上１勝クラス　　',
  ' 障害4歳以上オープン',
  'ローレル賞',
  '',
];
/** Of the race itself, named by a column beside the table, and of the runner's last one, which few rows have. */
const COLUMNS = ['racekey', 'lastrace_racekey1'];

let dir: string;
let archive: Archive;
let engine: QueryEngine;
let result: OpenResult;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-shown-races-'));
  const path = join(dir, 'a.duckdb');
  await putEmptyArchive(path);
  await fill(path);
  archive = await Archive.open(path, 0);
  engine = new QueryEngine();
  const beside = raceNamesBeside(TABLE.columns).map(({ column }) => column);
  const names = [...TABLE.columns, ...beside].map(({ name }) => name);
  const { records, rows, close } = await archive.snapshot('d_ky', {}, names);
  const contents = {
    columns: TABLE.columns,
    beside,
    unknown: new Set<string>(),
    records,
    rows,
    origin: { reads: [], changes: new Changes(), asOf: 0 },
    release: close,
    account: WHOLE,
  };
  result = new OpenResult('r1', { kind: 'table', table: 'd_ky', filter: {} }, contents, engine);
});

afterAll(async () => {
  result.release();
  await engine.stop();
  await archive.close();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});

async function fill(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const key = (race: string) => `'062641' || lpad((1 + ${race} % 80)::VARCHAR, 2, '0')`;
  await connection.run(
    `insert into d_ky (racedate, racekey, horse_number, lastrace_racekey1, __fetched_at, __seq)
       select '20261101', ${key('i')}, (i % 18)::VARCHAR, case when i % 5 = 0 then ${key('i // 7')} end, 1, i
       from range(${ROWS}) as rows(i)`,
  );
  // Of every fourth race no program is stored, so it has no name.
  await connection.run(
    `insert into d_ra (racedate, racekey, race_name, __fetched_at, __seq)
       select '20261101', ${key('i')},
         ([${RACE_NAMES.map(literal).join(', ')}])[1 + i % ${RACE_NAMES.length}], 1, i
       from range(80) as races(i) where i % 4 > 0`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** Without it the app writes every cell itself. */
const byPages = (): WrittenRows => ({
  columns: result.columns,
  summary: result.summary,
  rows: result.rows,
  cells: (names, from, count) => result.cells(names, from, count),
});

/** The archive writes every cell. */
const byCopies = (): WrittenRows => ({
  ...byPages(),
  cells: () => Promise.reject(new Error('a page was read')),
  copyRows: (...given) => result.copyRows(...given),
  copying: (use) => result.copying(use),
  distinctValues: (names, most) => result.distinctValues(names, most),
  textEnds: (names) => result.textEnds(names),
});

async function write(rows: WrittenRows, layout: FileLayout): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writeRecords(rows, {
    layout,
    folder: await mkdtemp(join(dir, 'out-')),
    copiedRows: 900,
    signal: new AbortController().signal,
    write: async (chunk) => void chunks.push(Buffer.from(chunk)),
  });
  return Buffer.concat(chunks);
}

const cellSchema = z.string().nullable();
const rowsSchema = z.array(z.array(cellSchema));
const recordsSchema = z.array(z.record(z.string(), cellSchema));
const ofRecords = (json: string) =>
  recordsSchema.parse(JSON.parse(json)).map((record) => COLUMNS.map((name) => record[name] ?? null));
const ofLines = (text: string, delimiter: string) =>
  rowsSchema
    .parse(parse(text, { delimiter, from_line: 2 }))
    .map((row) => row.map((cell) => (cell === '' ? null : cell)));

async function ofParquet(bytes: Buffer) {
  const path = join(dir, 'read.parquet');
  await writeFile(path, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(`from '${path}'`)).getRowsJS();
  instance.closeSync();
  return rowsSchema.parse(rows);
}

/** A cell without a text is left out of its row. */
async function ofSheet(bytes: Buffer) {
  const rows = (await sheetXml(bytes)).split('<row ').slice(2);
  const textOf = (row: string, letter: string) =>
    new RegExp(`<c r="${letter}\\d+"[^>]*>.*?<t[^>]*>([^<]*)</t>`).exec(row)?.[1] ?? null;
  return rows.map((row) => [textOf(row, 'A'), textOf(row, 'B')]);
}

type Rows = (string | null)[][];

const READERS: { readonly [format in ExportFormat]: (bytes: Buffer) => Rows | Promise<Rows> } = {
  csv: (bytes) => ofLines(bytes.toString(), ','),
  tsv: (bytes) => ofLines(bytes.toString(), '\t'),
  json: (bytes) => ofRecords(bytes.toString()),
  ndjson: (bytes) => ofRecords(`[${bytes.toString().trimEnd().replaceAll('\n', ',')}]`),
  xlsx: ofSheet,
  parquet: ofParquet,
};

const FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'xlsx', 'parquet'] as const satisfies ExportFormat[];
const LOOKS = (['en', 'ja'] as const).flatMap((language) =>
  NAME_STYLES.map((names) => ({ language, names })),
);

/** The function that draws a cell of the grid. */
async function onScreen({ language, names }: (typeof LOOKS)[number]): Promise<Rows> {
  const columns = COLUMNS.flatMap((name) => TABLE.columns.find((column) => column.name === name) ?? []);
  const [own, besides] = await Promise.all([
    result.cells(COLUMNS, 0, ROWS),
    result.cells(
      columns.map(({ beside = '' }) => beside),
      0,
      ROWS,
    ),
  ]);
  return Array.from({ length: ROWS }, (_, row) =>
    columns.map((column, at) => {
      const text = shownText(column, own[at]?.[row] ?? null, language, names, besides[at]?.[row] ?? null);
      return text === '–' ? null : text;
    }),
  );
}

test.each(FORMATS.flatMap((format) => LOOKS.map((look) => ({ format, ...look }))))(
  'in $format, $language, names $names',
  async ({ format, ...look }) => {
    await result.arrange({ sort: [{ column: 'racekey', direction: 'descending' }], filters: [] });
    const shown = await onScreen(look);
    expect(shown.some(([race]) => race?.endsWith('R 3yo+ 1-win class'))).toBe(look.language === 'en');
    const layout: FileLayout = { columns: COLUMNS, format, header: 'name', form: 'shown', ...look };
    // Names in Latin letters are too many to be listed.
    for (const rows of look.names === 'kana' ? [byCopies(), byPages()] : [byPages()])
      expect(await READERS[format](await write(rows, layout))).toEqual(shown);
  },
);
