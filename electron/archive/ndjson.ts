// A file of JSON lines as a table that DuckDB reads directly.

import type { SpooledLines } from '../service-client/spool.ts';
import { quoted } from './filter-sql.ts';

/** DuckDB buffers twice this for each thread; it cuts the lines into pieces of this size to read them in parallel. */
const LEAST_BUFFER = 1024 * 1024;

/** With a `?` for the path. Every column is read as its text. */
export function linesOf(lines: SpooledLines, columns: readonly string[]): string {
  const types = columns.map((column) => `${quoted(column)}: 'VARCHAR'`).join(', ');
  const most = Math.max(LEAST_BUFFER, lines.longest * 2);
  return `read_json(?, format = 'newline_delimited', maximum_object_size = ${most}, columns = {${types}})`;
}
