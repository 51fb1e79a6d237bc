import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Spread } from '#shared/bridge/payoffs.ts';
import { spreadScale, spreadTicks } from './spread-scale.ts';

const figuresOf = (max: number): Spread => ({
  n: 1,
  races: 1,
  min: 100,
  p10: 100,
  p25: 100,
  median: 100,
  mean: 100,
  p75: 100,
  p90: 100,
  p99: 100,
  max,
  above: [],
});

describe('the scale of the spreads', () => {
  it('keeps every amount inside the bar, in order', () => {
    const amount = fc.integer({ min: 100, max: 30_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, (max, a, b) => {
        const scale = spreadScale([figuresOf(Math.max(max, a, b))]);
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(scale(low)).toBeGreaterThanOrEqual(0);
        expect(scale(high)).toBeLessThanOrEqual(100 + 1e-9);
        expect(scale(low)).toBeLessThanOrEqual(scale(high));
      }),
    );
  });

  it('works even if every payoff is just the stake', () => {
    expect(spreadScale([figuresOf(100)])(100)).toBe(0);
  });
});

describe('the axis of the spreads', () => {
  it('has a tick for the stake and for each ten times more, all on the bar', () => {
    expect(spreadTicks([figuresOf(45_000)])).toEqual([100, 1000, 10_000]);
    expect(spreadTicks([figuresOf(100_000)])).toEqual([100, 1000, 10_000, 100_000]);
    expect(spreadTicks([])).toEqual([100, 1000]);
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 30_000_000 }), (max) => {
        const figures = [figuresOf(max)];
        for (const tick of spreadTicks(figures))
          expect(spreadScale(figures)(tick)).toBeLessThanOrEqual(100.001);
      }),
    );
  });
});
