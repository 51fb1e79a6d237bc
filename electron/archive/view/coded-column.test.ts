import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode, valueAt } from './coded-column.ts';

describe('a coded column', () => {
  it('gives back every cell, whatever the number of distinct values', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ maxLength: 3 }))), (cells) => {
        const column = encode(cells);
        expect(cells.map((_, row) => valueAt(column, row))).toEqual(cells);
        expect(new Set(column.values).size).toBe(column.values.length);
      }),
    );
  });

  it.each([
    [256, Uint8Array],
    [257, Uint16Array],
    [65_537, Uint32Array],
  ])('holds %i distinct values in codes that are wide enough', (distinct, kind) => {
    const cells = Array.from({ length: distinct }, (_, row) => String(row));
    const column = encode(cells);
    expect(column.codes).toBeInstanceOf(kind);
    expect(cells.every((cell, row) => valueAt(column, row) === cell)).toBe(true);
  });
});
