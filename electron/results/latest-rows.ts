// Rows of the two tables of a pair (that of the day and the past one), each once: the one fetched later.

import type { TableCode } from '#shared/catalogue/table.ts';
import { quoted } from '../archive/filter-sql.ts';

/** A select of all columns, a row for each `by`; `where` stands in it twice, with its values. */
export function latest(tables: readonly TableCode[], where: string, by: string): string {
  const selects = tables.map((code) => `select * from ${quoted(code)} ${where}`).join(' union all by name ');
  return `select * from (${selects}) qualify row_number() over (partition by ${by} order by __fetched_at desc) = 1`;
}
