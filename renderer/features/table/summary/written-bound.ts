// The bounds of a histogram's bins, in the figures that the data is written in. Pure.

import type { CountedValue } from '#shared/bridge/row-query.ts';

/** Digits behind the point in the values of a column. */
export const decimalsOf = (values: readonly CountedValue[]): number =>
  Math.max(0, ...values.map(({ raw }) => /\.(\d+)\s*$/.exec(raw ?? '')?.[1]?.length ?? 0));

/**
 * The first value at or above a bound that can be written with so many digits: the same records lie on either side of
 * it, and a person can read it.
 */
export function writtenBound(bound: number, decimals: number): number {
  const scale = 10 ** decimals;
  // A bound that is one already comes with the error of binary fractions.
  return Math.ceil(Number((bound * scale).toPrecision(12))) / scale;
}
