// Rows that the archive writes to a file itself equal those that an export by pages writes.

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import { Archive } from '../archive/archive.ts';
import { Changes } from '../archive/changes.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import { WHOLE } from '../testing/whole-account.ts';
import { OpenResult } from '../results/open-result.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { sheetXml } from './testing/sheet-xml.ts';
import { writeExport } from './write-export.ts';
import type { FileLayout, WrittenRows } from './cell-pages.ts';
import { writeRecords } from './write-records.ts';

const TABLE = TABLES.d_ky;
const UNKNOWN = 'new/field';
const ROWS = 2500;
const ofType = (type: string, count: number) =>
  TABLE.columns
    .filter((column) => column.type.startsWith(type))
    .map(({ name }) => name)
    .filter((name) => !['racedate', 'racekey', 'horse_number'].includes(name))
    .slice(0, count);

/** The values of each numeric column, as the service may send them: its type in Parquet depends on all of them. */
const NUMBERS: readonly (readonly (string | null)[])[] = [
  ['1', '20', '-3', null],
  ['1', '2.5', null],
  ['07', '1'],
  ['9007199254740993', '1'],
  [null],
  ['', '3'],
  ['1e3', '-0', '9007199254740991'],
  ['1.5', '9007199254740993'],
];
const TEXTS: readonly (readonly (string | null)[])[] = [
  [null, '', ' ', 'a', '東京', 'ｱ', '𠮷', '\uFEFFa'],
  ['=cmd', '+ 4', '-3', '-x', '@y', '+1.5e3', '=', '+', '\tz', '\ra', 'b', null],
  ['a,b', '"q"', '"', 'line\r\nbreak', '\n', 'tab\there', ' b ', null, ''],
  ['\u001b', '\u001e', '\u001f', '\u001b2', 'x\u001fy', null, '\u2028'],
];
const numeric = [...ofType('I', 6), ...ofType('N', 2)];
const texts = ofType('S', TEXTS.length);
/** Of a column whose values are numbers; the last two are too large for one. A byte order mark is a blank. */
const ODDS = ['3.5', ' 12.0', 'x', null, '\uFEFF', '\uFEFF7', '9007199254740993', '9'.repeat(310)];
const VALUES = new Map<string, readonly (string | null)[]>([
  ...numeric.map((name, at) => [name, NUMBERS[at] ?? []] as const),
  ...texts.map((name, at) => [name, TEXTS[at] ?? []] as const),
  ['criteria_win_odds', ODDS],
]);
const NAMES = ['racekey', 'horse_number', ...VALUES.keys(), UNKNOWN];

const literal = (value: string | null): string =>
  value === null ? 'null' : `'${value.replaceAll("'", "''")}'`;

async function fill(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const drawn = [...VALUES.values()].map(
    (values, salt) =>
      `([${values.map(literal).join(', ')}]::VARCHAR[])[1 + (hash(i, ${salt}) % ${values.length})::INTEGER]`,
  );
  const columns = [...VALUES.keys()].map((name) => `"${name}"`);
  // The rows are not stored in the catalogue's order.
  await connection.run(
    `insert into d_ky (racedate, racekey, horse_number, __fetched_at, __seq, __extra, ${columns.join(', ')})
       select '20261101', lpad((hash(i) % 90)::VARCHAR, 8, '0'), (i % 18)::VARCHAR, 1, i,
         case when i % 3 = 0 then '{"${UNKNOWN}":"=' || i || '"}' end, ${drawn.join(', ')}
       from range(${ROWS}) as rows(i)`,
  );
  // Of every third race no program is stored, so it has no name.
  await connection.run(
    `insert into d_ra (racedate, racekey, race_name, __fetched_at, __seq)
       select '20261101', lpad(i::VARCHAR, 8, '0'),
         ([${RACE_NAMES.map(literal).join(', ')}]::VARCHAR[])[1 + i % ${RACE_NAMES.length}], 1, i
       from range(90) as races(i) where i % 3 > 0`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** Some of age and class, which are words in English, in widths and with spaces as they come. */
const RACE_NAMES = [
  '2歳未勝利',
  '天皇賞（秋）',
  '３歳以上１勝クラス　　',
  ' 障害4歳以上オープン',
  'ローレル賞',
  '',
  null,
];

let dir: string;
let archive: Archive;
let engine: QueryEngine;
let result: OpenResult;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-selected-'));
  const path = join(dir, 'a.duckdb');
  await putEmptyArchive(path);
  await fill(path);
  archive = await Archive.open(path, 0);
  engine = new QueryEngine();
  result = await openResult();
});

afterAll(async () => {
  result.release();
  await engine.stop();
  await archive.close();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});

/** With the names of races beside their keys. */
async function openResult(): Promise<OpenResult> {
  const columns = [...TABLE.columns, unknownColumn(UNKNOWN)];
  const beside = raceNamesBeside(columns).map(({ column }) => column);
  const names = [...columns, ...beside].map(({ name }) => name);
  const { records, rows, close } = await archive.snapshot('d_ky', {}, names);
  const contents = {
    columns,
    beside,
    unknown: new Set([UNKNOWN]),
    records,
    rows,
    origin: { reads: [], changes: new Changes(), asOf: 0 },
    release: close,
    account: WHOLE,
  };
  return new OpenResult('r1', { kind: 'table', table: 'd_ky', filter: {} }, contents, engine);
}

/** All forms, and what can be chosen with them, as the archive writes them. */
const form = fc.constantFrom(
  { form: 'delivered' },
  { form: 'delivered', labels: true },
  { form: 'values' },
  { form: 'values', labels: true },
  { form: 'shown' },
  { form: 'shown', language: 'ja' },
) satisfies fc.Arbitrary<Partial<FileLayout>>;

const LAYOUT: FileLayout = {
  columns: NAMES,
  format: 'csv',
  header: 'name',
  form: 'delivered',
  language: 'en',
};

/** The same rows, readable only by pages. */
const byPages = (): WrittenRows => ({
  columns: result.columns,
  summary: result.summary,
  rows: result.rows,
  cells: (names, from, count) => result.cells(names, from, count),
  distinctValues: (names, most) => result.distinctValues(names, most),
});

/** Counts the copies. */
function byCopies(): WrittenRows & { readonly copies: () => number } {
  let copies = 0;
  return {
    ...byPages(),
    cells: () => Promise.reject(new Error('a page was read')),
    copyRows: (...given) => {
      copies += 1;
      return result.copyRows(...given);
    },
    copying: (use) => result.copying(use),
    textEnds: (names) => result.textEnds(names),
    copies: () => copies,
  };
}

async function write(rows: WrittenRows, layout: FileLayout, copiedRows = ROWS) {
  const chunks: Buffer[] = [];
  const folder = await mkdtemp(join(dir, 'out-'));
  const written = await writeRecords(rows, {
    layout,
    folder,
    copiedRows,
    signal: new AbortController().signal,
    write: async (chunk) => void chunks.push(Buffer.from(chunk)),
  });
  expect(await readdir(folder)).toEqual([]);
  const bytes = Buffer.concat(chunks);
  expect(written.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  return { written, bytes };
}

const rowQuery = fc.record({
  sort: fc.array(
    fc.record({
      column: fc.constantFrom(...NAMES),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
    }),
    { maxLength: 2 },
  ),
  filters: fc.array(
    fc
      .tuple(fc.constantFrom(...texts, 'horse_number'), fc.constantFrom('a', '!a', '1', '='))
      .map(([column, text]) => ({ column, text })),
    { maxLength: 1 },
  ),
});
const columnsOfFile = fc.shuffledSubarray([...NAMES, 'gone'], { minLength: 1 });

const style = fc.record({
  encoding: fc.constantFrom('utf-8' as const, 'utf-8-bom' as const),
});

test('lines that the archive writes are byte for byte those written by pages, with as many formulas', async () => {
  await fc.assert(
    fc.asyncProperty(
      rowQuery,
      columnsOfFile,
      fc.constantFrom<ExportFormat>('csv', 'tsv'),
      fc.integer({ min: 900, max: ROWS }),
      style,
      form,
      async (query, columns, format, copiedRows, chosen, cells) => {
        await result.arrange(query);
        const layout: FileLayout = { ...LAYOUT, columns, format, ...chosen, ...cells };
        const pages = await write(byPages(), layout);
        const rows = byCopies();
        const copied = await write(rows, layout, copiedRows);
        // The last file may be split.
        const files = Math.ceil(result.rows / copiedRows);
        expect([files, files + 1]).toContain(rows.copies());
        expect(copied.written).toEqual(pages.written);
        expect(copied.bytes.equals(pages.bytes)).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

test.each(NAMES)('a file of the column %s alone has a line for each row', async (column) => {
  await result.arrange({ sort: [], filters: [] });
  for (const format of ['csv', 'tsv'] as const) {
    const layout = { ...LAYOUT, columns: [column], format };
    const [copied, pages] = [await write(byCopies(), layout, 900), await write(byPages(), layout)];
    expect(copied.bytes.equals(pages.bytes)).toBe(true);
  }
});

test('JSON records that the archive writes are those written by pages', async () => {
  const records = (bytes: Buffer, format: ExportFormat): unknown =>
    JSON.parse(
      format === 'json' ? bytes.toString() : `[${bytes.toString().trimEnd().split('\n').join(',')}]`,
    );
  await fc.assert(
    fc.asyncProperty(
      rowQuery,
      columnsOfFile,
      fc.constantFrom<ExportFormat>('json', 'ndjson'),
      fc.integer({ min: 900, max: ROWS }),
      form,
      async (query, columns, format, copiedRows, cells) => {
        await result.arrange(query);
        const layout: FileLayout = { ...LAYOUT, columns, format, ...cells };
        const pages = await write(byPages(), layout);
        const copied = await write(byCopies(), layout, copiedRows);
        expect(copied.written).toMatchObject({
          records: result.rows,
          unreadable: pages.written.unreadable,
          unreadableColumns: pages.written.unreadableColumns,
        });
        expect(records(copied.bytes, format)).toEqual(records(pages.bytes, format));
      },
    ),
    { numRuns: 24 },
  );
});

test('a sheet of rows that the archive writes is one written by pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      rowQuery,
      columnsOfFile,
      fc.integer({ min: 900, max: ROWS }),
      form,
      async (query, columns, copiedRows, cells) => {
        await result.arrange(query);
        const layout: FileLayout = { ...LAYOUT, columns, format: 'xlsx', ...cells };
        const pages = await write(byPages(), layout);
        const copied = await write(byCopies(), layout, copiedRows);
        // The archive around the sheet has the time in it.
        const { bytes, sha256 } = pages.written;
        expect({ ...copied.written, bytes, sha256 }).toEqual(pages.written);
        expect(await sheetXml(copied.bytes)).toBe(await sheetXml(pages.bytes));
      },
    ),
    { numRuns: 16 },
  );
});

async function readParquet(bytes: Buffer) {
  const path = join(dir, 'read.parquet');
  await writeFile(path, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const read = await connection.runAndReadAll(`from '${path}'`);
    const schema = await connection.runAndReadAll(
      `select name, type, repetition_type, converted_type, logical_type from parquet_schema('${path}')`,
    );
    const storage = await connection.runAndReadAll(
      `select distinct compression from parquet_metadata('${path}')`,
    );
    // By statistics and offsets of the row groups, and without: a wrong one would lose rows.
    const filtered = read.columnNames().includes('racekey')
      ? await connection.runAndReadAll(`select count(*) from '${path}' where racekey >= '45'`)
      : undefined;
    return {
      rows: read.getRowsJS(),
      schema: schema.getRowsJS(),
      storage: storage.getRowsJS(),
      filtered: filtered?.getRows(),
    };
  } finally {
    instance.closeSync();
  }
}

test('Parquet that the archive writes has the rows, types and names of Parquet written by pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      rowQuery,
      columnsOfFile,
      fc.integer({ min: 900, max: ROWS }),
      form,
      async (query, columns, copiedRows, cells) => {
        await result.arrange(query);
        const layout: FileLayout = { ...LAYOUT, columns, format: 'parquet', ...cells };
        const pages = await write(byPages(), layout);
        const copied = await write(byCopies(), layout, copiedRows);
        expect(copied.written.records).toBe(result.rows);
        expect(await readParquet(copied.bytes)).toEqual(await readParquet(pages.bytes));
      },
    ),
    { numRuns: 20 },
  );
});

test('two files are written at a time, in one thread each, as long as both read the same state', async () => {
  const own = await openResult();
  const atOnce = () =>
    own.copying(async (files) => [files, ...(await archive.rows(`select current_setting('threads')`))]);
  expect(await atOnce()).toEqual([2, [1n]]);
  // A write, even of something else, may have changed rows that a second connection would now read.
  await archive.setNote('a', 'b');
  expect(await atOnce()).toEqual([1, [1n]]);
  expect(await archive.rows(`select current_setting('threads')`)).toEqual([[2n]]);
  own.release();
});

test('columns with too many values together are looked at one by one', async () => {
  await result.arrange({ sort: [], filters: [] });
  const rows: WrittenRows = {
    ...byCopies(),
    distinctValues: async (names, most) =>
      names.length > 1 ? undefined : result.distinctValues(names, most),
  };
  const layout: FileLayout = { ...LAYOUT, form: 'shown' };
  const [copied, pages] = [await write(rows, layout), await write(byPages(), layout)];
  expect(copied.written).toEqual(pages.written);
});

test('changed formulas and CP932 are written by pages', async () => {
  await result.arrange({ sort: [], filters: [] });
  for (const changed of [{ neutralize: true }, { encoding: 'cp932', replaceUnwritable: true }] as const) {
    const rows = byCopies();
    await expect(write(rows, { ...LAYOUT, ...changed })).rejects.toThrow('a page was read');
    expect(rows.copies()).toBe(0);
  }
});

test.each([
  ['csv', 'before'],
  ['csv', 'after'],
  ['parquet', 'before'],
  ['parquet', 'after'],
] as const)(
  'cancelling an export of copied rows to %s %s the archive answers leaves nothing, and the result stays readable',
  async (format, when) => {
    const folder = await mkdtemp(join(dir, 'out-'));
    const copy = result.copy();
    await copy.arrange({ sort: [{ column: 'racekey', direction: 'descending' }], filters: [] });
    const stop = new AbortController();
    let copies = 0;
    const copyRows: WrittenRows['copyRows'] = async (...given) => {
      copies += 1;
      if (when === 'before') stop.abort();
      const rows = await copy.copyRows(...given);
      stop.abort();
      if (rows === undefined) throw new Error('the rows are not in the archive');
      return rows;
    };
    const rows = { ...byPages(), source: copy.source, copyRows };
    await expect(
      writeExport(rows, {
        path: join(folder, `file.${format}`),
        request: { ...LAYOUT, format },
        signal: stop.signal,
        onProgress: () => undefined,
        now: () => 0,
      }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(copies).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    copy.release();
    const [cells] = await result.cells(['racekey'], 0, 3);
    expect(cells).toHaveLength(3);
  },
);

test('rows that cannot be written fail the file, and the result is closed rather than read as it is now', async () => {
  const own = await openResult();
  const file = { from: 0, count: 10, format: { list: 'c0', options: 'format csv' } };
  const written = own.copyRows(['racekey'], { ...file, path: join(dir, 'nowhere', 'rows') });
  await expect(written).rejects.toMatchObject({ code: 'FILE_FAILED' });
  await expect(own.cells([UNKNOWN], 0, 3)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  expect([own.isLost, result.isLost]).toEqual([true, false]);
  own.release();
  const again = await openResult();
  expect(await again.cells(['racekey'], 0, 3)).toEqual(await result.cells(['racekey'], 0, 3));
  again.release();
});
