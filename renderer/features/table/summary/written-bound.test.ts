import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalsOf, writtenBound, writtenFigure } from './written-bound.ts';

it('keeps every value with these decimals on its side of the bound', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: -100_000, max: 100_000 }),
      (bound, decimals, units) => {
        const value = units / 10 ** decimals;
        // Within the tolerance, either side is correct.
        fc.pre(Math.abs(value - bound) > 1e-6);
        expect(value >= writtenBound(bound, decimals)).toBe(value >= bound);
      },
    ),
  );
});

it('writes bounds of odds with one decimal, and those of tenths with none', () => {
  expect(
    decimalsOf([
      { raw: '12.0', count: 1 },
      { raw: null, count: 1 },
    ]),
  ).toBe(1);
  expect(decimalsOf([{ raw: '945', count: 1 }])).toBe(0);
  expect([writtenBound(91.2625, 1), writtenBound(121.1166667, 1), writtenBound(0.1 + 0.2, 1)]).toEqual([
    91.3, 121.2, 0.3,
  ]);
});

it.each([
  [29_832_950, 29_832_950],
  [29_832_950.25, 29_832_950],
  [1540.126_66, 1540.13],
  [-0.1 - 0.2, -0.3],
  [0, 0],
])('writes the figure %d as %d', (value, written) => {
  expect(writtenFigure(value)).toBe(written);
});
