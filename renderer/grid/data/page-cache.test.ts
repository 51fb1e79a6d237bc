import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { farPages, CACHED_AROUND, PAGE_ROWS, pageOf, wantedPages } from './page-cache.ts';

const viewport = fc
  .record({
    rows: fc.integer({ min: 1, max: 500_000 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    height: fc.integer({ min: 1, max: 120 }),
    direction: fc.constantFrom(1 as const, -1 as const),
  })
  .map(({ rows, at, height, direction }) => {
    const from = Math.floor(at * (rows - 1));
    return { rows, visible: { from, to: Math.min(rows, from + height), direction } };
  });

describe('the pages that a viewport wants', () => {
  it('are first of all those of its rows', () => {
    fc.assert(
      fc.property(viewport, ({ rows, visible }) => {
        const wanted = wantedPages(visible, rows);
        const onScreen = pageOf(visible.to - 1) - pageOf(visible.from) + 1;
        expect(wanted.slice(0, onScreen)[0]).toBe(pageOf(visible.from));
        expect(wanted.slice(0, onScreen).at(-1)).toBe(pageOf(visible.to - 1));
      }),
    );
  });

  it('are named once and have rows', () => {
    fc.assert(
      fc.property(viewport, ({ rows, visible }) => {
        const wanted = wantedPages(visible, rows);
        expect(new Set(wanted).size).toBe(wanted.length);
        for (const page of wanted) {
          expect(page).toBeGreaterThanOrEqual(0);
          expect(page * PAGE_ROWS).toBeLessThan(rows);
        }
      }),
    );
  });

  it('reach farther in the direction of the scroll', () => {
    const visible = { from: 1000, to: 1040 };
    expect(wantedPages({ ...visible, direction: 1 }, 5000)).toEqual([10, 11, 12, 9]);
    expect(wantedPages({ ...visible, direction: -1 }, 5000)).toEqual([10, 9, 8, 11]);
  });

  it('are none without rows', () => {
    expect(wantedPages({ from: 0, to: 0, direction: 1 }, 0)).toEqual([]);
  });
});

describe('the pages that are evicted', () => {
  it('never include one that is wanted', () => {
    fc.assert(
      fc.property(viewport, ({ rows, visible }) => {
        const wanted = wantedPages(visible, rows);
        expect(farPages(wanted, visible)).toEqual([]);
      }),
    );
  });

  it('are those beyond the distance on either side', () => {
    const visible = { from: 5000, to: 5040, direction: 1 as const };
    const cached = [
      0,
      50 - CACHED_AROUND - 1,
      50 - CACHED_AROUND,
      50,
      50 + CACHED_AROUND,
      50 + CACHED_AROUND + 1,
    ];
    expect(farPages(cached, visible)).toEqual([0, 50 - CACHED_AROUND - 1, 50 + CACHED_AROUND + 1]);
  });
});
