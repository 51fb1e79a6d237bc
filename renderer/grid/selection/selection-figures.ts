// Count, sum, mean, median, minimum and maximum of the numbers in a selection. Pure.

import type { Statistics } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { formatBare } from '#shared/catalogue/format.ts';
import { gapAt, isBlank, NUMERIC_KINDS } from '#shared/catalogue/reading.ts';
import { quantityIn } from '#shared/filters/measure.ts';
import type { Language } from '#shared/text.ts';

type Measured = Pick<Column, 'kind' | 'unit' | 'signed'>;

/**
 * `cells[c][r]`: column c, row r, as in the records; `besides`: by column, the values that its texts are made with. Keys, codes and dates are counted and never added up, nor is a
 * zero that means "none", such as the place of a runner that did not finish.
 */
export function figuresOf(
  columns: readonly Measured[],
  cells: readonly (readonly (string | null)[])[],
  besides: readonly (readonly (string | null)[] | undefined)[] = [],
): Statistics {
  let all = 0;
  let count = 0;
  const numbers: number[] = [];
  for (const [at, column] of columns.entries()) {
    const isNumeric = NUMERIC_KINDS.has(column.kind);
    for (const [row, raw] of (cells[at] ?? []).entries()) {
      all += 1;
      if (isBlank(raw)) continue;
      count += 1;
      // A gap as it is drawn.
      const own = column.kind === 'gap' && raw !== null ? gapAt(raw, besides[at]?.[row]) : raw;
      const value = isNumeric ? quantityIn(column, own) : undefined;
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

/** A number with at most two decimals, in the notation of the screen's language. */
export const plainFigure = (value: number, language: Language): string =>
  value.toLocaleString(language, { maximumFractionDigits: Number.isInteger(value) ? 0 : 2 });

/** Kinds that are in tenths in the records, and in seconds or kilograms on screen. */
const inTenths = ({ kind, unit }: Measured): boolean =>
  kind === 'tenths' || kind === 'gap' || (kind === 'weight' && unit === '0.1 kg');

/**
 * Writes a figure over some columns as their cells are written. Undefined where some have tenths and others do not,
 * because their sum means nothing.
 */
export function figureWriter(
  columns: readonly Column[],
  language: Language,
): ((value: number) => string) | undefined {
  const numeric = columns.filter(({ kind }) => NUMERIC_KINDS.has(kind));
  const [first] = numeric;
  if (first === undefined || !inTenths(first))
    return numeric.some(inTenths) ? undefined : (value) => plainFigure(value, language);
  if (!numeric.every(({ kind, unit }) => kind === first.kind && unit === first.unit)) return undefined;
  return first.kind === 'tenths'
    ? (value) => formatBare(first, String(Math.round(value)), language)
    : (value) => plainFigure(value / 10, language);
}
