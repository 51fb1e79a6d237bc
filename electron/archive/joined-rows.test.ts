import { describe, expect, test } from 'vitest';
import { partsOf } from './joined-rows.ts';

const TOGETHER = 16_384;

const numbers = (from: number, count: number, step = 1): Int32Array =>
  Int32Array.from({ length: count }, (_, at) => from + at * step);

/** How many of the rows each part has. */
const rowsOf = (rowids: Int32Array, parts: ReturnType<typeof partsOf>): readonly number[] =>
  parts.map(([from, to]) => rowids.filter((rowid) => rowid >= from && rowid < to).length);

describe('parts of rows', () => {
  test('every row is in exactly one part, whatever the order', () => {
    const rowids = numbers(5, 200_000).toReversed();
    const parts = partsOf(rowids, 3 * TOGETHER);
    expect(rowsOf(rowids, parts).reduce((sum, rows) => sum + rows, 0)).toBe(rowids.length);
    for (const [at, [from]] of parts.entries()) expect(from).toBe(parts[at - 1]?.[1] ?? 0);
    expect(Math.max(...rowsOf(rowids, parts))).toBeLessThanOrEqual(3 * TOGETHER);
  });

  test('few rows far apart are one part', () => {
    const rowids = numbers(0, 1000, 50_000);
    expect(rowsOf(rowids, partsOf(rowids, 1000))).toEqual([1000]);
  });

  test('numbers that nothing has are no part of their own', () => {
    const rowids = new Int32Array([...numbers(0, TOGETHER), ...numbers(40 * TOGETHER, TOGETHER)]);
    expect(rowsOf(rowids, partsOf(rowids, TOGETHER))).toEqual([TOGETHER, TOGETHER]);
  });

  test('no rows are no parts', () => {
    expect(partsOf(new Int32Array(0))).toEqual([]);
  });
});
