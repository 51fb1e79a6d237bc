// A block holds what a list of its records would, whatever comes in whatever order.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlockEntry } from './block.ts';
import { blockOf, entriesOf, merged, packed, unpacked } from './block.ts';

const record = (place: readonly [number, string], updatedAt: string, text: string): BlockEntry => ({
  place,
  updatedAt,
  json: Buffer.from(JSON.stringify({ place, updatedAt, text })),
});

const arrival = fc
  .tuple(
    fc.tuple(fc.integer({ min: -1, max: 20 }), fc.constantFrom('', '1', '10', 'a', 'é')),
    fc.constantFrom('', '20261101', '20261102'),
    fc.constantFrom('x', ',\n', '馬'),
  )
  .map(([place, updatedAt, text]) => record(place, updatedAt, text));

/** The same, one by one over a plain list. */
function naive(arrivals: readonly BlockEntry[]): { lines: string[]; changed: number } {
  const stored: { key: string; entry: BlockEntry }[] = [];
  let changed = 0;
  for (const entry of arrivals) {
    const key = String(entry.place);
    const at = stored.findIndex((one) => one.key === key);
    const before = stored[at]?.entry;
    const isSame = before !== undefined && text(before) === text(entry);
    if (isSame || (before !== undefined && before.updatedAt > entry.updatedAt)) continue;
    if (before) stored.splice(at, 1);
    stored.push({ key, entry });
    changed += 1;
  }
  const number = ({ entry }: { entry: BlockEntry }) => Number(entry.place[0]);
  const letters = ({ entry }: { entry: BlockEntry }) => Buffer.from(String(entry.place[1])).toString('hex');
  stored.sort((a, b) => number(a) - number(b) || (letters(a) < letters(b) ? -1 : 1));
  return { lines: stored.map(({ entry }) => text(entry)), changed };
}

const text = ({ json }: BlockEntry): string => Buffer.from(json).toString();

test('what came is there once, the newest of each place, in order, as lines', () => {
  fc.assert(
    fc.property(fc.array(fc.array(arrival, { minLength: 1, maxLength: 6 }), { minLength: 1 }), (batches) => {
      let block = blockOf(merged([], batches[0] ?? []).entries);
      let changed = merged([], batches[0] ?? []).changed;
      for (const batch of batches.slice(1)) {
        const next = merged(entriesOf(block), batch);
        block = blockOf(next.entries);
        changed += next.changed;
      }
      const wanted = naive(batches.flat());
      expect({ lines: entriesOf(block).map(text), changed }).toEqual(wanted);
      expect(block.count).toBe(wanted.lines.length);
      expect(block.records.toString()).toBe(wanted.lines.join(',\n'));
    }),
  );
});

test('a packed block takes a fraction of the space and gives back the same bytes, as one that is not packed does', () => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field_${at}`, String(at % 7)]));
  const { records } = blockOf(
    Array.from({ length: 16 }, (_, at) => ({
      place: [at],
      updatedAt: '',
      json: Buffer.from(JSON.stringify({ ...fields, horse_number: String(at) })),
    })),
  );
  const small = packed(records);
  expect(small.length).toBeLessThan(records.length / 10);
  expect(unpacked(small).equals(records)).toBe(true);
  expect(unpacked(records)).toBe(records);
  const short = Buffer.from('{"horse_id":"12E345678901"}');
  expect(unpacked(packed(short)).equals(short)).toBe(true);
});
