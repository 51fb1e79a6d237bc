// Sorts rows by a column's codes by counting them: two passes, whatever the values.

import type { CodedColumn } from './coded-column.ts';

/** Blanks, and zeros that mean none, last in either direction; ties keep their order in `rows`. */
export function countingSort(rows: Uint32Array, column: CodedColumn, descending: boolean): Uint32Array {
  const { codes, filled } = column;
  let last = 0;
  for (let code = 0; code < filled; code += 1) if (!column.isNone(code)) last += 1;
  // All that have no value share the last rank, so they keep their order.
  const rankOf = new Uint32Array(column.kinds).fill(last);
  for (let code = 0, rank = 0; code < filled; code += 1) {
    if (column.isNone(code)) continue;
    rankOf[code] = descending ? last - 1 - rank : rank;
    rank += 1;
  }
  const next = new Uint32Array(last + 2);
  for (let at = 0; at < rows.length; at += 1) {
    const rank = rankOf[codes[rows[at] ?? 0] ?? 0] ?? 0;
    next[rank + 1] = (next[rank + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank <= last; rank += 1) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const rank = rankOf[codes[row] ?? 0] ?? 0;
    const place = next[rank] ?? 0;
    sorted[place] = row;
    next[rank] = place + 1;
  }
  return sorted;
}
