// Records of CSV or TSV as one text each, in SQL. With a cell for each column a file took a third longer: DuckDB's writer
// looks for what needs quotes in each cell, and needs each as a value of its own, where a text is put together from what
// blocks of columns list. Only if every record needs quotes does this take a quarter longer, and 40 MB more.

import { literal } from '../archive/filter-sql.ts';
import type { CellSql } from './cell-sql.ts';
import type { Dialect } from './file-format.ts';

/** A record of the cells `c0`, `c1` and so on, of which an empty text is none. */
export function recordSql(cells: readonly (CellSql | undefined)[], { delimiter }: Dialect): string {
  const special = `["\r\n${delimiter}]`;
  const names = cells.map((_, at) => `c${at}`);
  const joined = `concat(${names.join(`, ${literal(delimiter)}, `)})`;
  const unknown = names.filter((_, at) => cells[at]?.isQuoted !== true);
  if (unknown.length === 0) return joined;
  // Hardly any record needs quotes, so all texts that may need them are looked at as one. For those few, a list takes the
  // memory of its cells; an expression for each column would take some of every column, even if it is never evaluated.
  const places = cells.flatMap((each, at) => (each?.isQuoted === true ? [] : [at + 1]));
  const quoted = `list_transform([${names.join(', ')}], lambda cell, place:
    case when place in (${places.join(', ')}) and regexp_matches(cell, '${special}')
      then concat('"', replace(cell, '"', '""'), '"') else coalesce(cell, '') end)`;
  return `case when regexp_matches(concat(${unknown.join(', ')}), '${special}')
    then array_to_string(${quoted}, ${literal(delimiter)}) else ${joined} end`;
}
