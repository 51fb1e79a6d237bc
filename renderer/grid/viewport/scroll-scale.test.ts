import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrollScale } from './scroll-scale.ts';

const VIEW = 800;
const FEW = 500_000 * 28;
const MANY = 10_000_000 * 28;

describe('the scale of the bar', () => {
  it('is one to one as long as the rows are no taller than an element may be', () => {
    const scale = scrollScale(FEW, VIEW);
    expect(scale.height).toBe(FEW);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: FEW - VIEW }), (offset) => {
        expect(scale.toRows(offset)).toBe(offset);
        expect(scale.follow({ rows: 0, element: 0 }, offset)).toBe(offset);
      }),
    );
  });

  it('reaches the first and the last row of ten million', () => {
    const scale = scrollScale(MANY, VIEW);
    expect(scale.height).toBeLessThan(33_554_428);
    expect(scale.toRows(0)).toBe(0);
    expect(scale.toRows(scale.height - VIEW)).toBe(MANY - VIEW);
  });

  it('converts back to the same offset, and never runs backward', () => {
    const scale = scrollScale(MANY, VIEW);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MANY - VIEW }), fc.integer({ min: 0, max: 100_000 }), (a, by) => {
        expect(scale.toRows(scale.toElement(a))).toBeCloseTo(a, 3);
        expect(scale.toElement(Math.min(a + by, MANY - VIEW))).toBeGreaterThanOrEqual(scale.toElement(a));
      }),
    );
  });

  it('moves the rows by as much as the wheel turned, wherever the bar is', () => {
    const scale = scrollScale(MANY, VIEW);
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.integer({ min: -300, max: 300 }),
        (part, by) => {
          const rows = part * (MANY - VIEW);
          const element = scale.toElement(rows);
          expect(scale.follow({ rows, element }, element + by)).toBeCloseTo(rows + by, 6);
        },
      ),
    );
  });

  it('reaches any place when the bar is dragged', () => {
    const scale = scrollScale(MANY, VIEW);
    const half = (scale.height - VIEW) / 2;
    expect(scale.follow({ rows: 0, element: 0 }, half)).toBeCloseTo((MANY - VIEW) / 2, 3);
  });
});
