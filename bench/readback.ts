// Files of each form and format, read back cell by cell by DuckDB and, where it is installed, by LibreOffice: Japanese,
// keys with leading zeros, 16 digits, texts that look like formulas, quotes and line breaks. Once of a small result, which
// is written page by page, and once of a large one, which the archive writes in several files, both of a table; and of a
// small one of the runners, whose columns are of every kind. Prints each difference, and how many cells were compared.
//
//   npm run bench -- readback

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import type { ExportForm } from '#shared/bridge/export-forms.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { fileColumns, type FileColumn } from '#shared/exports/file-columns.ts';
import type { Cell, ValueType } from '#shared/exports/typed-value.ts';
import type { WrittenRows } from '../electron/exports/cell-pages.ts';
import { writeExport } from '../electron/exports/write-export.ts';
import type { Result, ResultCopy } from '../electron/results/result.ts';
import { fakeResult, type FakeRecord } from '../electron/testing/fake-result.ts';
import { literal } from '../electron/archive/filter-sql.ts';
import { archivedResult } from './readback/archived-result.ts';

const FORMS: readonly ExportForm[] = ['delivered', 'values', 'shown'];
const FORMATS: readonly ExportFormat[] = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx'];
const ROWS = 400;
/** More cells than a result has that is read at once, and the rows of each file that the archive writes. */
const MANY_ROWS = 6000;
const COPIED_ROWS = 1500;

/** What any column may have, and what columns of a kind have besides. */
const ODD = [
  null,
  '',
  ' ',
  '=1+1',
  '+ 4',
  '-3',
  '@a',
  'a,b',
  '"q"',
  'line\nbreak',
  '東京競馬場',
  'ｱ',
  '𠮷野',
];
const KEYS = ['00012345', '0000000000000001', '2026111405010111', '9007199254740993', '12E345678901'];
const NUMBERS = ['0', '00', '07', '123', '1,234', '３５', '55.5', '1117', '-12'];
const MOMENTS = ['20261114', '18991231', '20260230', '0955', '2460', '2026-11-14T01:02:03.456Z'];

let isWrong = false;

const COLUMNS: readonly Column[] = TABLES.d_se.columns;
const pool = [...ODD, ...KEYS, ...NUMBERS, ...MOMENTS];
const recordsOf = (rows: number, columns = COLUMNS): FakeRecord[] =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(({ name }, at) => [name, pool[(row * 7 + at * 3) % pool.length] ?? null])),
  );

const folder = mkdtempSync(join(tmpdir(), 'railbird-readback-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Records in the table's order. */
const many = recordsOf(MANY_ROWS).map((record, row) => ({
  ...record,
  racedate: '20261114',
  racekey: String(10_000_000 + Math.floor(row / 18)),
  horse_number: String(1 + (row % 18)),
}));
/** In the archive, pairs of the first half are exchanged, and the second half is in no order. */
const stored = many.map((_, row) =>
  row < MANY_ROWS / 2 ? many[row ^ 1] : many[MANY_ROWS / 2 + ((row * 7919) % (MANY_ROWS / 2))],
);
const archived = await archivedResult(
  folder,
  'd_se',
  stored.filter((record) => record !== undefined),
);

interface Tried {
  readonly name: 'small' | 'large' | 'runners';
  readonly columns: readonly Column[];
  readonly result: Pick<Result, 'source'> & WrittenRows;
  readonly records: readonly FakeRecord[];
  /** How many files the archive wrote. */
  readonly copies: () => number;
}

function counted(
  name: Tried['name'],
  result: ResultCopy,
  records: readonly FakeRecord[],
  columns = COLUMNS,
): Tried {
  let copies = 0;
  const copyRows: WrittenRows['copyRows'] = (...given) => {
    copies += 1;
    return result.copyRows?.(...given);
  };
  const rows = new Proxy(result, {
    get: (_, key) => {
      if (key === 'copyRows') return result.copyRows && copyRows;
      const value: unknown = Reflect.get(result, key, result);
      return typeof value === 'function' ? value.bind(result) : value;
    },
  });
  return { name, columns, result: rows, records, copies: () => copies };
}
const few = recordsOf(ROWS);
const ofRunners: readonly Column[] = SUBJECTS.runners.columns;
const runners = recordsOf(ROWS, ofRunners);
const TRIED: readonly Tried[] = [
  counted('small', fakeResult({ columns: COLUMNS, records: few }), few),
  counted('large', archived.result, many),
  counted('runners', fakeResult({ columns: ofRunners, records: runners }), runners, ofRunners),
];

async function written(
  { name, columns, result, copies }: Tried,
  form: ExportForm,
  format: ExportFormat,
): Promise<string> {
  const path = join(folder, `${name}-${form}.${format}`);
  const before = copies();
  await writeExport(result, {
    path,
    request: {
      columns: columns.map((column) => column.name),
      format,
      form,
      header: 'name',
      language: 'ja',
    },
    copiedRows: COPIED_ROWS,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    now: Date.now,
  });
  const files = copies() - before;
  // The last file of lines is a small one of its own.
  const isExpected = name === 'large' ? files >= MANY_ROWS / COPIED_ROWS : files === 0;
  isWrong ||= !isExpected;
  if (!isExpected) console.log(JSON.stringify({ name: 'readback', result: name, form, format, files }));
  return path;
}

/** The cells by row as the form means them; what cannot be read is empty. */
const expectedOf = (
  form: ExportForm,
  { columns, records }: Tried,
): { readonly fields: readonly FileColumn[]; readonly rows: Cell[][] } => {
  const fields = fileColumns(
    columns.map(({ name }) => name),
    new Map(columns.map((column) => [column.name, column])),
    { form, language: 'ja' },
  );
  const rows = records.map((record) =>
    fields.map(({ name, cell, beside }) => cell(record[name] ?? null, beside && record[beside]) ?? null),
  );
  return { fields, rows };
};

function report(
  reader: string,
  { name: result, columns }: Tried,
  form: ExportForm,
  format: ExportFormat,
  found: unknown[][],
  wanted: unknown[][],
): void {
  const different = wanted.flatMap((cells, row) =>
    cells.flatMap((cell, at) =>
      Object.is(found[row]?.[at], cell)
        ? []
        : [{ row, column: columns[at]?.name, cell, found: found[row]?.[at] }],
    ),
  );
  const isWhole = found.length === wanted.length && found.every((cells) => cells.length === columns.length);
  isWrong ||= different.length > 0 || !isWhole;
  for (const each of different.slice(0, 5))
    console.log(JSON.stringify({ reader, result, form, format, ...each }));
  console.log(
    JSON.stringify({
      name: 'readback',
      reader,
      result,
      form,
      format,
      rows: found.length,
      cells: wanted.length * columns.length,
      different: different.length,
    }),
  );
}

const DUCKDB_TYPES: { readonly [type in ValueType]: string } = {
  text: 'VARCHAR',
  whole: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
};

/** All cells as text: lines have nothing else, and JSON's numbers are read as they are written. */
const DUCKDB_READS: { readonly [format in ExportFormat]?: (path: string, texts: string) => string } = {
  csv: (path) =>
    `read_csv(${path}, header = true, all_varchar = true, nullstr = '', allow_quoted_nulls = false)`,
  tsv: (path) =>
    `read_csv(${path}, header = true, all_varchar = true, nullstr = '', allow_quoted_nulls = false, delim = '\t')`,
  json: (path, texts) => `read_json(${path}, format = 'array', columns = ${texts})`,
  ndjson: (path, texts) => `read_json(${path}, format = 'newline_delimited', columns = ${texts})`,
  parquet: (path) => path,
};
const textsOf = ({ columns }: Tried): string =>
  `{${columns.map(({ name }) => `${literal(name)}: 'VARCHAR'`).join(', ')}}`;

const instance = await DuckDBInstance.create(':memory:');
const duckdb = await instance.connect();

/** A value of a file as DuckDB writes it as text. */
const asText = (cell: Cell, type: ValueType | undefined, isTyped: boolean): string | null => {
  if (cell === null) return null;
  if (!isTyped) return String(cell);
  if (type === 'timestamp')
    return String(cell)
      .replace('T', ' ')
      .replace(/(?:\.000)?Z$/, '')
      .replace(/(\.\d*?)0+$/, '$1');
  // DuckDB writes 3 as 3.0.
  return type === 'number' && Number.isInteger(cell) ? `${String(cell)}.0` : String(cell);
};

async function readByDuckDb(
  tried: Tried,
  form: ExportForm,
  format: ExportFormat,
  path: string,
): Promise<void> {
  const source = DUCKDB_READS[format]?.(literal(path), textsOf(tried));
  if (source === undefined) return;
  const { fields, rows } = expectedOf(form, tried);
  const isTyped = format === 'parquet';
  const read = await duckdb.runAndReadAll(`select columns(*)::VARCHAR from ${source}`);
  const wanted = rows.map((cells) => cells.map((cell, at) => asText(cell, fields[at]?.value, isTyped)));
  report('DuckDB', tried, form, format, read.getRowsJS(), wanted);
  if (!isTyped) return;
  const described = (await duckdb.runAndReadAll(`describe from ${source}`)).getRowsJS();
  for (const [at, { name, value = 'text' }] of fields.entries()) {
    const [found, type] = described[at] ?? [];
    if (found === name && type === DUCKDB_TYPES[value]) continue;
    isWrong = true;
    console.log(JSON.stringify({ form, column: name, type, expected: DUCKDB_TYPES[value] }));
  }
}

const run = promisify(execFile);

/** LibreOffice's words for reading separated text: delimiter, quote, UTF-8, first line, and all columns as text. */
const asTexts = (delimiter: number, { columns }: Tried): string =>
  `CSV:${delimiter},34,76,1,${columns.map((_, at) => `${at + 1}/2`).join('/')},0,false,false,false`;
const LIBREOFFICE_READS: { readonly [format in ExportFormat]?: (tried: Tried) => readonly string[] } = {
  csv: (tried) => [`--infilter=${asTexts(44, tried)}`],
  tsv: (tried) => [`--infilter=${asTexts(9, tried)}`],
  xlsx: () => [],
};
/** Comma, quotes around all texts, UTF-8, and the cells as they are shown. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false';

/** A time as LibreOffice writes it into separated text, whatever its format. */
function onTwelveHours(time: string): string {
  const hours = Number(time.slice(0, 2));
  return `${String(hours % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** What a cell of a spreadsheet shows; `found` is what it shows of a number, to 15 digits and in its column's format. */
function asSheet(cell: Cell, type: ValueType | undefined, found = ''): string {
  if (cell === null) return '';
  // Before 1900 it is a text.
  if (type === 'timestamp' && cell >= '1900-03-01') return String(cell).slice(0, 19).replace('T', ' ');
  if (type === 'time') return onTwelveHours(String(cell));
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  const isSame =
    typeof cell === 'number' && Number(found.replaceAll(',', '')) === Number(cell.toPrecision(15));
  return isSame ? found : String(cell);
}

async function readByLibreOffice(
  tried: Tried,
  form: ExportForm,
  format: ExportFormat,
  path: string,
): Promise<void> {
  const options = LIBREOFFICE_READS[format]?.(tried);
  if (options === undefined) return;
  const out = join(dirname(path), `${basename(path)}.read`);
  // A profile of its own, so that a running LibreOffice is not asked.
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  await run('soffice', [profile, '--headless', ...options, '--convert-to', AS_CSV, '--outdir', out, path]);
  const readName = `${basename(path).replace(/\.[^.]*$/, '')}.csv`;
  const [, ...found] = parse(readFileSync(join(out, readName)), { relax_column_count: true });
  const { fields, rows } = expectedOf(form, tried);
  // All columns of separated text are read as texts.
  const wanted = rows.map((cells, row) =>
    cells.map((cell, at) =>
      format === 'xlsx' ? asSheet(cell, fields[at]?.value, found[row]?.[at]) : String(cell ?? ''),
    ),
  );
  report('LibreOffice', tried, form, format, found, wanted);
}

const hasLibreOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
);
if (!hasLibreOffice)
  console.log(JSON.stringify({ name: 'readback', skipped: 'LibreOffice: there is no soffice' }));

for (const tried of TRIED)
  for (const form of FORMS)
    for (const format of FORMATS) {
      const path = await written(tried, form, format);
      await readByDuckDb(tried, form, format, path);
      if (hasLibreOffice) await readByLibreOffice(tried, form, format, path);
    }
await archived.close();
duckdb.closeSync();
instance.closeSync();
if (isWrong) process.exitCode = 1;
