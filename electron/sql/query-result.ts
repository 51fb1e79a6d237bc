// The rows of one SELECT as a snapshot: they are written into a table of the query's own connection, which ends with it,
// and are then read like any other result. That table lies in DuckDB's memory and its temporary files, within the limits
// of the archive.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { SqlField } from '#shared/catalogue/sql-column.ts';
import { quoted } from '../archive/filter-sql.ts';
import type { Relation } from '../archive/relation.ts';
import { columnAt, rawText } from './query-text.ts';

/** Most rows of a result; a query with more is cut, and its result says so. */
export const MOST_SQL_ROWS = 500_000;
/** Most cells of a result: wide rows are fewer. */
export const MOST_SQL_CELLS = 50_000_000;
/** Most columns: what one request of the window may name. */
export const MOST_SQL_COLUMNS = 400;

export const mostRowsOf = (columns: number): number =>
  Math.min(MOST_SQL_ROWS, Math.floor(MOST_SQL_CELLS / Math.max(1, columns)));

const RESULT = quoted('__sql_result');

/**
 * Writes the rows of the query, in a transaction that has begun and can write nothing else, and ends it. Returns their
 * number. Errors: those of DuckDB.
 */
export async function keepRows(connection: DuckDBConnection, select: string): Promise<number> {
  await connection.run(`create temp table ${RESULT} as ${select}`);
  await connection.run('commit');
  const counted = await connection.runAndReadAll(`select count(*) from ${RESULT}`);
  return Number(counted.getRows()[0]?.[0]);
}

/** The kept rows in the order of the query. */
export function resultRelation(fields: readonly SqlField[]): Relation {
  const expressions = new Map(fields.map((field, at) => [field.name, rawText(field.type, columnAt(at))]));
  return {
    table: RESULT,
    order: 'rowid',
    awaits: 'false',
    select: (names, clause) => ({
      from: `${RESULT} ${clause}`,
      rowid: 'rowid',
      list: names.flatMap((name) => expressions.get(name) ?? []),
      pointers: [],
      isScan: true,
    }),
  };
}
