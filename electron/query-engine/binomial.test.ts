// Draws from binomial distributions beside the probability of each number of successes.

import { expect, it } from 'vitest';
import { drawBinomial, randomNumbers } from './binomial.ts';

const DRAWS = 40_000;

/** The probability of each number of successes, from one to the next. */
function probabilities(trials: number, probability: number): number[] {
  const logs = [trials * Math.log1p(-probability)];
  for (let k = 1; k <= trials; k += 1)
    logs.push(
      (logs[k - 1] ?? 0) + Math.log((trials - k + 1) / k) + Math.log(probability / (1 - probability)),
    );
  return logs.map(Math.exp);
}

it.each([
  [1, 0.3],
  [12, 0.02],
  [40, 0.2],
  [40, 0.26],
  [200, 0.5],
  [200, 0.93],
  [34_000, 0.0002],
  [34_000, 0.07],
  [34_000, 0.31],
])('%d trials of %d come as often as they should', (trials, probability) => {
  const random = randomNumbers(trials);
  const times = new Map<number, number>();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const successes = drawBinomial(trials, probability, random);
    times.set(successes, (times.get(successes) ?? 0) + 1);
  }
  // Pearson's chi-square over classes of at least twenty expected draws.
  let [statistic, classes, expected, found] = [0, 0, 0, 0];
  for (const [successes, share] of probabilities(trials, probability).entries()) {
    expected += DRAWS * share;
    found += times.get(successes) ?? 0;
    if (expected < 20) continue;
    statistic += (found - expected) ** 2 / expected;
    classes += 1;
    [expected, found] = [0, 0];
  }
  const freedom = Math.max(1, classes - 1);
  // Four standard deviations.
  expect(statistic).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom));
});

it('what cannot fail succeeds, and what cannot succeed fails', () => {
  const random = randomNumbers(1);
  expect([drawBinomial(9, 0, random), drawBinomial(9, 1, random), drawBinomial(0, 0.5, random)]).toEqual([
    0, 9, 0,
  ]);
});
