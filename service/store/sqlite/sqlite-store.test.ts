// The SQLite store does what every store must.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SqliteBulkWriter } from './bulk-writer.ts';
import { recordOf } from '../../testing/records.ts';
import { SqliteStore } from './sqlite-store.ts';
import { SqliteWriter } from './writer.ts';
import { storeSuite } from '../testing/store-suite.ts';
import { versionsSuite } from '../testing/versions-suite.ts';

describe('SQLite', () => {
  const open = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'railbird-store-'));
    const file = join(folder, 'records.sqlite');
    const store = new SqliteStore(file);
    return {
      store,
      bulkWriter: async () => new SqliteBulkWriter(file),
      async close() {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  };
  storeSuite(open);
  versionsSuite(open);
});

test('packed records answer as unpacked ones do, by race and by period, and take other records in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-packed-'));
  const runners = (racekey: string, numbers: readonly number[], jockey_name: string) =>
    numbers.map((number) =>
      recordOf('d_ky', { racedate: '20261107', racekey, horse_number: String(number), jockey_name }),
    );
  const all = Array.from({ length: 16 }, (_, at) => at + 1);
  const answers: string[] = [];
  for (const packs of [false, true]) {
    const file = join(folder, String(packs));
    const store = new SqliteStore(file);
    const writer = new SqliteWriter(file, { packs });
    for (let race = 1; race <= 12; race++)
      writer.upsert('d_ky', runners(`0526${String(race).padStart(4, '0')}`, all, '武豊'));
    writer.upsert('d_ky', runners('05260003', [2, 17], 'ルメール'));
    writer.close();
    for (const selection of [{ racekey: '05260003' }, { from: '20261101', to: '20261130' }]) {
      const records = store.answer('d_ky', selection, 1000);
      if (records === 'too many') throw new Error('too many');
      const pages: Buffer[] = [];
      for await (const page of records.pages) pages.push(page);
      answers.push(`${records.count} ${Buffer.concat(pages).toString()}`);
    }
    await store.close();
  }
  rmSync(folder, { recursive: true, force: true });
  expect(answers.slice(2)).toEqual(answers.slice(0, 2));
  expect(answers[2]?.slice(0, 3)).toBe('17 ');
  expect(answers[3]?.slice(0, 4)).toBe('193 ');
});
