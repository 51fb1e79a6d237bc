import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payoffFigures, quantile } from './payoff-figures.ts';

describe('payoff figures', () => {
  it('include only payoffs that are numbers', () => {
    const bets = ['win', 'win', 'win', 'place', null];
    expect(payoffFigures(bets, ['100', null, 'x', '', '300'])).toEqual([
      {
        bet: 'win',
        n: 1,
        min: 100,
        p10: 100,
        p25: 100,
        median: 100,
        mean: 100,
        p75: 100,
        p90: 100,
        max: 100,
      },
    ]);
  });

  it('use quantiles of type 7', () => {
    // R: quantile(c(10, 20, 40, 80, 160), c(.1, .25, .5, .75, .9), type = 7)
    const sorted = [10, 20, 40, 80, 160];
    expect([0.1, 0.25, 0.5, 0.75, 0.9].map((share) => quantile(sorted, share))).toEqual([
      14, 20, 40, 80, 128,
    ]);
  });

  it('rise from the lowest to the highest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 100, max: 4_000_000 }), { minLength: 1 }), (payoffs) => {
        const [figures] = payoffFigures(
          payoffs.map(() => 'trio'),
          payoffs.map(String),
        );
        if (!figures) throw new Error('no figures');
        const { min, p10, p25, median, p75, p90, max } = figures;
        const rising = [min, p10, p25, median, p75, p90, max];
        expect(rising).toEqual(rising.toSorted((a, b) => a - b));
        expect([min, max, figures.n]).toEqual([Math.min(...payoffs), Math.max(...payoffs), payoffs.length]);
      }),
    );
  });
});
