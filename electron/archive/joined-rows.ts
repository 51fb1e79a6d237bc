// The columns of a relation's rows as texts of many rows each (joined-columns.ts).

import type { DuckDBConnection } from '@duckdb/node-api';
import type { JoinedText } from '../query-engine/text-coder.ts';
import type { SqlFilter } from './filter-sql.ts';
import { joinedColumns } from './joined-columns.ts';
import type { Relation } from './relation.ts';

export interface JoinedRows {
  readonly relation: Relation;
  readonly where: SqlFilter;
  readonly names: readonly string[];
  /** Joins with escapes, for columns in which a value contains the separator. */
  readonly escaped: boolean;
}

/** All rows at once. `isFew` as for `Relation.select`. Errors: those of DuckDB. */
export function joinedRows(
  connection: DuckDBConnection,
  { relation, where, names, escaped }: JoinedRows,
  isFew = false,
): Promise<readonly JoinedText[]> {
  const { from, rowid, list, pointers } = relation.select(names, `where ${where.sql}`, isFew);
  return joinedColumns(connection, {
    expressions: list,
    rowid,
    from,
    values: [...pointers, ...where.values],
    escaped,
  });
}

/**
 * Rows that are read by one query: until its end it holds all that it joins, 76 MB for half a million rows of two columns
 * (measured). Each query takes some milliseconds more.
 */
const ROWS_AT_ONCE = 131_072;
/** Numbers of rows that are never parted. */
const NUMBERS_TOGETHER = 16_384;

/** The rows, whose numbers are `rowids`, in parts. Errors: those of DuckDB. */
export async function joinedInParts(
  connection: DuckDBConnection,
  { where, ...rest }: JoinedRows,
  rowids: Int32Array,
): Promise<readonly JoinedText[]> {
  if (rowids.length <= ROWS_AT_ONCE) return joinedRows(connection, { where, ...rest });
  const pieces: JoinedText[] = [];
  for (const [from, to] of partsOf(rowids)) {
    const sql = `(${where.sql}) and rowid >= ${from} and rowid < ${to}`;
    pieces.push(...(await joinedRows(connection, { ...rest, where: { sql, values: where.values } })));
  }
  return pieces;
}

/** Ranges of numbers that have up to so many of the rows each, and all of them together: `to` is not included. */
export function partsOf(
  rowids: Int32Array,
  most = ROWS_AT_ONCE,
): readonly (readonly [from: number, to: number])[] {
  const counts: number[] = [];
  for (const rowid of rowids) {
    const at = Math.floor(rowid / NUMBERS_TOGETHER);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const parts: (readonly [number, number])[] = [];
  let [from, rows] = [0, 0];
  for (let at = 0; at < counts.length; at += 1) {
    const more = counts[at] ?? 0;
    if (rows > 0 && rows + more > most) {
      parts.push([from, at * NUMBERS_TOGETHER]);
      [from, rows] = [at * NUMBERS_TOGETHER, 0];
    }
    rows += more;
  }
  return rows > 0 ? [...parts, [from, counts.length * NUMBERS_TOGETHER]] : parts;
}
