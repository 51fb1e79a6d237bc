// The SQLite store against a naive filter over the same records, and its answers of several pages.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fields } from '../testing/records.ts';
import { recordOf } from '../testing/records.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { Records, Selection } from './store.ts';

let folder: string;
let store: SqliteStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-store-'));
  store = new SqliteStore(join(folder, 'records.sqlite'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function read(records: Records | 'too many'): Promise<Fields[]> {
  if (records === 'too many') throw new Error('too many');
  const pages: string[] = [];
  for await (const page of records.pages) pages.push(page.toString());
  const parsed = JSON.parse(`[${pages.join(',')}]`) as Fields[];
  expect(parsed).toHaveLength(records.count);
  return parsed;
}

const entry = (racedate: string, race: number, number: number): Fields =>
  recordOf('t_se', {
    racedate,
    racekey: `0526${racedate.slice(6)}${String(race).padStart(2, '0')}`,
    horse_number: String(number),
  });

const DAYS = ['20261101', '20261107', '20261108', '20261114'];
const manyEntries = (): Fields[] =>
  DAYS.flatMap((racedate) =>
    Array.from({ length: 12 }, (_, race) =>
      Array.from({ length: 16 }, (_, number) => entry(racedate, race + 1, 16 - number)),
    ).flat(),
  );

const place = (record: Fields) =>
  [record['racedate'], record['racekey'], Number(record['horse_number'])] as const;

function inOrder(records: readonly Fields[]): Fields[] {
  return records.toSorted((a, b) => {
    const [left, right] = [place(a), place(b)];
    for (const [index, value] of left.entries()) {
      const other = right[index] ?? '';
      if ((value ?? '') !== other) return (value ?? '') < other ? -1 : 1;
    }
    return 0;
  });
}

test('any selection is what a naive filter gives, in order, whole, over as many pages as it takes', async () => {
  const all = manyEntries();
  await store.upsert('t_se', all);
  const day = fc.constantFrom('20261031', ...DAYS, '20261231');
  const racekey = fc.constantFrom(...new Set(all.map((record) => String(record['racekey']))));
  await fc.assert(
    fc.asyncProperty(
      fc.record({ from: day, to: day, racekey }, { requiredKeys: [] }),
      async (selection: Selection) => {
        const wanted = all.filter(
          (record) =>
            String(record['racedate']) >= (selection.from ?? '') &&
            String(record['racedate']) <= (selection.to ?? '99999999') &&
            (selection.racekey === undefined || record['racekey'] === selection.racekey),
        );
        expect(await read(await store.answer('t_se', selection, 50_000))).toEqual(inOrder(wanted));
      },
    ),
    { numRuns: 40 },
  );
});

test('a record a line, so that a reader can split an answer without parsing it', async () => {
  await store.upsert('t_se', manyEntries());
  const records = await store.answer('t_se', { racekey: '05260101' }, 100);
  if (records === 'too many') throw new Error('too many');
  const pages: Buffer[] = [];
  for await (const page of records.pages) pages.push(page);
  const lines = Buffer.concat(pages).toString().split(',\n');
  expect(lines.map((line) => (JSON.parse(line) as Fields)['horse_number'])).toHaveLength(16);
});

test('more records than the limit are refused, as many are not', async () => {
  const all = manyEntries();
  await store.upsert('t_se', all);
  for (const limit of [all.length - 1, 10]) expect(await store.answer('t_se', {}, limit)).toBe('too many');
  expect(await read(await store.answer('t_se', {}, all.length))).toHaveLength(all.length);
});

test('an answer under way does not see what is written meanwhile', async () => {
  await store.upsert('t_se', manyEntries());
  const records = await store.answer('t_se', {}, 50_000);
  if (records === 'too many') throw new Error('too many');
  const seen: Fields[] = [];
  for await (const page of records.pages) {
    seen.push(...(JSON.parse(`[${page.toString()}]`) as Fields[]));
    await store.upsert('t_se', [entry('20261130', seen.length % 12, 1)]);
  }
  expect(seen).toHaveLength(records.count);
  expect(await store.newestRaceDate('t_se')).toBe('20261130');
  expect(await store.newestRaceDate('t_se', '20261113')).toBe('20261108');
});

test('an answer given up early leaves nothing behind: the next ones are whole', async () => {
  await store.upsert('t_se', manyEntries());
  for (let time = 0; time < 20; time++) {
    const records = await store.answer('t_se', {}, 50_000);
    if (records === 'too many') throw new Error('too many');
    for await (const page of records.pages) {
      expect(page.length).toBeGreaterThan(0);
      break;
    }
  }
  expect(await read(await store.answer('t_se', {}, 50_000))).toHaveLength(manyEntries().length);
});

test('a record with the same key is replaced, but not by an older one', async () => {
  const version = (updated_at: string, horse_name: string) =>
    recordOf('m_uk', { horse_id: '12E345678901', kettonum: '19104567', updated_at, horse_name });
  const name = async () => {
    const [horse] = await read(await store.answer('m_uk', { kettonum: '2019104567' }, 10));
    return horse?.['horse_name'];
  };
  await store.upsert('m_uk', [version('2026-11-02T00:00:00.000Z', 'second')]);
  await store.upsert('m_uk', [version('2026-11-01T00:00:00.000Z', 'first')]);
  expect(await name()).toBe('second');
  await store.upsert('m_uk', [version('2026-11-03T00:00:00.000Z', 'third')]);
  expect(await name()).toBe('third');
});

test('an empty table has no newest race date', async () => {
  expect(await store.newestRaceDate('t_hj')).toBeUndefined();
});
