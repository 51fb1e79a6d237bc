// Count, sum, mean, median and ends of the numbers in a selection. Pure.

import type { Statistics } from '#shared/bridge/arranged.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { isBlank, NUMERIC_KINDS, readNumber } from '#shared/catalogue/reading.ts';

/** `cells[c][r]`: column c, row r, as the records have them. Keys, codes and dates are counted and never added up. */
export function figuresOf(
  columns: readonly Pick<Column, 'kind'>[],
  cells: readonly (readonly (string | null)[])[],
): Statistics {
  let all = 0;
  let count = 0;
  const numbers: number[] = [];
  for (const [at, column] of columns.entries()) {
    const isNumeric = NUMERIC_KINDS.has(column.kind);
    for (const raw of cells[at] ?? []) {
      all += 1;
      if (isBlank(raw)) continue;
      count += 1;
      const value = isNumeric ? readNumber(raw) : undefined;
      if (value !== undefined) numbers.push(value);
    }
  }
  if (numbers.length === 0) return { cells: all, count, numbers: 0 };
  numbers.sort((a, b) => a - b);
  const sum = numbers.reduce((total, value) => total + value, 0);
  const half = numbers.length >> 1;
  const upper = numbers[half] ?? 0;
  return {
    cells: all,
    count,
    numbers: numbers.length,
    sum,
    mean: sum / numbers.length,
    median: numbers.length % 2 === 1 ? upper : ((numbers[half - 1] ?? 0) + upper) / 2,
    min: numbers[0] ?? 0,
    max: numbers.at(-1) ?? 0,
  };
}
