// The bounds of a histogram's bins, with as many decimals as the data, and the figures of its column. Pure.

import type { CountedValue } from '#shared/bridge/row-query.ts';

/** Decimals of a column's values. */
export const decimalsOf = (values: readonly CountedValue[]): number =>
  Math.max(0, ...values.map(({ raw }) => /\.(\d+)\s*$/.exec(raw ?? '')?.[1]?.length ?? 0));

/**
 * The first value at or above a bound that fits in this number of decimals: the same records are on either side
 * of it, and it is readable.
 */
export function writtenBound(bound: number, decimals: number): number {
  const scale = 10 ** decimals;
  // A bound that already has this number of decimals comes with the rounding error of binary fractions.
  return Math.ceil(Number((bound * scale).toPrecision(12))) / scale;
}

/** Digits of a figure that is computed, such as a mean. */
const DIGITS = 6;

/** A figure without the digits that only its computation makes; whole numbers have all of theirs. */
export const writtenFigure = (value: number): number =>
  Number(value.toPrecision(Math.max(DIGITS, String(Math.trunc(Math.abs(value))).length)));
