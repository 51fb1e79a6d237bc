// Where an import ends its transactions: never within a race whose records follow each other.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tableOf } from '#shared/catalogue/tables.ts';
import type { RecordKeeper } from '../../store/bulk-writer.ts';
import { SqliteBulkWriter } from '../../store/sqlite/bulk-writer.ts';
import { SqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { lines, result } from '../../testing/importing.ts';
import type { Fields } from '../../testing/records.ts';
import { recordOf } from '../../testing/records.ts';
import type { ImportSource } from './import-files.ts';
import { importFiles } from './import-files.ts';
import { Rejects } from './rejects.ts';

let folder: string;
let rejects: Rejects;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-batches-'));
  rejects = new Rejects({ folder });
});
afterEach(() => {
  rejects.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file of which one record after another is read. */
const sourceOf = (records: readonly Fields[]): ImportSource => ({
  name: 'results.ndjson',
  async *bytes() {
    for (const record of records) yield Buffer.from(lines([record]));
  },
});

/** The 18 runners of each of some races. */
const runners = (races: number): Fields[] =>
  Array.from({ length: races * 18 }, (_, at) =>
    result((at % 18) + 1, { racekey: `05${String(100_000 + Math.floor(at / 18))}` }),
  );

/** The race keys of each transaction. */
async function transactionsOf(sources: readonly ImportSource[], table = tableOf('t_se')) {
  const transactions: unknown[][] = [];
  const counts = await importFiles(table, sources, {
    rejects,
    bulkWriter: {
      async keep(_, records) {
        transactions.push(records.map(({ fields }) => fields['racekey']));
        return records.length;
      },
    },
  });
  const kept = transactions.flat().length;
  expect(counts).toMatchObject({ read: kept, stored: kept });
  return transactions;
}

test('a race is stored in one transaction, also if it begins in one file and ends in the next', async () => {
  const records = runners(700);
  for (const cut of [records.length, 18 * 300 + 7]) {
    const transactions = await transactionsOf([
      sourceOf(records.slice(0, cut)),
      sourceOf(records.slice(cut)),
    ]);
    expect(transactions.flat()).toEqual(records.map(({ racekey }) => racekey));
    expect(transactions.length).toBeGreaterThan(2);
    const races = transactions.flatMap((keys) => [...new Set(keys)]);
    expect(races).toHaveLength(700);
  }
});

test('memory does not grow with a file of one race, or of a table without races', async () => {
  const race = Array.from({ length: 9000 }, (_, at) => result((at % 99) + 1));
  const horses = Array.from({ length: 9000 }, (_, at) =>
    recordOf('m_uk', { horse_id: `12E3456${String(at).padStart(5, '0')}`, updated_at: '20261108' }),
  );
  for (const transactions of [
    await transactionsOf([sourceOf(race)]),
    await transactionsOf([sourceOf(horses)], tableOf('m_uk')),
  ]) {
    expect(transactions.map(({ length }) => length)).toEqual([4000, 4000, 1000]);
  }
});

test('a race that was moved is moved as a whole, wherever in the file it is', async () => {
  const file = join(folder, 'records.sqlite');
  const bulkWriter = new SqliteBulkWriter(file);
  const racekey = '05264101';
  // Half of the runners are known on the new day from before the last that is known on the old one.
  const runner = (racedate: string, number: number, hour: number) =>
    result(number, { racedate, racekey, updated_at: `2026-11-07T${hour}:00:00.000Z` });
  const numbers = Array.from({ length: 18 }, (_, at) => at + 1);
  const moved = numbers.map((number) => runner('20261109', number, number < 9 ? 11 : 13));
  const load = (records: readonly Fields[]) =>
    importFiles(tableOf('t_se'), [sourceOf(records)], { bulkWriter, rejects });
  await load(numbers.map((number) => runner('20261107', number, 12)));
  // The eighth of them is the last record of a full batch.
  await load([...runners(222).slice(0, 4000 - 8), ...moved]);
  await bulkWriter.close();

  const store = new SqliteStore(file);
  const found = store.answer('t_se', { racekey }, 100);
  expect(found).toMatchObject({ count: moved.length });
  await store.close();
});

test.each(['import', 'publication'])(
  'a race that was moved is moved as a whole if its records lie apart in the files, by %s',
  async (how) => {
    const file = join(folder, 'records.sqlite');
    const bulkWriter = new SqliteBulkWriter(file);
    const racekey = '05264101';
    const runner = (racedate: string, number: number, hour: number) =>
      result(number, { racedate, racekey, updated_at: `2026-11-07T${hour}:00:00.000Z` });
    const load = (records: readonly Fields[]) => {
      const files = [records.slice(0, 5000), records.slice(5000)].map(sourceOf);
      const importWith = (keeper: RecordKeeper) =>
        importFiles(tableOf('t_se'), files, { bulkWriter: keeper, rejects });
      return how === 'import' ? importWith(bulkWriter) : bulkWriter.publish(importWith);
    };
    await load([1, 2, 3].map((number) => runner('20261107', number, 12)));
    // By horse: the first two horses are known on the new day from before what is stored on the old one.
    const others = [...runners(250), ...runners(250)];
    const moved = [
      runner('20261109', 1, 11),
      ...others,
      runner('20261109', 2, 11),
      ...others,
      runner('20261109', 3, 13),
    ];
    const counts = await load(moved);
    expect(counts).toMatchObject({ read: 18_003, stored: 4_503, known: 13_500 });
    await bulkWriter.close();

    const store = new SqliteStore(file);
    expect(store.answer('t_se', { racekey }, 100)).toMatchObject({ count: 3 });
    expect(store.answer('t_se', { from: '20261107', to: '20261107' }, 9999)).toMatchObject({ count: 4_500 });
    await store.close();
  },
);

test('a race that is newer on another day stays there, wherever in the files its records are', async () => {
  const file = join(folder, 'records.sqlite');
  const bulkWriter = new SqliteBulkWriter(file);
  const racekey = '05264101';
  const runner = (racedate: string, number: number, hour: number) =>
    result(number, { racedate, racekey, updated_at: `2026-11-07T${hour}:00:00.000Z` });
  const load = (records: readonly Fields[]) =>
    importFiles(tableOf('t_se'), [sourceOf(records)], { bulkWriter, rejects });
  await load([1, 2].map((number) => runner('20261109', number, 13)));
  const late = [1, 2].map((number) => runner('20261107', number, 12));
  const counts = await load([...late.slice(0, 1), ...runners(250), ...late.slice(1)]);
  expect(counts).toMatchObject({ stored: 4_500, known: 2 });
  await bulkWriter.close();
  const store = new SqliteStore(file);
  expect(store.answer('t_se', { from: '20261109', to: '20261109' }, 100)).toMatchObject({ count: 2 });
  expect(store.answer('t_se', { racekey }, 100)).toMatchObject({ count: 2 });
  await store.close();
});
