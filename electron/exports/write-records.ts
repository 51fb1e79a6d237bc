// Writes the records of an open result: to a file, or to a terminal's output. Large results are written by the archive
// itself where the form allows it, all others page by page.

import { createHash } from 'node:crypto';
import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { RailbirdError } from '#shared/errors.ts';
import { headerTexts, type FileColumn } from '#shared/exports/file-columns.ts';
import type { CopyFormat } from '../query-engine/column-store.ts';
import { columnsOf, eachPage, recordsOf, type FileLayout, type WrittenRows } from './cell-pages.ts';
import { texts } from './copied-lines.ts';
import { encodeCp932, unwritableIn } from './cp932.ts';
import type { CopiedRows, FileBody, FileField } from './file-format.ts';
import { copyPlan, isCopied, type Counted, type CopyPlan } from './copy-plan.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { FileSizes } from './file-sizes.ts';
import { FormulaCheck } from './formula.ts';
import { UnreadableCells } from './unreadable.ts';
import { charactersText, isCp932, unwritableCharacters } from './unwritable.ts';
import { WorkFolder } from './work-folder.ts';

export interface WriteRecordsOptions {
  readonly layout: FileLayout;
  readonly signal: AbortSignal;
  /** The name of the sheet in a spreadsheet. */
  readonly title?: string;
  /** A folder for what is stored until the end. */
  readonly folder: string;
  /** Resolves when there is room for more. Bytes are overwritten after that. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  readonly onProgress?: (written: number, total: number) => void;
  /** Rows that the archive writes at once; tests use fewer. */
  readonly copiedRows?: number;
}

export interface WrittenRecords {
  readonly records: number;
  /** Of the file, those with labels included. */
  readonly columns: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Cells that a spreadsheet would read as a formula, including those of the header. */
  readonly formulas: number;
  /** The names of their columns. */
  readonly formulaColumns: string[];
  /** Cells that could not be read as values and are empty. */
  readonly unreadable: number;
  /** The names of their columns. */
  readonly unreadableColumns: string[];
  /** Characters that the encoding lacks, written as 〓. */
  readonly replaced: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Columns of all files that are written at once: DuckDB needs some 40 to 70 MB for each file of 143, whatever its length,
 * and 35 if it only scans a table and the cells are values. Records of JSON are long: two files of 70 grew it by 126.
 */
const COLUMNS_AT_ONCE = { usual: 144, scanned: 288, json: 72 } as const;

/** What was noticed while a file was written. */
interface Noticed {
  readonly formulas: FormulaCheck;
  readonly unreadable: UnreadableCells;
}

/**
 * Errors: CANCELLED, TOO_MANY_RECORDS, CELL_TOO_LONG, SHEET_TOO_LARGE; UNWRITABLE_CHARACTERS for CP932 without
 * `replaceUnwritable`; those of reading the result and of `write`.
 */
export async function writeRecords(
  result: WrittenRows,
  options: WriteRecordsOptions,
): Promise<WrittenRecords> {
  const { layout, signal, folder, title } = options;
  requireRoom(result, layout);
  await requireWritable(result, options);
  const columns = columnsOf(result, layout);
  const output = encodedOutput(layout, options.write);
  const noticed = {
    formulas: new FormulaCheck(layout.neutralize === true),
    unreadable: new UnreadableCells(),
  };
  const { isForSpreadsheets } = FORMAT_TRAITS[layout.format];
  const plainHeader = headerTexts(columns, layout.header, layout.language);
  const header = isForSpreadsheets ? noticed.formulas.header(plainHeader) : plainHeader;
  const fields = columns.map(fieldOf);
  await output.begin();
  const work = new WorkFolder(folder);
  const head = {
    fields,
    header,
    work,
    signal,
    write: output.put,
    ...(title === undefined ? {} : { title }),
  };
  const file = await FILE_FORMATS[layout.format].begin(head);
  try {
    const records =
      (await writeCopied(result, { ...options, work, file, columns, noticed })) ??
      (await writePages(result, options, file, columns, noticed));
    await file.end();
    const names = columns.map(({ name }) => name);
    return {
      records,
      columns: columns.length,
      formulas: noticed.formulas.count,
      formulaColumns: noticed.formulas.columnsOf(names),
      unreadable: noticed.unreadable.count,
      unreadableColumns: noticed.unreadable.columnsOf(names),
      ...output.written(),
    };
  } finally {
    await file.release();
  }
}

function requireRoom(result: WrittenRows, layout: FileLayout): void {
  const { mostRecords = Number.POSITIVE_INFINITY } = FORMAT_TRAITS[layout.format];
  const records = recordsOf(result, layout);
  if (records > mostRecords) throw new RailbirdError('TOO_MANY_RECORDS', { most: mostRecords, records });
}

async function requireWritable(result: WrittenRows, { layout, signal }: WriteRecordsOptions): Promise<void> {
  if (layout.replaceUnwritable === true) return;
  const characters = await unwritableCharacters(result, { layout, signal });
  if (characters.length > 0)
    throw new RailbirdError('UNWRITABLE_CHARACTERS', { characters: charactersText(characters) });
}

/** JSON writes numbers as the service sent them; Parquet and XLSX have its own text. */
const fieldOf = ({ name, value, column, plain }: FileColumn): FileField => ({
  name,
  isFilled: plain === 'filled',
  type: value === undefined ? column.type : 'S?',
  value: value ?? 'text',
  column,
});

/** Counts and hashes what is written, in the encoding of the file. */
function encodedOutput(layout: FileLayout, write: WriteRecordsOptions['write']) {
  const hash = createHash('sha256');
  let bytes = 0;
  let replaced = 0;
  const putBytes = async (chunk: string | Uint8Array) => {
    if (chunk.length === 0) return;
    hash.update(chunk);
    bytes += Buffer.byteLength(chunk);
    await write(chunk);
  };
  const toCp932 = isCp932(layout);
  return {
    put: (chunk: string | Uint8Array): Promise<void> => {
      // Only text formats have this encoding, and their pages are strings.
      if (!toCp932 || typeof chunk !== 'string') return putBytes(chunk);
      replaced += unwritableIn(chunk).length;
      return putBytes(encodeCp932(chunk));
    },
    begin: async (): Promise<void> => {
      if (layout.encoding === 'utf-8-bom' && FORMAT_TRAITS[layout.format].isForSpreadsheets)
        await putBytes(BYTE_ORDER_MARK);
    },
    written: () => ({ bytes, sha256: hash.digest('hex'), replaced }),
  };
}

interface CopyOptions extends WriteRecordsOptions {
  readonly work: WorkFolder;
  readonly file: FileBody;
  readonly columns: readonly FileColumn[];
  readonly noticed: Noticed;
}

/** Undefined if the app has to make some cell itself, or if the rows are not in the archive. */
async function writeCopied(result: WrittenRows, options: CopyOptions): Promise<number | undefined> {
  const { layout, signal, columns, file } = options;
  if (!file.copy || recordsOf(result, layout) === 0 || !isCopied(result, layout)) return undefined;
  const copied = file.copy();
  const copying = result.copying?.bind(result) ?? (<T>(use: (atOnce: number) => Promise<T>) => use(1));
  return copying(async (atOnce) => {
    const plan = await copyPlan(result, columns, layout, signal, atOnce, copied);
    return plan && takeCopies(result, options, plan, copied, atOnce);
  });
}

/** The archive writes the next files while one is read, up to `atOnce` at a time. */
async function takeCopies(
  result: WrittenRows,
  { layout, signal, onProgress, copiedRows, work, columns, noticed }: CopyOptions,
  { names, cells, record, lists, unreadable, formulas: searched }: CopyPlan,
  copied: CopiedRows,
  atOnce: number,
): Promise<number | undefined> {
  const total = recordsOf(result, layout);
  const format: CopyFormat = {
    ...copied,
    ...(record === undefined ? {} : recordLines(record, copied)),
    ...(cells === undefined ? {} : { cells }),
    ...(lists === undefined ? {} : { lists }),
    counted: [...unreadable, ...(searched ?? [])].map(({ condition }) => condition),
  };
  const { isLines = false, areLong: isJson = false } = copied;
  const sizes = new FileSizes({
    rows: total,
    columns: columns.length,
    isLines,
    isJson,
    isMade: cells !== undefined,
    copiedRows,
  });
  const copy = async (from: number, count: number) => {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const path = await work.file(`rows-${from}`);
    const written = await result.copyRows?.(names, { from, count, format, path }, signal);
    if (written !== undefined && written.rows !== count) throw new RailbirdError('RESULT_CLOSED');
    return written && { path, ...written };
  };
  const areValues = isLines && !isJson && layout.form !== 'shown';
  let files = filesAtOnce(columns.length, atOnce, isJson ? 'json' : 'usual');
  const ahead: ReturnType<typeof copy>[] = [];
  let requested = 0;
  const request = () => {
    while (ahead.length < files && requested < total) {
      const count = sizes.next(total - requested);
      const next = copy(requested, count);
      requested += count;
      // A failure is reported when its turn comes.
      next.catch(() => undefined);
      ahead.push(next);
    }
  };
  onProgress?.(0, total);
  request();
  let records = 0;
  try {
    for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
      const written = await next;
      if (written === undefined) return undefined;
      if (areValues && written.order?.isNumbered !== true)
        files = filesAtOnce(columns.length, atOnce, 'scanned');
      // How much of a file in another order is in memory is known once it is taken.
      if (written.order === undefined) sizes.inOrder();
      request();
      records += written.rows;
      for (const [at, { column }] of unreadable.entries())
        noticed.unreadable.add(column, written.counts[at] ?? 0);
      const counted = searched && countsOf(columns.length, searched, written.counts.slice(unreadable.length));
      const { formulas, waiting } = await copied.take({ ...written, ...(counted && { formulas: counted }) });
      noticed.formulas.add(formulas);
      sizes.took(written.rows, waiting);
      onProgress?.(records, total);
    }
    return records;
  } finally {
    await Promise.allSettled(ahead);
  }
}

const recordLines = (record: string, { dialect }: CopiedRows): Pick<CopyFormat, 'list' | 'options'> => {
  const { list, options } = texts(record, dialect?.lineEnd);
  return { list, options };
};

const filesAtOnce = (columns: number, most: number, kind: keyof typeof COLUMNS_AT_ONCE): number =>
  Math.max(1, Math.min(most, Math.floor(COLUMNS_AT_ONCE[kind] / columns)));

function countsOf(columns: number, counted: readonly Counted[], counts: readonly number[]): number[] {
  const byColumn = Array.from({ length: columns }, () => 0);
  for (const [at, { column }] of counted.entries()) byColumn[column] = counts[at] ?? 0;
  return byColumn;
}

function writePages(
  result: WrittenRows,
  { layout, signal, onProgress }: WriteRecordsOptions,
  file: FileBody,
  columns: readonly FileColumn[],
  { formulas, unreadable }: Noticed,
): Promise<number> {
  const { isForSpreadsheets } = FORMAT_TRAITS[layout.format];
  const onUnreadable = (column: number, cells: number) => unreadable.add(column, cells);
  return eachPage(result, { layout, columns, signal, onProgress, onUnreadable }, (page) =>
    file.page(isForSpreadsheets ? formulas.page(page) : page),
  );
}
