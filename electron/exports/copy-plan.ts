// How the archive can write the rows of an export itself: the columns that it reads, and the SQL of each cell.

import { setImmediate } from 'node:timers/promises';
import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { FileColumn } from '#shared/exports/file-columns.ts';
import type { FileLayout, WrittenRows } from './cell-pages.ts';
import { cellSql, plainCellSql, type CellSql } from './cell-sql.ts';
import { isCp932 } from './unwritable.ts';

export interface CopyPlan {
  /** The columns that are read. */
  readonly names: readonly string[];
  /** The SQL of each cell; absent if the cells are the columns. */
  readonly cells?: readonly string[];
  /** The columns of the file with cells that cannot be read as values, and the condition that they meet. */
  readonly unreadable: readonly { readonly column: number; readonly condition: string }[];
}

/** More distinct values take longer to look at than the cells take to be written page by page. */
const MOST_DISTINCT = 100_000;

/** Whether the archive may be able to write the rows. */
export const isCopied = (result: WrittenRows, layout: FileLayout): boolean =>
  result.copyRows !== undefined && !needsCells(layout);

/**
 * Undefined if some cell has to be made by the app. `atOnce`: how many columns are looked at at a time. Errors:
 * CANCELLED, RESULT_CLOSED, those of reading.
 */
export async function copyPlan(
  result: WrittenRows,
  columns: readonly FileColumn[],
  layout: FileLayout,
  signal: AbortSignal,
  atOnce = 1,
): Promise<CopyPlan | undefined> {
  if (columns.length === 0) return undefined;
  const own = columns.map(({ column }) => column.name);
  if (layout.form === 'delivered' && layout.labels !== true) return { names: own, unreadable: [] };
  const names = [...new Set([...own, ...columns.flatMap(({ beside }) => beside ?? [])])];
  const present = new Set(result.summary.columns.map(({ name }) => name));
  const cells: CellSql[] = [];
  const left = columns.entries();
  let isPossible = true;
  const look = async (): Promise<void> => {
    for (const [at, column] of left) {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      // A column that the result does not have is empty.
      const sql = present.has(column.column.name)
        ? await sqlOf(result, column, names)
        : { sql: 'null::VARCHAR' };
      if (sql === undefined) isPossible = false;
      else cells[at] = sql;
      if (!isPossible) return;
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, look));
  if (!isPossible) return undefined;
  return {
    names,
    cells: cells.map(({ sql }) => sql),
    unreadable: cells.flatMap(({ unreadable }, column) =>
      unreadable === undefined ? [] : [{ column, condition: unreadable }],
    ),
  };
}

async function sqlOf(
  result: WrittenRows,
  column: FileColumn,
  names: readonly string[],
): Promise<CellSql | undefined> {
  const inputOf = (name: string): string => `c${names.indexOf(name)}`;
  const input = inputOf(column.column.name);
  const plain = plainCellSql(column, input);
  if (plain !== undefined) return plain;
  const values = await result.distinctValues?.(column.column.name, MOST_DISTINCT);
  return values && cellSql(column, values, input, column.beside && inputOf(column.beside));
}

/** Only the app knows CP932, and formulas are hardly ever changed in large files. */
const needsCells = (layout: FileLayout): boolean =>
  layout.composed !== undefined ||
  isCp932(layout) ||
  (layout.neutralize === true && FORMAT_TRAITS[layout.format].isForSpreadsheets);
