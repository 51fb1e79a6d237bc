// What the archive reports as stored for a day, a race or a horse after an answer was written, and when a day counts as
// final.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { openSpool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { recordOf } from '../testing/fake-records.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { Archive } from './archive.ts';
import { dayOf, nameOf, unitsOf } from './coverage.ts';
import { isLongSettled, unsettledDays } from './final-days.ts';
import type { StoredAnswer } from './stored-answer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 15, 3);

let dataDir: string;
let archive: Archive;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-coverage-'));
  await putEmptyArchive(join(dataDir, 'a.duckdb'));
  archive = await Archive.open(join(dataDir, 'a.duckdb'), NOW);
});
afterAll(async () => {
  await archive.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function write(
  table: TableCode,
  filter: Filter,
  records: readonly WireRecord[],
  given: Partial<StoredAnswer['answer']> & Pick<Partial<StoredAnswer>, 'reasons'> = {},
): Promise<void> {
  const spool = openSpool(dataDir);
  await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt: NOW, ...given }));
}

const storedOf = async (table: TableCode, unit: string) => (await archive.coverage(table, [unit])).get(unit);

test('a period covers each of its days, a race or a horse only itself', () => {
  expect(unitsOf({ start_racedate: '20261030', end_racedate: '20261101' })).toEqual([
    'day:20261030',
    'day:20261031',
    'day:20261101',
  ]);
  expect(unitsOf({ racedate: '20261101' })).toEqual(['day:20261101']);
  expect(unitsOf({ racedate: '20261101', racekey: '05264101' })).toEqual(['race:05264101']);
  expect(unitsOf({ horse_id: '26HX01' })).toEqual(['horse:26HX01']);
  expect(unitsOf({ kettonum: '23100001' })).toEqual(['number:23100001']);
  // Half a period proves no day complete.
  expect([
    unitsOf({ start_racedate: '20261101' }),
    unitsOf({ end_racedate: '20261101' }),
    unitsOf({}),
  ]).toEqual([[], [], []]);
  expect([dayOf('day:20261101'), dayOf('race:05264101'), nameOf('race:05264101')]).toEqual([
    '20261101',
    undefined,
    '05264101',
  ]);
});

test('each day of a period is stored with its own records, and anomalies are counted once', async () => {
  const period = { start_racedate: '20261101', end_racedate: '20261103' };
  const race = (racedate: string, racekey: string) => recordOf('d_ra', { racedate, racekey });
  await write(
    'd_ra',
    period,
    [race('20261101', '05264101'), race('20261101', '05264102'), race('20261103', '05264301')],
    { quarantined: 4, drift: 2 },
  );
  const [first, empty, last] = await Promise.all(
    ['day:20261101', 'day:20261102', 'day:20261103'].map((unit) => storedOf('d_ra', unit)),
  );
  expect(first).toMatchObject({ lastDay: '20261101', records: 2, quarantined: 4, drift: 2, fetchedAt: NOW });
  expect(empty).toMatchObject({ lastDay: '20261102', records: 0, quarantined: 0, drift: 0, present: [] });
  expect(last).toMatchObject({ lastDay: '20261103', records: 1, quarantined: 0, drift: 0 });
  expect(last?.present).toContain('racekey');
  expect(await storedOf('d_ra', 'day:20261104')).toBeUndefined();
  expect(await storedOf('t_ra', 'day:20261101')).toBeUndefined();
});

test('an answer replaces the previous one together with its anomalies', async () => {
  const filter = { racedate: '20261005' };
  const race = (racekey: string) => recordOf('d_ra', { racedate: '20261005', racekey });
  const reasons = [{ reason: 'cut_short' as const, where: '20261005' }];
  await write('d_ra', filter, [race('05264501')], { reasons, quarantined: 1 });
  expect(await storedOf('d_ra', 'day:20261005')).toMatchObject({ records: 1, reasons, quarantined: 1 });
  await write('d_ra', filter, [race('05264501'), race('05264502')], { fetchedAt: NOW + 1 });
  expect(await storedOf('d_ra', 'day:20261005')).toMatchObject({
    records: 2,
    reasons: [],
    quarantined: 0,
    fetchedAt: NOW + 1,
  });
  expect(await archive.rows(`select count(*)::INTEGER from coverage where unit = 'day:20261005'`)).toEqual([
    [1],
  ]);
});

test('a race and a horse belong to the last day with records of them, and to no day without records', async () => {
  const run = (racedate: string) => recordOf('d_se', { racedate, horse_id: 'HX1', racekey: '05264101' });
  await write('d_se', { horse_id: 'HX1' }, [run('20260301'), run('20261001'), run('20260501')]);
  expect(await storedOf('d_se', 'horse:HX1')).toMatchObject({ lastDay: '20261001', records: 3 });
  await write('d_se', { racekey: '05269901' }, []);
  const none = await storedOf('d_se', 'race:05269901');
  expect(none).toMatchObject({ records: 0, present: [] });
  expect(none).not.toHaveProperty('lastDay');
});

/** Adds coverage of a day; times in epoch milliseconds. */
const addCoverage = async (
  table: TableCode,
  day: string,
  fetchedAt: number,
  records: number,
  reasons = '[]',
): Promise<void> => {
  await archive.rows(
    `insert into coverage (table_code, unit, last_day, fetched_at, records, provisional, set_aside, drift, reasons, present)
       values (?, 'day:' || ?, ?, ?::BIGINT, ?::INTEGER, 0, 0, 0, ?, '[]')`,
    [table, day, day, String(fetchedAt), String(records), reasons],
  );
  // The coverage in memory is that of the archive's own writes.
  await archive.remove([]);
};

/** When a day ends in Tokyo. */
const endOf = (day: string): number =>
  Date.UTC(+day.slice(0, 4), +day.slice(4, 6) - 1, +day.slice(6)) + DAY - 9 * HOUR;

test('a day is final when it was fetched after its end, an empty one a week after it began', async () => {
  const cases: readonly [day: string, fetchedAt: number, records: number, isSettled: boolean][] = [
    ['20260701', endOf('20260701') - 1, 1, false],
    ['20260702', endOf('20260702'), 1, true],
    ['20260703', endOf('20260703') + 6 * DAY - 1, 0, false],
    ['20260704', endOf('20260704') + 6 * DAY, 0, true],
    // The clock was in the future at the time: its reading cannot be trusted.
    ['20260705', NOW + 1, 1, false],
  ];
  for (const [day, fetchedAt, records] of cases) await addCoverage('d_hj', day, fetchedAt, records);
  await addCoverage('d_hj', '20260706', NOW, 1, '[{"reason":"cut_short","where":"20260706"}]');
  await addCoverage('d_ka', '20260707', NOW, 1);
  const range = { tables: ['d_hj'] as const, from: '20260701', to: '20260708' };
  const settled = cases.filter(([, , , isSettled]) => isSettled).map(([day]) => day);
  const open = await unsettledDays(archive, range, NOW);
  expect(open).toEqual(
    ['20260701', '20260702', '20260703', '20260704', '20260705', '20260706', '20260707', '20260708'].filter(
      (day) => !settled.includes(day),
    ),
  );
  // Either table may have the day.
  const either = await unsettledDays(archive, { ...range, tables: ['d_hj', 'd_ka'] }, NOW);
  expect(either).toEqual(open.filter((day) => day !== '20260707'));
});

test('a period is final only if each of its days was fetched a week after the last one', async () => {
  const period = { tables: ['d_hj', 't_hj'] as const, from: '20260801', to: '20260803' };
  const late = Date.UTC(2026, 7, 3) + 7 * DAY;
  const isSettled = (now = NOW, to = period.to) => isLongSettled(archive, [{ ...period, to }], now);
  await addCoverage('d_hj', '20260801', late, 1);
  await addCoverage('t_hj', '20260801', late, 1);
  await addCoverage('d_hj', '20260802', late, 1);
  // A day that two tables have counts once: the third day is missing.
  expect(await isSettled()).toBe(false);
  await addCoverage('t_hj', '20260803', late - 1, 1);
  expect(await isSettled()).toBe(false);
  await addCoverage('d_hj', '20260803', late, 0);
  expect(await isSettled()).toBe(true);
  expect(await isSettled(late - 1)).toBe(false);
  expect(await isLongSettled(archive, [], NOW)).toBe(true);
  // Today is never final, whatever is stored.
  expect(await isLongSettled(archive, [{ ...period, from: '20261115', to: '20261115' }], NOW)).toBe(false);
});
