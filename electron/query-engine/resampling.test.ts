// The interval of a return, against what the binomial distribution says and its bounds.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../testing/random-from.ts';
import { intervalsOf, intervalsOfSingleStakes, type RaceReturn } from './resampling.ts';
import { Yielder } from './yielder.ts';

describe('an interval', () => {
  const of = async (races: readonly RaceReturn[]) =>
    (await intervalsOf([races], new Yielder(() => false)))[0];

  it('of races that all return the same has no width', async () => {
    expect(await of([1, 2, 3, 4].map((n) => ({ n, sum: n * 80 })))).toEqual({ low: 80, high: 80 });
  });

  it('is absent of races that returned nothing', async () => {
    expect(await of(Array.from({ length: 8 }, () => ({ n: 1, sum: 0 })))).toBeUndefined();
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
        fc.pre(races.some(({ sum }) => sum > 0));
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

it('intervals of many bets are those of each by itself', async () => {
  const bets = Array.from({ length: 2100 }, (_, bet): RaceReturn[] => [
    { n: 1, sum: bet % 7 === 0 ? 0 : bet },
    { n: bet % 2, sum: 0 },
    { n: 1, sum: 0 },
  ]);
  const yielder = new Yielder(() => false);
  const all = await intervalsOf(bets, yielder);
  for (const at of [0, 1, 1999, 2000, 2099])
    expect(all[at]).toEqual((await intervalsOf([bets[at] ?? []], yielder))[0]);
});

describe('intervals of single stakes', () => {
  /** Few different amounts, as favorites pay, and many, as outsiders do. */
  it.each([
    ['few amounts', 0.3, (random: () => number) => 100 + 10 * Math.floor(random() * 12)],
    ['many amounts', 0.05, (random: () => number) => 500 + Math.floor(random() * 5000)],
    ['one hit', 0, () => 2000],
  ])('of %s are those of resampled races', async (_name, share, amount) => {
    const random = randomFrom(7);
    const races = Array.from({ length: 3000 }, (_, at): RaceReturn => {
      // Some races are without a stake.
      if (random() < 0.2) return { n: 0, sum: 0 };
      return { n: 1, sum: at === 1 || random() < share ? amount(random) : 0 };
    });
    races[1] = { n: 1, sum: amount(random) };
    const won = races.flatMap(({ sum }) => (sum > 0 ? [sum] : []));
    const lost = races.filter(({ n, sum }) => n === 1 && sum === 0).length;
    const yielder = new Yielder(() => false);
    const [plain] = await intervalsOf([races], yielder);
    const [single] = await intervalsOfSingleStakes(
      [{ lost, won: Float64Array.from(won) }],
      races.length,
      yielder,
    );
    if (plain === undefined || single === undefined) throw new Error('no interval');
    // The ends of a thousand resamples are themselves uncertain by some percent of the width.
    const width = plain.high - plain.low;
    expect(Math.abs(single.low - plain.low)).toBeLessThan(0.1 * width);
    expect(Math.abs(single.high - plain.high)).toBeLessThan(0.1 * width);
  });

  it('are absent with fewer than two stakes and without a hit, and the same each time', async () => {
    const bets = [
      { lost: 0, won: Float64Array.of(300) },
      { lost: 8, won: new Float64Array() },
      { lost: 5, won: Float64Array.of(300, 900) },
    ];
    const once = await intervalsOfSingleStakes(bets, 9, new Yielder(() => false));
    expect(once.map((each) => each !== undefined)).toEqual([false, false, true]);
    expect(await intervalsOfSingleStakes(bets, 9, new Yielder(() => false))).toEqual(once);
  });
});
