// The distribution of payoffs, a row for each bet type. Quantiles are of type 7: linear between the order statistics.

import type { PayoffFigures } from '#shared/bridge/results.ts';
import { BETS } from '#shared/catalogue/bets.ts';
import { readNumber } from '#shared/catalogue/reading.ts';

/**
 * Figures of the bet types that occur, in their usual order. In yen per 100 yen; payoffs that are not numbers do not
 * count.
 */
export function payoffFigures(
  bets: readonly (string | null)[],
  payoffs: readonly (string | null)[],
): PayoffFigures[] {
  const byBet = new Map<string, number[]>();
  for (const [row, bet] of bets.entries()) {
    const payoff = readNumber(payoffs[row]);
    if (bet === null || payoff === undefined) continue;
    const list = byBet.get(bet) ?? [];
    list.push(payoff);
    byBet.set(bet, list);
  }
  return BETS.flatMap(({ name }) => {
    const list = byBet.get(name);
    return list ? [figuresOf(name, list)] : [];
  });
}

function figuresOf(bet: string, payoffs: readonly number[]): PayoffFigures {
  const sorted = payoffs.toSorted((a, b) => a - b);
  const at = (share: number) => quantile(sorted, share);
  return {
    bet,
    n: sorted.length,
    min: at(0),
    p10: at(0.1),
    p25: at(0.25),
    median: at(0.5),
    mean: sorted.reduce((sum, payoff) => sum + payoff, 0) / sorted.length,
    p75: at(0.75),
    p90: at(0.9),
    max: at(1),
  };
}

/** `sorted` has at least one number; `share` is 0 to 1. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}
