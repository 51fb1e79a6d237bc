// A file of JSON lines as a table that DuckDB reads by itself.

import type { SpooledLines } from '../service-client/spool.ts';
import { quoted } from './filter-sql.ts';

/** DuckDB holds twice this for each thread; lines are cut in such pieces to be read side by side. */
const LEAST_BUFFER = 1024 * 1024;

/** With `?` for the path. Every column is read as the text that it is. */
export function linesOf(lines: SpooledLines, columns: readonly string[]): string {
  const types = columns.map((column) => `${quoted(column)}: 'VARCHAR'`).join(', ');
  const most = Math.max(LEAST_BUFFER, lines.longest * 2);
  return `read_json(?, format = 'newline_delimited', maximum_object_size = ${most}, columns = {${types}})`;
}
