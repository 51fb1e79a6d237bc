// The positions of amounts on the common logarithmic scale of the spread bars. Pure.

import type { PayoffFigures } from '#shared/bridge/results.ts';

/** The smallest possible payoff: the stake itself. */
const LEAST = 100;

/** Maps an amount to percent of the bar's width, from the stake to the largest payoff of all bets. */
export function spreadScale(figures: readonly PayoffFigures[]): (amount: number) => number {
  const most = Math.max(LEAST * 10, ...figures.map((each) => each.max));
  const width = Math.log10(most / LEAST);
  return (amount) => (100 * Math.log10(Math.max(LEAST, amount) / LEAST)) / width;
}
