// Held answers: never of another state of the store, never more than they may take up.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordOf } from '../testing/records.ts';
import type { HeldAnswer } from './held-answers.ts';
import { HeldAnswers } from './held-answers.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';

/** An answer is held when it is given for the second time. */
const keepTwice = (held: HeldAnswers, version: number, name: string, given: HeldAnswer) => {
  held.keep(version, name, given);
  held.keep(version, name, given);
};

const answer = (size: number) => ({ count: 1, bytes: Buffer.alloc(size) });

test('what is held is given until the store changes', () => {
  const held = new HeldAnswers(100_000);
  expect(held.find(1, 'a')).toBeUndefined();
  const given = answer(100);
  held.keep(1, 'a', given);
  expect(held.find(1, 'a')).toBeUndefined();
  held.keep(1, 'a', given);
  expect(held.find(1, 'a')).toBe(given);
  expect(held.find(2, 'a')).toBeUndefined();
  // An answer that was read before the change is of no use after it.
  keepTwice(held, 1, 'a', given);
  expect(held.find(2, 'a')).toBeUndefined();
});

test('the one asked for longest ago goes first', () => {
  const held = new HeldAnswers(20_000);
  expect(held.find(1, '')).toBeUndefined();
  for (const name of ['a', 'b']) keepTwice(held, 1, name, answer(900));
  expect(held.find(1, 'a')).toBeDefined();
  for (let more = 0; more < 15; more++) keepTwice(held, 1, `more ${more}`, answer(900));
  expect([held.find(1, 'a') !== undefined, held.find(1, 'b') !== undefined]).toEqual([true, false]);
});

test('it never holds more than it may, and counts what it holds', () => {
  const step = fc.record({ name: fc.nat({ max: 30 }), size: fc.nat({ max: 3_000 }), version: fc.constantFrom(1, 1, 1, 2) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const held = new HeldAnswers(16_000);
      for (const { name, size, version } of steps) {
        if (held.find(version, String(name)) === undefined) keepTwice(held, version, String(name), answer(size));
        expect(held.bytes).toBeGreaterThanOrEqual(0);
        expect(held.bytes).toBeLessThanOrEqual(16_000);
      }
    }),
  );
}); // prettier-ignore

test('a store answers what it holds now, whoever changed it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-held-'));
  const file = join(folder, 'records.sqlite');
  const [store, other] = [new SqliteStore(file), new SqliteStore(file)];
  const race = (horse_name: string, updated_at: string) =>
    recordOf('t_se', {
      racedate: '20261003',
      racekey: '05264101',
      horse_number: '1',
      horse_name,
      updated_at,
    });
  const name = async (from: Store) => {
    const records = await from.answer('t_se', { racekey: '05264101' }, 10);
    if (records === 'too many') throw new Error('too many');
    let text = '';
    for await (const page of records.pages) text += page.toString();
    return [records.count, /"horse_name":"([^"]*)"/.exec(text)?.[1]];
  };
  expect(await name(store)).toEqual([0, undefined]);
  await store.upsert('t_se', [race('one', '2026-10-03T01:00:00.000Z')]);
  for (let time = 0; time < 3; time++) expect(await name(store)).toEqual([1, 'one']);
  await other.upsert('t_se', [race('two', '2026-10-03T02:00:00.000Z')]);
  expect(await name(store)).toEqual([1, 'two']);
  await Promise.all([store.close(), other.close()]);
  rmSync(folder, { recursive: true, force: true });
});
