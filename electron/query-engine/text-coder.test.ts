import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePoints } from '#shared/catalogue/reading.ts';
import { readerOf } from '../testing/in-process-engine.ts';
import { sortedSlices } from './byte-sort.ts';
import { Yielder } from './yielder.ts';
import { cellsEscaped, codeJoined } from './text-coder.ts';

/** Positions of rows by their rowids, as in the worker. */
function placesOf(rowids: Int32Array) {
  const placeOf = new Int32Array(3 * rowids.length + 4);
  for (const [place, rowid] of rowids.entries()) placeOf[rowid] = place;
  return { first: 0, placeOf };
}

const text = fc.string({ unit: 'binary', maxLength: 6 }).filter((each) => each.isWellFormed());

describe('texts joined by the archive', () => {
  it('are coded to the distinct values in code point order, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { minLength: 1, maxLength: 60 }), async (cells) => {
        const reader = readerOf(cells.map((c) => ({ c })));
        const joined = await reader.joined(['c'], false);
        const packed = await codeJoined(joined, 0, placesOf(reader.rowids), new Yielder(() => false));
        const values = [...new Set(cells)].filter((cell) => cell !== null).toSorted(comparePoints);
        if (!packed) {
          // A value contains the separator or the mark for null.
          expect(cells.some((cell) => cell?.includes('\u001f') || cell === '\u001e')).toBe(true);
          return;
        }
        const { ends, text: bytes } = packed.values;
        const read = Array.from(ends, (end, code) =>
          Buffer.from(bytes.subarray(code === 0 ? 0 : ends[code - 1], end)).toString(),
        );
        expect(read).toEqual(values);
        expect(Array.from(packed.codes, (code) => read[code] ?? null)).toEqual(cells);
      }),
    );
  });

  it('are coded after a column of many values that was refused, whose memory is used again', async () => {
    const values = Array.from({ length: 20_000 }, (_, at) => `値${at % 9000}`);
    const reader = readerOf(values.map((value, at) => ({ c: at === 0 ? '\u001f' : `${at}`, d: value })));
    const joined = await reader.joined(['c', 'd'], false);
    const places = placesOf(reader.rowids);
    const yielder = new Yielder(() => false);
    expect(await codeJoined(joined, 0, places, yielder)).toBeUndefined();
    const packed = await codeJoined(joined, 1, places, yielder);
    expect(packed?.values.ends).toHaveLength(9000);
    const sorted = [...new Set(values)].toSorted(comparePoints);
    expect(Array.from(packed?.codes ?? [], (code) => sorted[code])).toEqual(values);
  });

  it('have any text when they are joined with escapes', async () => {
    const unit = fc.constantFrom('\u001b', '\u001e', '\u001f', '0', '1', '2', 'あ');
    const cell = fc.option(fc.string({ unit, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1 }), async (cells) => {
        const reader = readerOf(cells.map((c) => ({ c })));
        const joined = await reader.joined(['c'], true);
        expect(cellsEscaped(joined, 0, placesOf(reader.rowids))).toEqual(cells);
      }),
    );
  });

  it('are sorted as a comparison would, however many begin alike', async () => {
    const alike = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '馬', '𠮷'), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(alike, { maxLength: 200 }),
        fc.constantFrom('', 'K00000'),
        async (texts, prefix) => {
          const all = texts.map((each) => Buffer.from(prefix + each));
          let end = 0;
          const bounds = Uint32Array.from(all.flatMap(({ length }) => [end, (end += length)]));
          const slices = { bytes: Buffer.concat(all), bounds };
          const order = await sortedSlices(slices, all.length, new Yielder(() => false));
          expect(Array.from(order, (index) => texts[index])).toEqual(texts.toSorted(comparePoints));
        },
      ),
    );
  });
});
