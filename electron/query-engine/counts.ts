// Counts how often each code of a column occurs among rows, for lists of values, profiles and statistics.

import type { CodedColumn } from './coded-column.ts';

/** The number of rows with each code. */
export function countCodes(column: CodedColumn, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(column.kinds);
  const { codes } = column;
  for (let at = 0; at < rows.length; at += 1) {
    const code = codes[rows[at] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** The codes that occur, the most frequent first, ties in the column's order. */
export const byFrequency = (codes: readonly number[], counts: Uint32Array): number[] =>
  codes.toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);

/** Numbers in ascending order, with how often each occurs. */
export interface Weighted {
  readonly numbers: readonly number[];
  readonly counts: readonly number[];
  readonly total: number;
}

/** The numeric values; their codes are in ascending order. */
export function weightedNumbers(column: CodedColumn, counts: Uint32Array): Weighted {
  const numbers: number[] = [];
  const times: number[] = [];
  let total = 0;
  for (let code = 0; code < column.filled; code += 1) {
    const count = counts[code] ?? 0;
    const number = column.quantity(code);
    if (count === 0 || Number.isNaN(number)) continue;
    numbers.push(number);
    times.push(count);
    total += count;
  }
  return { numbers, counts: times, total };
}

/** The number at a position, counted from 0, with each number repeated as often as it occurs. */
function numberAt({ numbers, counts }: Weighted, place: number): number {
  let passed = 0;
  for (const [index, count] of counts.entries()) {
    passed += count;
    if (place < passed) return numbers[index] ?? NaN;
  }
  return numbers.at(-1) ?? NaN;
}

/** Quantile of type 7: linear between the order statistics. `share` is 0 to 1. */
export function weightedQuantile(weighted: Weighted, share: number): number {
  const place = (weighted.total - 1) * share;
  const below = numberAt(weighted, Math.floor(place));
  const above = numberAt(weighted, Math.ceil(place));
  return below + (above - below) * (place - Math.floor(place));
}

export const weightedSum = ({ numbers, counts }: Weighted): number =>
  numbers.reduce((sum, number, index) => sum + number * (counts[index] ?? 0), 0);
