// What the cache of blocks remembers, and that it stays small.

import { expect, test } from 'vitest';
import { BlockCache } from './block-cache.ts';

const block = (bytes: number) => ({ count: 1, records: Buffer.alloc(bytes) });

test('a block is found under its table and key alone, until the cache is cleared', () => {
  const cache = new BlockCache();
  const one = block(10);
  cache.set('t_se', '05264101', one);
  expect(cache.get('t_se', '05264101')).toBe(one);
  expect(cache.get('d_se', '05264101')).toBeUndefined();
  expect(cache.get('t_se', '05264102')).toBeUndefined();
  cache.clear();
  expect(cache.get('t_se', '05264101')).toBeUndefined();
});

test('blocks that are used again stay while others come and go, and never more than two generations', () => {
  const cache = new BlockCache(100);
  const used = block(10);
  cache.set('t_se', 'used', used);
  const keys = Array.from({ length: 200 }, (_, at) => `race ${at}`);
  for (const key of keys) {
    cache.set('t_se', key, block(10));
    expect(cache.get('t_se', 'used')).toBe(used);
  }
  const left = keys.filter((key) => cache.get('t_se', key) !== undefined);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(20);
});

test('a block that alone is larger than a generation is not kept', () => {
  const cache = new BlockCache(100);
  cache.set('t_se', 'large', block(101));
  expect(cache.get('t_se', 'large')).toBeUndefined();
});
