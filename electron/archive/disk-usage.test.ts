import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { openSpool, type Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { recordOf, runnersOf } from '../testing/fake-records.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { Archive } from './archive.ts';

let dir: string;
let spool: Spool;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-holdings-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), 1);
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

async function write(table: TableCode, filter: Filter, records: readonly WireRecord[]): Promise<void> {
  await archive.write(await storedAnswerOf(table, filter, records, spool));
}

const DAYS = { start_racedate: '20261107', end_racedate: '20261115' };
const runners = (racedate: string) => runnersOf('d_se', { racedate, races: 2, runners: 10 });

beforeEach(async () => {
  const outside = recordOf('d_se', { racedate: '20260101' });
  await write('d_se', DAYS, [...runners('20261107'), ...runners('20261114'), outside]);
  await write('d_se', { racekey: '09999999' }, []);
  await write('m_uk', { horse_id: 'HX0000000001' }, [recordOf('m_uk', { horse_id: 'HX0000000001' })]);
});

it('reports the number of records and the days of each table that has any', async () => {
  expect(await archive.usage()).toMatchObject([
    { table: 'd_se', records: 40, days: 2, firstDay: '20261107', lastDay: '20261114' },
    { table: 'm_uk', records: 1, days: 0 },
  ]);
});

it('deletes days together with their coverage', async () => {
  expect(await archive.remove(['d_se', 'm_uk'], { from: '20261110', to: '20261130' })).toBe(20);
  const stored = await archive.coverage('d_se', [
    'day:20261107',
    'day:20261109',
    'day:20261110',
    'day:20261114',
  ]);
  expect([...stored.keys()].toSorted()).toEqual(['day:20261107', 'day:20261109']);
  expect(await archive.usage()).toMatchObject([{ records: 20, lastDay: '20261107' }, { records: 1 }]);
});

it('deletes a whole table, with its quarantined records', async () => {
  expect(await archive.remove(['d_se'])).toBe(40);
  expect(await archive.rows(`select unit from coverage where table_code = 'd_se'`)).toEqual([]);
  expect(await archive.rows('select unit from aside')).toEqual([]);
  expect(await archive.remove(['m_uk'])).toBe(1);
  expect(await archive.usage()).toEqual([]);
});

it('counts the bytes of a table as soon as they are in the file', async () => {
  await archive.close();
  archive = await Archive.open(join(dir, 'a.duckdb'), 1);
  const [results] = await archive.usage();
  expect(results?.bytes).toBeGreaterThan(0);
  expect(results?.bytes).toBeLessThanOrEqual((await stat(archive.path)).size);
});

describe('the space of deleted records', () => {
  const size = async () => (await stat(archive.path)).size;
  const ALL = { start_racedate: '20260101', end_racedate: '20261231' };
  /** Records of one day in which no two values are alike, so that they take their full space. */
  const fill = (racedate: string, records: number, width: number) =>
    archive.rows(
      `insert into d_se (racedate, __seq, idm, margin, horse_name)
         select '${racedate}', range, ${[1, 2, 3].map((salt) => `repeat(md5(range || '-${salt}'), ${width})`).join(', ')}
           from range(${records})`,
    );

  beforeEach(async () => {
    await write('d_se', ALL, []);
    await fill('20260101', 20, 1);
  });

  it('returns to the disk, and everything else is still there', async () => {
    await fill('20260201', 4_000, 60);
    await archive.usage();
    const before = await size();
    const reading = archive.rows('select racedate from typed.d_se limit 1');
    const writing = archive
      .remove(['d_se'], { from: '20260201' }, 0)
      .then(() => write('m_uk', { horse_id: 'b' }, []));
    expect(await reading).toHaveLength(1);
    await writing;
    expect(await size()).toBeLessThan(before * 0.6);
    expect(await archive.usage()).toMatchObject([
      { table: 'd_se', records: 20 },
      { table: 'm_uk', records: 1 },
    ]);
    expect(await archive.rows('select distinct racedate::VARCHAR from typed.d_se')).toEqual([['2026-01-01']]);
    await archive.close();
    archive = await Archive.open(archive.path, 1);
    expect((await archive.coverage('d_se', ['day:20260101'])).size).toBe(1);
    expect((await readdir(dir)).filter((name) => name.includes('fresh'))).toEqual([]);
  });

  it('is not reclaimed while the file is being read', async () => {
    const names = TABLES.d_se.columns.map(({ name }) => name);
    await fill('20260201', 6_000, 1);
    const snapshot = await archive.snapshot('d_se', ALL, names);
    expect(snapshot.rows.size).toBe('large');
    await archive.remove(['d_se'], {}, 0);
    if (snapshot.rows.size !== 'large') return;
    const [cells] = await snapshot.rows.reader.cells(['racedate'], snapshot.rows.reader.rowids.slice(0, 1));
    expect(cells).toEqual(['20260101']);
    snapshot.close();
    expect(await archive.usage()).toMatchObject([{ table: 'm_uk' }]);
  });
});
