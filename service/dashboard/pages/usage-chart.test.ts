// The chart's days and scale.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstUsageDay, roundTop, usageByDay } from './usage-chart.ts';

const NOW = new Date('2026-11-20T15:00:00Z');

test('thirty days up to today in Tokyo, with those without a request', () => {
  const count = { user: 'ann', day: '20261121' };
  const days = usageByDay(
    [
      { ...count, outcome: 'answered', count: 3 },
      { ...count, outcome: 'NO_PLAN', count: 2 },
      { ...count, outcome: 'NOT_FOUND', count: 1 },
      { ...count, day: '20261022', outcome: 'answered', count: 99 },
    ],
    NOW,
  );
  expect(firstUsageDay(NOW)).toBe('20261023');
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: '20261023', answered: 0, refused: 0, reasons: [] });
  expect(days.at(-1)).toEqual({
    day: '20261121',
    answered: 3,
    refused: 3,
    reasons: [
      { code: 'NO_PLAN', count: 2 },
      { code: 'NOT_FOUND', count: 1 },
    ],
  });
});

test('the scale ends at a round number that is not below the most, nor ten times above it', () => {
  expect([0, 1, 2, 3, 5, 11, 21, 41, 1000].map(roundTop)).toEqual([2, 2, 2, 4, 10, 20, 40, 100, 1000]);
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10_000_000 }), (most) => {
      expect(roundTop(most)).toBeGreaterThanOrEqual(most);
      expect(roundTop(most)).toBeLessThan(most * 10);
    }),
  );
});
