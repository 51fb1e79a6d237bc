// How sure a share is: Wilson's score interval, which also holds near none and all, where others collapse.

import type { Interval } from './resampling.ts';

/** Of the normal distribution: 95 of 100 lie within so many standard deviations. */
const WITHIN = 1.959963984540054;

/** In percent, for `hits` of `n` independent trials; undefined without a trial. */
export function wilsonInterval(hits: number, n: number): Interval | undefined {
  if (n === 0) return undefined;
  const share = hits / n;
  const square = WITHIN ** 2;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const half = (WITHIN / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return { low: 100 * Math.max(0, middle - half), high: 100 * Math.min(1, middle + half) };
}
