// Sorts rows by a column's codes by counting them: two passes, whatever the values.

import type { CodedColumn } from './coded-column.ts';

/** Blanks last in either direction; ties keep their order in `rows`. */
export function countingSort(rows: Uint32Array, column: CodedColumn, descending: boolean): Uint32Array {
  const { codes, filled } = column;
  // All blanks share the last rank, so they keep their order.
  const rankOf = new Uint32Array(column.kinds).fill(filled);
  for (let code = 0; code < filled; code += 1) rankOf[code] = descending ? filled - 1 - code : code;
  const next = new Uint32Array(filled + 2);
  for (let at = 0; at < rows.length; at += 1) {
    const rank = rankOf[codes[rows[at] ?? 0] ?? 0] ?? 0;
    next[rank + 1] = (next[rank + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank <= filled; rank += 1) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
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
