import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moved, within, type GridSize } from './movement.ts';

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
const size: GridSize = { rows: 1000, columns: 20, page: 30, top: -1 };
const go = (row: number, column: number, key: string, ctrl = false) =>
  moved({ row, column }, { key, ctrl }, size);

describe('a key in the grid', () => {
  it('never leads out of the grid', () => {
    fc.assert(
      fc.property(
        fc.record({
          rows: fc.nat(50),
          columns: fc.integer({ min: 1, max: 20 }),
          page: fc.integer({ min: 1, max: 99 }),
          top: fc.constantFrom(-1 as const, -2 as const),
        }),
        fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.boolean()), { maxLength: 40 }),
        (any, keys) => {
          let at = within({ row: 0, column: 0 }, any);
          for (const [key, ctrl] of keys) at = moved(at, { key, ctrl }, any) ?? at;
          expect(at.row).toBeGreaterThanOrEqual(any.top);
          expect(at.row).toBeLessThan(Math.max(any.rows, 0.5));
          expect(at.column).toBeGreaterThanOrEqual(0);
          expect(at.column).toBeLessThan(any.columns);
        },
      ),
    );
  });

  it('reaches the heads from the first row, and returns from them', () => {
    expect(go(0, 3, 'ArrowUp')).toEqual({ row: -1, column: 3 });
    expect(go(-1, 3, 'ArrowDown')).toEqual({ row: 0, column: 3 });
  });

  it('goes to the corners with Ctrl', () => {
    expect(go(500, 3, 'Home', true)).toEqual({ row: 0, column: 0 });
    expect(go(500, 3, 'End', true)).toEqual({ row: 999, column: 19 });
    expect(go(500, 3, 'ArrowDown', true)).toEqual({ row: 999, column: 3 });
  });

  it('pages without leaving the rows', () => {
    expect(go(10, 3, 'PageUp')).toEqual({ row: 0, column: 3 });
    expect(go(990, 3, 'PageDown')).toEqual({ row: 999, column: 3 });
  });

  it('that does not move is ignored', () => {
    expect(go(10, 3, 'a')).toBeUndefined();
    expect(go(10, 3, ' ')).toBeUndefined();
  });
});
