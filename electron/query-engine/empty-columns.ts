// Which columns are blank in every row that passes, without loading all of them: most columns show a value in the first
// rows.

import { isBlank } from '#shared/catalogue/reading.ts';
import type { RowSet } from './row-set.ts';

/** Rows that are read before whole columns are loaded. */
const FIRST_ROWS = 400;
/** Columns that are loaded together. */
const AT_ONCE = 3;

/** In the order of `names`. Errors: CANCELLED, RESULT_CLOSED, those of reading. */
export async function emptyColumns(
  rowSet: RowSet,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const empty = new Set(await rowSet.blankEverywhere(names));
  const loaded = new Set(rowSet.loaded().columns);
  const others = names.filter((name) => !empty.has(name));
  if (rowSet.rows < rowSet.records) {
    const amongLoaded = others.filter((name) => loaded.has(name));
    for (const name of await rowSet.query('blank', { columns: amongLoaded }, signal)) empty.add(name);
    const missing = others.filter((name) => !loaded.has(name));
    const cells = await rowSet.cells(missing, 0, FIRST_ROWS);
    const doubtful = missing.filter((_, index) => cells[index]?.every(isBlank));
    for (let at = 0; at < doubtful.length; at += AT_ONCE) {
      const columns = doubtful.slice(at, at + AT_ONCE);
      const blank = rowSet.rows <= FIRST_ROWS ? columns : await rowSet.query('blank', { columns }, signal);
      for (const name of blank) empty.add(name);
    }
  }
  return names.filter((name) => empty.has(name));
}
