// The interval of a return, against what the binomial distribution says and its bounds.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalsOf, type RaceReturn } from './resampling.ts';
import { Yielder } from './yielder.ts';

describe('an interval', () => {
  const of = async (races: readonly RaceReturn[]) =>
    (await intervalsOf([races], new Yielder(() => false)))[0];

  it('of races that all return the same has no width', async () => {
    expect(await of([1, 2, 3, 4].map((n) => ({ n, sum: n * 80 })))).toEqual({ low: 80, high: 80 });
  });

  it('of one winner at 1000 yen in ten is that of the binomial distribution', async () => {
    const races = Array.from({ length: 400 }, (_, at) => ({ n: 1, sum: at % 10 === 0 ? 1000 : 0 }));
    const { low = 0, high = 0 } = (await of(races)) ?? {};
    // 100 ± 1.96 × 1000 × √(0.1 × 0.9 ÷ 400) = 100 ± 29.4
    expect(low).toBeGreaterThan(66);
    expect(low).toBeLessThan(75);
    expect(high).toBeGreaterThan(125);
    expect(high).toBeLessThan(134);
  });

  it('lies between the worst and the best race', async () => {
    const race = fc.record({ n: fc.integer({ min: 1, max: 3 }), sum: fc.integer({ min: 0, max: 5000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(race, { minLength: 2, maxLength: 30 }), async (races) => {
        const each = races.map(({ n, sum }) => sum / n);
        const { low = Number.NaN, high = Number.NaN } = (await of(races)) ?? {};
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...each) - 1e-9);
        expect(high).toBeLessThanOrEqual(Math.max(...each) + 1e-9);
      }),
      { numRuns: 30 },
    );
  });
});
