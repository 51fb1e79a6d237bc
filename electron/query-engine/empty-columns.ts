// Which columns are blank in every arranged row, without holding all of them for it: most columns show a value in the
// first rows that are looked at.

import { isBlank } from '#shared/catalogue/reading.ts';
import type { RowSet } from './row-set.ts';

/** Rows that are read by themselves before a column is held for the question. */
const FIRST_ROWS = 400;
/** Columns that are held at once. */
const AT_ONCE = 3;

/** In the order of `names`. Errors: CANCELLED, RESULT_CLOSED, those of reading. */
export async function emptyColumns(
  view: RowSet,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const empty = new Set(await view.blankEverywhere(names));
  const loaded = new Set(view.loaded().columns);
  const others = names.filter((name) => !empty.has(name));
  if (view.rows < view.records) {
    const ofLoaded = others.filter((name) => loaded.has(name));
    for (const name of await view.ask('blank', { columns: ofLoaded }, signal)) empty.add(name);
    const missing = others.filter((name) => !loaded.has(name));
    const cells = await view.cells(missing, 0, FIRST_ROWS);
    const doubtful = missing.filter((_, index) => cells[index]?.every(isBlank));
    for (let at = 0; at < doubtful.length; at += AT_ONCE) {
      const columns = doubtful.slice(at, at + AT_ONCE);
      const blank = view.rows <= FIRST_ROWS ? columns : await view.ask('blank', { columns }, signal);
      for (const name of blank) empty.add(name);
    }
  }
  return names.filter((name) => empty.has(name));
}
