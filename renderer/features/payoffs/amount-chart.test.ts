import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountAxis, barsOf, fullest } from './amount-chart.ts';
import { readAmounts, yenWords } from './yen.ts';

const BOUNDS = [100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600];

const bins = fc
  .tuple(fc.nat(BOUNDS.length - 2), fc.array(fc.nat(90), { minLength: 1, maxLength: 4 }))
  .map(([first, counts]) =>
    counts.flatMap((n, at) => {
      const [from, to] = [BOUNDS[first + at], BOUNDS[first + at + 1]];
      return from === undefined || to === undefined ? [] : [{ from, to, n }];
    }),
  );

describe('the histogram of payoffs', () => {
  it('fills its axis without gaps, and its curve ends at everything', () => {
    fc.assert(
      fc.property(bins, (list) => {
        fc.pre(list.some(({ n }) => n > 0));
        const axis = amountAxis(list);
        const bars = barsOf(list, axis);
        expect(bars[0]?.left).toBe(0);
        for (const [at, bar] of bars.entries()) {
          expect(bar.width).toBeGreaterThan(0);
          expect(bar.left + bar.width).toBeCloseTo(bars[at + 1]?.left ?? 1, 9);
          expect(bar.upTo).toBeGreaterThanOrEqual(bars[at - 1]?.upTo ?? 0);
        }
        expect(bars.at(-1)?.upTo).toBeCloseTo(100, 9);
        expect(bars.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 9);
        expect(fullest(bars)?.n).toBe(Math.max(...list.map(({ n }) => n)));
      }),
    );
  });

  it('names amounts on its axis, ten times as much at equal distances', () => {
    const axis = amountAxis([{ from: 100, to: 1_000_000, n: 1 }]);
    expect(axis.ticks).toEqual([100, 1000, 10_000, 100_000, 1_000_000]);
    expect(axis.ticks.map(axis.at)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(amountAxis([{ from: 160, to: 1250, n: 1 }]).ticks).toEqual([200, 500, 1000]);
  });
});

describe('amounts', () => {
  it('are read as one writes them, rising, each once', () => {
    expect(readAmounts('10,000 5000')).toEqual([5000, 10_000]);
    expect(readAmounts('１万、100万円 ¥10000')).toEqual([10_000, 1_000_000]);
    expect(readAmounts('')).toEqual([]);
    for (const wrong of ['many', '-100', '1.5', '0', '10k']) expect(readAmounts(wrong)).toBeUndefined();
  });

  it('are said as they are read', () => {
    for (const language of ['en', 'ja'] as const)
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 30_000_000 }), (amount) => {
          expect(readAmounts(yenWords(amount, language))).toEqual([amount]);
        }),
      );
  });
});
