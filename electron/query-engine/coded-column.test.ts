import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues, isBlank } from '#shared/catalogue/reading.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import { fromCells, fromPacked } from './coded-column.ts';

const TEXT = unknownColumn('text');
const NUMBER = { ...TEXT, kind: 'decimal' } as const;

const cell = fc.option(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom('1', '01', '10', '-3', '＋２', '', ' ', '　', '𠮷', 'ｱ', 'ア'),
  ),
);

describe('a coded column', () => {
  it('returns every cell, whatever the number of distinct values', () => {
    fc.assert(
      fc.property(fc.array(cell), fc.constantFrom(TEXT, NUMBER), (cells, definition) => {
        const column = fromCells(definition, cells);
        expect(cells.map((_, row) => column.at(row))).toEqual(cells);
      }),
    );
  });

  it('has codes in the column’s order, blanks last', () => {
    fc.assert(
      fc.property(fc.array(cell), fc.constantFrom(TEXT, NUMBER), (cells, definition) => {
        const column = fromCells(definition, cells);
        const texts = Array.from({ length: column.kinds - 1 }, (_, code) => column.text(code) ?? '');
        const filled = texts.slice(0, column.filled);
        expect(filled).toEqual(filled.toSorted(compareValues(definition)));
        expect(texts.map((text) => isBlank(text))).toEqual(texts.map((_, code) => code >= column.filled));
        expect(column.text(column.kinds - 1)).toBeNull();
      }),
    );
  });

  it('reads values from bytes as it reads those from text', () => {
    const texts = ['', '01', '1', 'ｱ', '馬', '𠮷'];
    const bytes = texts.map((text) => Buffer.from(text));
    let end = 0;
    const ends = Uint32Array.from(bytes, ({ length }) => (end += length));
    const codes = Uint8Array.from([6, 5, 4, 3, 2, 1, 0]);
    const column = fromPacked(NUMBER, { codes, values: { text: Buffer.concat(bytes), ends } });
    expect(Array.from(codes, (_, row) => column.at(row))).toEqual([null, ...texts.toReversed()]);
  });

  it.each([
    [255, Uint8Array],
    [256, Uint16Array],
    [65_536, Uint32Array],
  ])('stores %i distinct values in codes that are wide enough', (distinct, kind) => {
    const cells = Array.from({ length: distinct }, (_, row) => String(row));
    const column = fromCells(TEXT, cells);
    expect(column.codes).toBeInstanceOf(kind);
    expect(cells.every((text, row) => column.at(row) === text)).toBe(true);
  });
});
