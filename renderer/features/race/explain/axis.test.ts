import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explainIndex, RESULT_IDM } from '#shared/racing/index-parts.ts';
import { axisOf, placeOn } from './axis.ts';

/** A result whose base score and corrections are these. */
function explained(base: number, pace: number, start: number) {
  const found = explainIndex(RESULT_IDM, {
    idm: String(base + pace + start),
    idm_rawscore: String(base),
    correction_value_pace: String(pace),
    correction_value_start: String(start),
  });
  if (found.state !== 'explained') throw new Error(found.state);
  return found;
}

it('begins at zero where the parts can be told apart from there', () => {
  const { steps, total } = explained(10, 12, -4);
  expect(axisOf(steps, total)).toEqual({ from: 0, to: 30, ticks: [0, 10, 20, 30], isBroken: false });
});

it('is cut where small parts follow a large one, and says so', () => {
  const { steps, total } = explained(50, 1, 2);
  const axis = axisOf(steps, total);
  expect(axis.isBroken).toBe(true);
  expect(axis.from).toBeGreaterThan(40);
  expect(axis.from).toBeLessThan(50);
});

it('has zero and every sum on it, also below zero', () => {
  const points = fc.integer({ min: -60, max: 99 });
  fc.assert(
    fc.property(points, points, points, (base, pace, start) => {
      const { steps, total } = explained(base, pace, start);
      const axis = axisOf(steps, total);
      const places = [...steps.map(({ to }) => to), total, ...(axis.isBroken ? [] : [0])];
      for (const place of places) {
        expect(placeOn(axis, place)).toBeGreaterThanOrEqual(0);
        expect(placeOn(axis, place)).toBeLessThanOrEqual(100);
      }
      expect(axis.ticks.length).toBeGreaterThan(1);
      expect(axis.ticks.length).toBeLessThanOrEqual(7);
      expect(axis.ticks.toSorted((a, b) => a - b)).toEqual(axis.ticks);
    }),
  );
});
