// Selects rows from the two tables of a pair (that of the day and the past one): of two rows for the same record the
// one fetched later.

import type { TableCode } from '#shared/catalogue/table.ts';
import { quoted } from '../archive/filter-sql.ts';

/** Selects all columns, one row for each `by`. `where` occurs twice, each time with its values. */
export function latest(tables: readonly TableCode[], where: string, by: string): string {
  const selects = tables.map((code) => `select * from ${quoted(code)} ${where}`).join(' union all by name ');
  return `select * from (${selects}) qualify row_number() over (partition by ${by} order by __fetched_at desc) = 1`;
}
