// Where amounts stand on the common logarithmic scale of the spread bars. Pure.

import type { PayoffFigures } from '#shared/bridge/results.ts';

/** Smallest payoff there is: the stake itself. */
const LEAST = 100;

/** From the stake to the largest payoff of all bets: amount to per cent of the bar's width. */
export function spreadScale(figures: readonly PayoffFigures[]): (amount: number) => number {
  const most = Math.max(LEAST * 10, ...figures.map((each) => each.max));
  const width = Math.log10(most / LEAST);
  return (amount) => (100 * Math.log10(Math.max(LEAST, amount) / LEAST)) / width;
}
