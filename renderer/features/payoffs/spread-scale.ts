// The positions of amounts on the common logarithmic scale of the spread bars. Pure.

import type { Spread } from '#shared/bridge/payoffs.ts';

/** The smallest possible payoff: the stake itself. */
const LEAST = 100;

const mostOf = (figures: readonly Spread[]): number =>
  Math.max(LEAST * 10, ...figures.map((each) => each.max));

/** Maps an amount to percent of the bar's width, from the stake to the largest payoff of all rows. */
export function spreadScale(figures: readonly Spread[]): (amount: number) => number {
  const width = Math.log10(mostOf(figures) / LEAST);
  return (amount) => (100 * Math.log10(Math.max(LEAST, amount) / LEAST)) / width;
}

/** The amounts of the scale's ticks: each ten times the one before, from the stake on. */
export function spreadTicks(figures: readonly Spread[]): readonly number[] {
  const count = Math.floor(Math.log10(mostOf(figures) / LEAST) + 1e-9) + 1;
  return Array.from({ length: count }, (_, power) => LEAST * 10 ** power);
}
