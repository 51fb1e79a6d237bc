import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { layColumns, RUN } from '../columns/layout.ts';
import { columnsAhead, drawnRuns, visibleRuns } from './visible-columns.ts';

describe('columns loaded ahead', () => {
  it('are a few on either side before a sideways scroll, the nearest first', () => {
    const ahead = columnsAhead(24, 35, 276, 0);
    expect(ahead.slice(0, 3)).toEqual([36, 37, 38]);
    expect([...ahead].toSorted((a, b) => a - b)).toEqual([...range(12, 24), ...range(36, 48)]);
  });

  it('are many in the direction of the scroll', () => {
    expect(columnsAhead(24, 35, 276, 1).slice(0, 96)).toEqual(range(36, 132));
    expect(columnsAhead(200, 214, 276, -1).slice(0, 96)).toEqual(range(104, 200).toReversed());
  });

  it('end with the last column', () => {
    expect(columnsAhead(0, 9, 10, 1)).toEqual([]);
    expect(columnsAhead(260, 275, 276, 1)).toEqual(range(240, 260).toReversed());
  });

  it('come by blocks: a step of one column requests nothing new until a block is passed', () => {
    const far = (last: number): number => Math.max(...columnsAhead(last - 10, last, 276, 1));
    expect([24, 25, 35].map(far)).toEqual([131, 131, 131]);
    expect(far(36)).toBe(143);
  });
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('the drawn columns', () => {
  const columns = TABLES.d_ky.columns.slice(0, 9).map((column) => ({ column, width: 100, folded: 0 }));
  const { runs } = layColumns([], columns, []);

  it('are those with at least a pixel on screen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 899 }), fc.integer({ min: 1, max: 1200 }), (left, width) => {
        const drawn = drawnRuns(runs, visibleRuns(runs, left, width), -1).flat();
        const seen = runs.flat().filter((laid) => laid.left < left + width && laid.left + laid.width > left);
        expect(drawn).toEqual(expect.arrayContaining(seen));
        expect(drawn.length - seen.length).toBeLessThanOrEqual(2 * (RUN - 1));
      }),
    );
  });

  it('include the run to keep, once', () => {
    const range = visibleRuns(runs, 400, 150);
    expect(range).toEqual({ first: 2, last: 2 });
    expect(drawnRuns(runs, range, 0)).toEqual([runs[0], runs[2]]);
    expect(drawnRuns(runs, range, 4)).toEqual([runs[2], runs[4]]);
    expect(drawnRuns(runs, range, 2)).toEqual([runs[2]]);
  });

  it('are none without columns', () => {
    expect(drawnRuns([], visibleRuns([], 0, 500), -1)).toEqual([]);
  });
});
