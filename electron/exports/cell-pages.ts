// The cells of a file page by page, as its form has them, and what was noticed about them.

import { setImmediate } from 'node:timers/promises';
import type { ExportRequest } from '#shared/bridge/exports.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import { RailbirdError } from '#shared/errors.ts';
import { fileColumns, type FileColumn, type ShownText } from '#shared/exports/file-columns.ts';
import type { Cell } from '#shared/exports/typed-value.ts';
import type { Result } from '../results/result.ts';
import type { CellPage } from './file-format.ts';

export type FileLayout = Pick<
  ExportRequest,
  | 'columns'
  | 'format'
  | 'form'
  | 'header'
  | 'labels'
  | 'encoding'
  | 'neutralize'
  | 'language'
  | 'names'
  | 'replaceUnwritable'
  | 'composed'
>;

/** The rows of a result as they are filtered and sorted. */
export type WrittenRows = Pick<
  Result,
  'columns' | 'summary' | 'rows' | 'cells' | 'copyRows' | 'copying' | 'distinctValues' | 'textEnds'
> & {
  /** The texts of the screen, if they are not those of a grid's cells. */
  readonly shown?: ShownText;
};

/** Small enough to react to a cancellation at once, large enough that the overhead of reading is small. */
const PAGE_RECORDS = 1000;
/**
 * A column is read completely for its first page: reading all 276 of a table at once would block the app for seconds.
 */
const COLUMNS_AT_ONCE = 16;

/** The columns of the file; those on screen if the window composed the cells. */
export function columnsOf(
  result: Pick<WrittenRows, 'columns' | 'shown'>,
  layout: FileLayout,
): readonly FileColumn[] {
  const columns = new Map(result.columns.map((column) => [column.name, column]));
  const { composed } = layout;
  if (!composed) return fileColumns(layout.columns, columns, { ...layout, shown: result.shown });
  return composed.columns.map(({ name, label }) => ({
    name,
    label,
    column: { ...unknownColumn(name), label },
    value: 'text',
    cell: (raw) => raw,
    made: (raw) => raw,
  }));
}

/** How many records the file has. */
export const recordsOf = (result: Pick<WrittenRows, 'rows'>, { composed }: FileLayout): number =>
  composed?.rows.length ?? result.rows;

export interface PagesOptions {
  readonly layout: FileLayout;
  readonly columns: readonly FileColumn[];
  readonly signal: AbortSignal;
  readonly onProgress?: ((written: number, total: number) => void) | undefined;
  /** Called for cells that could not be read as values, by the index of their column. */
  readonly onUnreadable?: (column: number, cells: number) => void;
}

/** Passes on every page. Errors: CANCELLED, RESULT_CLOSED, those of reading and of `use`. Returns the number of rows. */
export async function eachPage(
  result: WrittenRows,
  options: PagesOptions,
  use: (page: CellPage) => void | Promise<void>,
): Promise<number> {
  const { layout, signal, onProgress } = options;
  const total = recordsOf(result, layout);
  let records = 0;
  onProgress?.(0, total);
  while (records < total) {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const count = Math.min(PAGE_RECORDS, total - records);
    await use(
      layout.composed
        ? composedPage(layout.composed.rows, records, count)
        : await formed(result, options, records, count),
    );
    records += count;
    onProgress?.(records, total);
    // Writing to a fast disk never yields, and the window's queries must be answered meanwhile.
    await setImmediate();
  }
  return records;
}

const composedPage = (rows: readonly (readonly Cell[])[], from: number, count: number): CellPage =>
  Array.from({ length: rows[0]?.length ?? 0 }, (_, column) =>
    rows.slice(from, from + count).map((row) => row[column] ?? null),
  );

async function formed(
  result: WrittenRows,
  options: PagesOptions,
  from: number,
  count: number,
): Promise<CellPage> {
  const { layout, columns, onUnreadable } = options;
  const raw = await rawPage(result, options, from, count);
  if (layout.form === 'delivered' && layout.labels !== true) return raw;
  const besides = await besidesOf(result, columns, from, count);
  return columns.map(({ cell, beside = '' }, at) => {
    let unreadable = 0;
    const others = besides.get(beside);
    const cells = (raw[at] ?? []).map((each, row) => {
      const made = cell(each, others?.[row]);
      if (made === undefined) unreadable += 1;
      return made ?? null;
    });
    if (unreadable > 0) onUnreadable?.(at, unreadable);
    return cells;
  });
}

/** By name, the cells of the columns that others are shown with; the result may have them beside its own columns. */
async function besidesOf(
  result: WrittenRows,
  columns: readonly FileColumn[],
  from: number,
  count: number,
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const names = [...new Set(columns.flatMap(({ beside }) => beside ?? []))];
  const cells = names.length === 0 ? [] : await result.cells(names, from, count);
  return new Map(names.map((name, at) => [name, cells[at] ?? []]));
}

/** The raw cells behind each column of the file. A column that the result does not have is empty. */
async function rawPage(
  result: WrittenRows,
  { columns, signal }: PagesOptions,
  from: number,
  count: number,
): Promise<readonly (readonly (string | null)[])[]> {
  const names = columns.map(({ column }) => column.name);
  const cached = new Set(result.summary.columns.map((column) => column.name));
  const present = [...new Set(names)].filter((name) => cached.has(name));
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
