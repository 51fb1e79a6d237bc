import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remembering } from './window-memory.ts';

test('the newest text of a key is stored, and an empty text removes it', () => {
  const once = remembering([], 'grid', '1');
  const twice = remembering(once, 'grid', '2');
  expect(twice).toEqual([['grid', '2']]);
  expect(remembering(twice, 'grid', '')).toEqual([]);
});

test('the limits hold whatever is written, and the newest text that fits is stored', () => {
  const limits = { entries: 3, characters: 20 };
  const entry = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.string({ minLength: 1, maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 20 }), (writes) => {
      let memory: [string, string][] = [];
      for (const [key, json] of writes) memory = remembering(memory, key, json, limits);
      const characters = memory.reduce((sum, [k, v]) => sum + k.length + v.length, 0);
      expect(memory.length).toBeLessThanOrEqual(limits.entries);
      expect(characters).toBeLessThanOrEqual(limits.characters);
      expect(memory.at(-1)).toEqual(writes.at(-1));
    }),
  );
});
