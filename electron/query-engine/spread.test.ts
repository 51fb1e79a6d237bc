import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renardBins } from './renard.ts';
import { countBelow, quantile, spreadOf } from './spread.ts';
import { wilsonInterval } from './wilson.ts';

const amounts = fc.array(fc.integer({ min: 70, max: 30_000_000 }), { minLength: 1, maxLength: 60 });
const rising = (numbers: readonly number[]): Float64Array => Float64Array.from(numbers).toSorted();

describe('the spread of numbers', () => {
  it('has quantiles of type 7', () => {
    // R: quantile(c(10, 20, 40, 80, 160), c(.1, .25, .5, .75, .9, .99), type = 7)
    const sorted = [10, 20, 40, 80, 160];
    expect([0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((share) => quantile(sorted, share))).toEqual([
      14, 20, 40, 80, 128, 156.8,
    ]);
  });

  it('rises from the lowest to the highest, and counts what reaches a threshold', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 70, max: 30_000_000 }), (numbers, threshold) => {
        const figures = spreadOf(rising(numbers), 1, [threshold, numbers[0] ?? 0]);
        const { min, p10, p25, median, p75, p90, p99, max, above } = figures;
        const inOrder = [min, p10, p25, median, p75, p90, p99, max];
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
        expect([min, max, figures.n]).toEqual([Math.min(...numbers), Math.max(...numbers), numbers.length]);
        // An amount that equals the threshold counts.
        expect(above).toEqual(
          [threshold, numbers[0] ?? 0].map((least) => numbers.filter((each) => each >= least).length),
        );
      }),
    );
  });
});

describe('the bins of amounts', () => {
  it('have each amount once, without gaps, at the Renard numbers', () => {
    expect(renardBins(100, 1000).map(({ from }) => from)).toEqual([
      100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000,
    ]);
    expect(renardBins(70, 70)).toEqual([{ from: 63, to: 80 }]);
    expect(renardBins(undefined, undefined)).toEqual([]);
    fc.assert(
      fc.property(amounts, (numbers) => {
        const sorted = rising(numbers);
        const bins = renardBins(sorted[0], sorted.at(-1));
        for (const [at, { from, to }] of bins.entries()) {
          expect(to / from).toBeGreaterThan(1.2);
          expect(to / from).toBeLessThan(1.3);
          if (at > 0) expect(bins[at - 1]?.to).toBe(from);
        }
        const counts = bins.map(({ from, to }) => countBelow(sorted, to) - countBelow(sorted, from));
        expect(counts.reduce((sum, each) => sum + each, 0)).toBe(numbers.length);
        expect(counts[0]).toBeGreaterThan(0);
        expect(counts.at(-1)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the interval of a share', () => {
  it('ends where the found share is just as far off as chance allows, which is Wilson’s definition', () => {
    for (const [hits, n] of [
      [15, 50],
      [1, 7],
      [400, 3450],
    ] as const) {
      const { low, high } = wilsonInterval(hits, n) ?? { low: NaN, high: NaN };
      for (const share of [low / 100, high / 100])
        expect(Math.abs(hits / n - share) / Math.sqrt((share * (1 - share)) / n)).toBeCloseTo(1.96, 4);
    }
  });

  it('holds the share, and is more than a point even for none and all', () => {
    expect(wilsonInterval(0, 0)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, part) => {
          const hits = Math.round(n * part);
          const { low, high } = wilsonInterval(hits, n) ?? { low: NaN, high: NaN };
          expect(low).toBeLessThanOrEqual((100 * hits) / n + 1e-9);
          expect(high).toBeGreaterThanOrEqual((100 * hits) / n - 1e-9);
          expect(high - low).toBeGreaterThan(0);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(100);
        },
      ),
    );
  });
});
