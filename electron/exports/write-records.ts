// Writes the records of an open result page by page: to a file, or to a terminal's output.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import type { ExportRequest } from '#shared/bridge/exports.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Result } from '../results/result.ts';
import type { CellPage, FileBody, SelectedRows } from './file-format.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { FormulaCheck } from './formula.ts';
import { decode, glyphOf } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';

export type FileLayout = Pick<
  ExportRequest,
  'columns' | 'format' | 'header' | 'values' | 'byteOrderMark' | 'neutralize' | 'language'
>;

export interface WriteRecordsOptions {
  readonly layout: FileLayout;
  readonly signal: AbortSignal;
  /** A folder for what is stored until the end. */
  readonly folder: string;
  /** Resolves when there is room for more. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  readonly onProgress?: (written: number, total: number) => void;
  /** Rows per selection; tests use fewer. */
  readonly selectedRows?: number;
}

export interface WrittenRecords {
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Cells that a spreadsheet would read as a formula, including those of the header. */
  readonly formulas: number;
  /** The names of their columns. */
  readonly formulaColumns: string[];
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Small enough to react to a cancellation at once, large enough that the overhead of reading is small. */
const PAGE_RECORDS = 1000;
/**
 * A column is read completely for its first page: reading all 276 of a table at once would block the app for seconds.
 */
const COLUMNS_AT_ONCE = 16;
/**
 * Cells per selection, about a second's work. A selection cannot be interrupted, since that would end the transaction
 * that the open result reads in, and other reads of the result wait for it. Each selection scans the whole table, so a
 * wide table takes more cells at once.
 */
const SELECTED_CELLS = 2_000_000;
const LEAST_SELECTED_ROWS = 25_000;

/** The rows of a result as they are filtered and sorted. */
export type WrittenRows = Pick<Result, 'columns' | 'summary' | 'rows' | 'cells' | 'select'>;

/** Errors: CANCELLED; those of reading the result and of `write`. */
export async function writeRecords(
  result: WrittenRows,
  options: WriteRecordsOptions,
): Promise<WrittenRecords> {
  const { layout, signal } = options;
  const columns = new Map(result.columns.map((column) => [column.name, column]));
  const fields = layout.columns.map((name) => ({ name, type: columns.get(name)?.type ?? ('S?' as const) }));
  const hash = createHash('sha256');
  let bytes = 0;
  const put = async (chunk: string | Uint8Array) => {
    if (chunk.length === 0) return;
    hash.update(chunk);
    bytes += Buffer.byteLength(chunk);
    await options.write(chunk);
  };
  const checks = new FormulaCheck(layout.neutralize === true);
  const { folder } = options;
  const format = FILE_FORMATS[layout.format];
  const plainHeader = headerCells(layout, columns);
  const { isForSpreadsheets } = FORMAT_TRAITS[layout.format];
  const header = isForSpreadsheets ? checks.header(plainHeader) : plainHeader;
  if (layout.byteOrderMark === true && isForSpreadsheets) await put(BYTE_ORDER_MARK);
  const file = await format.begin({ fields, header, folder, signal, write: put });
  try {
    const records =
      (await writeSelected(result, options, file.selected, checks)) ??
      (await writePages(result, options, file, columns, checks));
    await file.end();
    const formulas = { formulas: checks.count, formulaColumns: checks.columnsOf(layout.columns) };
    return { records, ...formulas, bytes, sha256: hash.digest('hex') };
  } finally {
    await file.release();
  }
}

/** Undefined if the format or the values need the cells, or if the rows are not in the archive. */
async function writeSelected(
  result: WrittenRows,
  { layout, signal, onProgress, selectedRows }: WriteRecordsOptions,
  selected: SelectedRows | undefined,
  checks: FormulaCheck,
): Promise<number | undefined> {
  const { columns, values, neutralize } = layout;
  const total = result.rows;
  const isChanged =
    values !== 'raw' || (neutralize === true && FORMAT_TRAITS[layout.format].isForSpreadsheets);
  if (!selected || isChanged || columns.length === 0 || total === 0) return undefined;
  const most = selectedRows ?? Math.max(LEAST_SELECTED_ROWS, Math.floor(SELECTED_CELLS / columns.length));
  let records = 0;
  while (records < total) {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const count = Math.min(most, total - records);
    const answer = result.select?.(columns, records, count, selected.sql, signal);
    if (!answer) return undefined;
    if (records === 0) onProgress?.(0, total);
    const { rows, formulas } = await selected.take(await answer);
    if (rows !== count) throw new RailbirdError('RESULT_CLOSED');
    checks.add(formulas);
    records += count;
    onProgress?.(records, total);
  }
  return records;
}

async function writePages(
  result: WrittenRows,
  options: WriteRecordsOptions,
  file: FileBody,
  columns: ReadonlyMap<string, Column>,
  checks: FormulaCheck,
): Promise<number> {
  const { layout, signal } = options;
  const { isForSpreadsheets } = FORMAT_TRAITS[layout.format];
  const total = result.rows;
  let records = 0;
  options.onProgress?.(0, total);
  while (records < total) {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const count = Math.min(PAGE_RECORDS, total - records);
    const page = shownPage(await pageOf(result, options, records, count), layout, columns);
    await file.page(isForSpreadsheets ? checks.page(page) : page);
    records += count;
    options.onProgress?.(records, total);
    // Writing to a fast disk never yields, and the window's queries must be answered meanwhile.
    await setImmediate();
  }
  return records;
}

/** Cells of the requested columns. A column that the result does not have is empty, so that a layout stays the same. */
async function pageOf(
  result: WrittenRows,
  { layout, signal }: WriteRecordsOptions,
  from: number,
  count: number,
): Promise<CellPage> {
  const names = layout.columns;
  const cached = new Set(result.summary.columns.map((column) => column.name));
  const present = names.filter((name) => cached.has(name));
  const byName = new Map<string, readonly (string | null)[]>();
  for (let at = 0; at < present.length; at += COLUMNS_AT_ONCE) {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const some = present.slice(at, at + COLUMNS_AT_ONCE);
    const cells = await result.cells(some, from, count);
    for (const [index, name] of some.entries()) byName.set(name, cells[index] ?? []);
    if (from === 0) await setImmediate();
  }
  const empty = Array.from({ length: count }, () => null);
  const page = names.map((name) => byName.get(name) ?? empty);
  if (page.some((column) => column.length !== count)) throw new RailbirdError('RESULT_CLOSED');
  return page;
}

function shownPage(
  page: CellPage,
  { values, columns: names, language }: FileLayout,
  columns: ReadonlyMap<string, Column>,
): CellPage {
  if (values === 'raw') return page;
  return page.map((cells, index) => {
    const column = columns.get(names[index] ?? '');
    return column === undefined ? cells : cells.map((cell) => shownValue(column, cell, language));
  });
}

/** Always one line, so that every reader finds the first record on the second line. */
export function headerCells(
  request: Pick<ExportRequest, 'columns' | 'header' | 'language'>,
  columns: ReadonlyMap<string, Column>,
): string[] {
  return request.columns.map((name) => {
    const label = columns.get(name)?.label[request.language] ?? name;
    switch (request.header) {
      case 'name':
        return name;
      case 'label':
        return label;
      case 'both':
        return label === name ? name : `${name} (${label})`;
    }
  });
}

/** Numbers, dates and times stay unformatted, so that programs can read them; an unknown code stays raw. */
export function shownValue(column: Column, value: string | null, language: Language): string | null {
  if (value === null || value === '') return value;
  const glyph = column.kind === 'mark' ? glyphOf(column, value) : undefined;
  return glyph ?? decode(column, value, language) ?? value;
}
