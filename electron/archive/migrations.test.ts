import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from './archive.ts';
import { SCHEMA_VERSION, stepsFrom } from './migrations.ts';

let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-migrations-'));
  path = join(dir, 'a.duckdb');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Makes an archive file with these statements. */
async function make(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

const VERSION_1 = new URL('archive-of-version-1.sql', import.meta.url);

it('an archive of version 1 opens with all its records', async () => {
  await make(await readFile(VERSION_1, 'utf8'));
  const archive = await Archive.open(path, 1);
  const columns = await archive.columns('select racekey, headcount, race_name from t_ra order by racekey');
  expect(columns).toEqual([['05264101', '05264102'], ['16', '+ 9'], ['東京新聞杯', null]]); // prettier-ignore
  const stored = await archive.coverage('d_hj', ['day:20261108']);
  expect(stored.get('day:20261108')).toMatchObject({
    records: 1,
    drift: 2,
    reasons: [{ reason: 'count_differs' }],
  });
  expect(await archive.rows('select record, fetched_at from aside')).toEqual([
    ['{"racedate":"20261101"}', 1794618000000n],
  ]);
  expect(await archive.note('windowDays:d_ky')).toBe('7');
  expect(await archive.rows('select headcount from typed.t_ra order by racekey')).toEqual([[16n], [9n]]);
  expect(await archive.rows('select schema_version from archive_info')).toEqual([[SCHEMA_VERSION]]);
  await archive.close();
  const again = await Archive.open(path, 1);
  expect(await again.usage()).toMatchObject([
    { table: 't_ra', records: 2 },
    { table: 'd_hj', records: 1 },
  ]);
  await again.close();
});

it('subjects stay computed if only views have changed, and are computed again if their rule has', async () => {
  const reopened = async (forgotten: readonly string[]): Promise<number> => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    for (const name of forgotten)
      await connection.run(`update note set value = 'of before' where name = '${name}'`);
    connection.closeSync();
    instance.closeSync();
    const archive = await Archive.open(path, 1);
    const [[outdated] = []] = await archive.rows('select count(*)::INTEGER from subject_outdated');
    await archive.renewSubjects();
    await archive.close();
    return Number(outdated);
  };
  await (await Archive.open(path, 1)).close();
  expect(await reopened([])).toBeGreaterThan(0);
  expect(await reopened([])).toBe(0);
  expect(await reopened(['schema'])).toBe(0);
  expect(await reopened(['schema', 'subjects'])).toBeGreaterThan(0);
});

it('blocks stay if only views have changed, and are made again if their rule has', async () => {
  const withNotes = async (sql: string): Promise<number> => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
    const archive = await Archive.open(path, 1);
    const [[blocks] = []] = await archive.rows('select count(*)::INTEGER from record_block');
    await archive.close();
    return Number(blocks);
  };
  await (await Archive.open(path, 1)).close();
  expect(await withNotes("insert into record_block values ('day:20261101', '20261101', '', '', null)")).toBe(
    1,
  );
  expect(await withNotes("update note set value = 'of before' where name = 'schema'")).toBe(1);
  expect(await withNotes("update note set value = 'of before' where name in ('schema', 'blocks')")).toBe(0);
  // As they were stored before there was a table of their bytes.
  expect(
    await withNotes(
      `drop table record_block; drop table block_bytes; drop sequence block_id;
       create table record_block (unit VARCHAR, racedate VARCHAR, bytes BLOB);
       insert into record_block values ('day:20261101', '20261101', null);
       update note set value = 'of before' where name in ('schema', 'blocks')`,
    ),
  ).toBe(0);
});

it('an archive of a later version is neither opened nor changed', async () => {
  await make(
    `create table archive_info (schema_version INTEGER); insert into archive_info values (${SCHEMA_VERSION + 1})`,
  );
  await expect(Archive.open(path, 1)).rejects.toMatchObject({ code: 'ARCHIVE_NEWER', values: { path } });
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const tables = await connection.runAndReadAll('select table_name from duckdb_tables()');
  expect(tables.getRows()).toEqual([['archive_info']]);
  connection.closeSync();
  instance.closeSync();
});

it('every version has a migration to the next', () => {
  const counts = Array.from({ length: SCHEMA_VERSION }, (_, at) => stepsFrom(at + 1).length);
  expect(counts.at(-1)).toBe(0);
  expect(counts.slice(0, -1).every((count, at) => count > (counts[at + 1] ?? 0))).toBe(true);
});
