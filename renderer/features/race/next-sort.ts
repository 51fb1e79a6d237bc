// The sort order after a click on a column header.

import type { Sort } from '#shared/bridge/source.ts';

type Direction = Sort[number]['direction'];

/** Most columns of a sort order. */
export const MOST_SORT_COLUMNS = 4;

/**
 * The first direction, then the other, then not at all. With `add` (shift) the other columns of the order stay;
 * a fifth column replaces the fourth. `first`: descending if high values are best.
 */
export function nextSort(sort: Sort, column: string, add: boolean, first: Direction = 'ascending'): Sort {
  const at = sort.findIndex((each) => each.column === column);
  const present = sort[at];
  if (present === undefined) {
    const fresh = { column, direction: first };
    return add ? [...sort.slice(0, MOST_SORT_COLUMNS - 1), fresh] : [fresh];
  }
  const others = add ? sort : sort.filter((each) => each.column === column);
  if (present.direction === first) {
    const direction = first === 'ascending' ? 'descending' : 'ascending';
    return others.map((each) => (each.column === column ? { column, direction } : each));
  }
  return others.filter((each) => each.column !== column);
}
