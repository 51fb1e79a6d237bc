// What the cache of blocks remembers, that it stays small, and that no answer loses its bytes.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SharedBlock } from './block-cache.ts';
import { BlockCache } from './block-cache.ts';

/** Memory of its own, as SQLite gives it. */
const block = (bytes: number) => ({ count: 1, records: Buffer.from(new ArrayBuffer(bytes)) });

test('a block is found under its table and key alone, until the cache is cleared', () => {
  const cache = new BlockCache();
  const one = cache.add('t_se', '05264101', block(10));
  expect(cache.get('t_se', '05264101')).toBe(one);
  expect(cache.get('d_se', '05264101')).toBeUndefined();
  expect(cache.get('t_se', '05264102')).toBeUndefined();
  cache.clear();
  expect(cache.get('t_se', '05264101')).toBeUndefined();
});

test('blocks that are used again stay while others come and go, and never more than fit', () => {
  const cache = new BlockCache(100);
  const used = cache.add('t_se', 'used', block(10));
  const keys = Array.from({ length: 200 }, (_, at) => `race ${at}`);
  const all = keys.map((key) => {
    const other = cache.add('t_se', key, block(10));
    other.release();
    expect(cache.get('t_se', 'used')).toBe(used);
    return other;
  });
  expect(used.pages[0]).toHaveLength(10);
  expect(all.filter(({ pages }) => pages[0].length > 0)).toEqual(all.slice(-9));
});

test('a block that answers still send keeps its bytes until the last of them is sent', () => {
  const cache = new BlockCache();
  const [first, second] = [cache.add('t_se', 'race', block(10)), cache.get('t_se', 'race')?.lend()];
  cache.clear();
  expect(first.pages[0]).toHaveLength(10);
  first.release();
  expect(second?.pages[0]).toHaveLength(10);
  second?.release();
  expect(second?.pages[0]).toHaveLength(0);
});

/** What an answer has around the records. */
const around = () => ({ head: '[\n', tail: '\n]' });

test('a block that is asked for again is one piece with what is around it, and a third time the same piece', () => {
  const cache = new BlockCache();
  const first = cache.add('t_se', 'race', { count: 1, records: Buffer.from('{"a":1}') });
  expect(first.within('as asked', around)).toBeUndefined();
  first.release();
  const again = cache.get('t_se', 'race')?.lend();
  const whole = again?.within('as asked', around);
  expect(String(whole)).toBe('[\n{"a":1}\n]');
  expect(String(again?.pages[0])).toBe('{"a":1}');
  expect(cache.get('t_se', 'race')?.lend().within('as asked', around)).toBe(whole);
  expect(again?.within('asked in other words', around)).toBeUndefined();
});

test('the first answer of a block keeps its bytes while the block becomes one piece', () => {
  const cache = new BlockCache();
  const [sending] = cache.add('t_se', 'race', { count: 1, records: Buffer.from('{"a":1}') }).pages;
  cache.get('t_se', 'race')?.lend().within('as asked', around);
  expect(String(sending)).toBe('{"a":1}');
});

test('a block that alone is too large is sent, but not kept', () => {
  const cache = new BlockCache(100);
  const large = cache.add('t_se', 'large', block(101));
  expect(cache.get('t_se', 'large')).toBeUndefined();
  expect(large.pages[0]).toHaveLength(101);
});

test('whatever comes and goes, in any order: what is found or still being sent is whole, the rest is freed', () => {
  const operation = fc.oneof(
    { weight: 8, arbitrary: fc.record({ race: fc.nat(7), bytes: fc.integer({ min: 1, max: 45 }) }) },
    { weight: 9, arbitrary: fc.record({ sent: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
  );
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 120, size: 'max' }), (operations) => {
      const cache = new BlockCache(100);
      const all: SharedBlock[] = [];
      const sizes = new Map<SharedBlock, number>();
      const lent: SharedBlock[] = [];
      const wholes = new Map<SharedBlock, Buffer>();
      for (const one of operations) {
        if (one === 'clear') cache.clear();
        else if ('sent' in one) lent.splice(one.sent % Math.max(1, lent.length), 1)[0]?.release();
        else {
          const found = cache.get('t_se', String(one.race))?.lend();
          const used = found ?? cache.add('t_se', String(one.race), block(one.bytes));
          if (!found) all.push(used);
          if (!found) sizes.set(used, one.bytes);
          lent.push(used);
          const whole = used.within('', around);
          if (whole) wholes.set(used, whole);
        }
        for (const sending of lent) {
          const size = sizes.get(sending) ?? -1;
          expect(sending.pages[0]).toHaveLength(size);
          const whole = wholes.get(sending);
          if (whole) expect(whole).toHaveLength(size + 4);
        }
      }
      for (const sending of lent) sending.release();
      cache.clear();
      for (const { pages } of all) expect(pages[0]).toHaveLength(0);
      for (const whole of wholes.values()) expect(whole).toHaveLength(0);
    }),
  );
});
