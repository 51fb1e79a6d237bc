// Sorts rows by a column's codes by counting them: two passes, whatever the values.

import { isBeyondDouble } from '#shared/catalogue/reading.ts';
import type { CodedColumn } from './coded-column.ts';

/**
 * Blanks, and zeros that mean none, last in either direction; ties keep their order in `rows`. A number in two spellings,
 * as results and cards have them, is a tie.
 */
export function countingSort(rows: Uint32Array, column: CodedColumn, descending: boolean): Uint32Array {
  const { codes, filled, numbers } = column;
  const rankOf = new Uint32Array(column.kinds);
  let last = 0;
  for (let code = 0, before: number | undefined; code < filled; code += 1) {
    if (column.isNone(code)) continue;
    const number = numbers?.[code];
    // Several numbers beyond 2^53 have the same double.
    const isSame = number !== undefined && number === before && !isBeyondDouble(number);
    if (!isSame) last += 1;
    rankOf[code] = last - 1;
    before = number;
  }
  // All that have no value share the last rank, so they keep their order.
  for (let code = 0; code < column.kinds; code += 1) {
    if (column.isNone(code)) rankOf[code] = last;
    else if (descending) rankOf[code] = last - 1 - (rankOf[code] ?? 0);
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
