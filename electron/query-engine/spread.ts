// How numbers spread: quantiles, mean, and shares above thresholds.

import type { Spread } from '#shared/bridge/payoffs.ts';

/** Quantile of type 7: linear between the order statistics. `sorted` has at least one number; `share` is 0 to 1. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** How many of the sorted numbers are less than `bound`. */
export function countBelow(sorted: ArrayLike<number>, bound: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** `sorted` has at least one number, of so many races. */
export function spreadOf(sorted: Float64Array, races: number, thresholds: readonly number[]): Spread {
  const at = (share: number): number => quantile(sorted, share);
  return {
    n: sorted.length,
    races,
    min: at(0),
    p10: at(0.1),
    p25: at(0.25),
    median: at(0.5),
    mean: sorted.reduce((sum, each) => sum + each, 0) / sorted.length,
    p75: at(0.75),
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
    above: thresholds.map((threshold) => sorted.length - countBelow(sorted, threshold)),
  };
}
