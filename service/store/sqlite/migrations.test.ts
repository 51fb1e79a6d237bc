// A file of an earlier release answers as before once it is opened; one of a later release is left alone.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordOf } from '../../testing/records.ts';
import { SqliteStore } from './sqlite-store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-upgrade-'));
  file = join(folder, 'records.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function textOf(store: SqliteStore, table: 't_se' | 'm_uk', selection: object): Promise<string> {
  const records = store.answer(table, selection, 50_000);
  if (records === 'too many') throw new Error('too many');
  const pages: string[] = [];
  for await (const page of records.pages) pages.push(page.toString());
  return pages.join(',\n');
}

test('a file with a row a record is taken over, twice alike', async () => {
  const runners = Array.from({ length: 1_200 }, (_, index) =>
    recordOf('t_se', {
      racedate: '20261101',
      racekey: `052601${String(Math.floor(index / 16)).padStart(2, '0')}`,
      horse_number: String((index % 16) + 1),
    }),
  );
  const before = new Database(file);
  before.exec(
    `CREATE TABLE t_se (racedate TEXT NOT NULL, racekey TEXT NOT NULL, horse_number INTEGER NOT NULL,
       updated_at TEXT NOT NULL, record TEXT NOT NULL, UNIQUE (racedate, racekey, horse_number)) STRICT;
     CREATE INDEX t_se_by_racekey ON t_se (racekey, racedate, horse_number);
     CREATE TABLE m_uk (horse_id TEXT NOT NULL, kettonum TEXT NOT NULL, updated_at TEXT NOT NULL,
       record TEXT NOT NULL, UNIQUE (horse_id)) STRICT;`,
  );
  const add = before.prepare('INSERT INTO t_se VALUES (?, ?, ?, ?, ?)');
  for (const runner of runners.toReversed()) {
    const { racedate, racekey, horse_number } = runner;
    add.run(racedate, racekey, Number(horse_number), '', JSON.stringify(runner));
  }
  const horse = recordOf('m_uk', { horse_id: '12E345678901', kettonum: '19104567' });
  before
    .prepare('INSERT INTO m_uk VALUES (?, ?, ?, ?)')
    .run('12E345678901', '19104567', '', JSON.stringify(horse));
  before.close();

  for (let time = 0; time < 2; time++) {
    const store = new SqliteStore(file);
    expect(await textOf(store, 't_se', {})).toBe(runners.map((runner) => JSON.stringify(runner)).join(',\n'));
    expect(await textOf(store, 'm_uk', { kettonum: '2019104567' })).toBe(JSON.stringify(horse));
    await store.close();
  }
});

test('a file that is found damaged while it is taken over is named, with what to do', () => {
  const before = new Database(file);
  before.exec('CREATE TABLE t_se (racedate TEXT, record TEXT)');
  const add = before.prepare('INSERT INTO t_se VALUES (?, ?)');
  for (let number = 0; number < 100; number++) add.run('20261101', 'x'.repeat(1_000));
  const size = Number(before.pragma('page_size', { simple: true }));
  before.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4 * size, 8 * size);
  writeFileSync(file, bytes);
  expect(() => new SqliteStore(file)).toThrow(`${file} is damaged`);
  expect(() => new SqliteStore(file)).toThrow('replace the file with a backup');
});

test('a file of a later release is refused, not touched', () => {
  const later = new Database(file);
  later.pragma('user_version = 99');
  later.close();
  expect(() => new SqliteStore(file)).toThrow('later release');
});
