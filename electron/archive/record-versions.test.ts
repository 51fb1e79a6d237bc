// Every version of a race's records that was fetched before the race is kept, with its time, and never changed.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { openSpool, type Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { recordOf } from '../testing/fake-records.ts';
import { Archive } from './archive.ts';
import { CREATE_VERSIONS, keepVersions, momentsOf, recordsKnownAt, versionTimes } from './record-versions.ts';

const DAY = '20261115';
const RACE = '05266411';
/** Noon of the race day in Tokyo. */
const NOON = Date.UTC(2026, 10, 15, 3);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let dir: string;
let spool: Spool;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-versions-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOON);
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

const runner = (number: number, more: WireRecord = {}): WireRecord =>
  recordOf('t_pd', {
    racedate: DAY,
    racekey: RACE,
    horse_number: String(number),
    updated_at: '2026-11-15T00:00:00',
    ...more,
  });

async function fetched(
  records: readonly WireRecord[],
  fetchedAt: number,
  {
    table = 't_pd',
    filter = { racekey: RACE },
    reasons = [],
    servedAt,
  }: {
    readonly table?: TableCode;
    readonly filter?: Filter;
    readonly reasons?: readonly Incompleteness[];
    readonly servedAt?: number;
  } = {},
): Promise<void> {
  const of = { fetchedAt, reasons, ...(servedAt === undefined ? {} : { servedAt }) };
  await archive.write(await storedAnswerOf(table, filter, records, spool, of));
}

const program = (headcount: number, fetchedAt: number, table: 't_ra' | 'd_ra' = 't_ra'): Promise<void> =>
  fetched([recordOf(table, { racedate: DAY, racekey: RACE, headcount })], fetchedAt, { table });

const rows = (sql: string, values?: readonly string[]) => archive.rows(sql, values);
const times = async (racekey = RACE): Promise<number[]> =>
  (
    await rows('select distinct fetched_at::DOUBLE from record_version where racekey = ? order by 1', [
      racekey,
    ])
  ).map(([at]) => Number(at));
const oddsAt = async (at: number): Promise<Record<string, string | null>> =>
  Object.fromEntries(
    (await recordsKnownAt(rows, 'prerace', RACE, at)).map((record) => [
      record['horse_number'] ?? '',
      record['win_odds'] ?? null,
    ]),
  );

describe('the versions of a race', () => {
  it('show each fetch that differed as it was, whatever came later', async () => {
    await fetched([runner(1, { win_odds: '3.1' }), runner(2, { win_odds: '8.0' })], NOON);
    await fetched([runner(1, { win_odds: '2.8' }), runner(2, { win_odds: '8.0' })], NOON + MINUTE);
    await fetched([runner(1, { win_odds: '2.5' }), runner(2, { win_odds: null })], NOON + 2 * MINUTE);
    expect(await times()).toEqual([NOON, NOON + MINUTE, NOON + 2 * MINUTE]);
    expect(await oddsAt(NOON - 1)).toEqual({});
    expect(await oddsAt(NOON)).toEqual({ 1: '3.1', 2: '8.0' });
    expect(await oddsAt(NOON + MINUTE + 1)).toEqual({ 1: '2.8', 2: '8.0' });
    expect(await oddsAt(NOON + 9 * MINUTE)).toEqual({ 1: '2.5', 2: null });
  });

  it('have the service’s time if this computer’s clock is behind it', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON, { servedAt: NOON + 9 * HOUR });
    expect(await oddsAt(NOON + 9 * HOUR - 1)).toEqual({});
    expect(await oddsAt(NOON + 9 * HOUR)).toEqual({ 1: '3.1' });
    // The clock was put right.
    await fetched([runner(1, { win_odds: '2.8' })], NOON + 10 * HOUR, { servedAt: NOON + 10 * HOUR });
    expect(await times()).toEqual([NOON + 9 * HOUR, NOON + 10 * HOUR]);
  });

  it('are kept if this computer’s clock is behind across a midnight, and count as known after the race', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON, { servedAt: NOON + 24 * HOUR });
    expect(await times()).toEqual([NOON + 24 * HOUR]);
  });

  it('have this computer’s time if the service’s clock is behind, or ahead by so much that it must be wrong', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON, { servedAt: NOON - HOUR });
    await fetched([runner(1, { win_odds: '2.8' })], NOON + MINUTE, { servedAt: NOON + 30 * 24 * HOUR });
    expect(await times()).toEqual([NOON, NOON + MINUTE]);
  });

  it('have the fields that the catalogue does not know', async () => {
    await fetched([runner(1, { new_field: 'x', new_number: 7 })], NOON);
    const [record] = await recordsKnownAt(rows, 'prerace', RACE, NOON);
    expect(record).toMatchObject({ horse_number: '1', new_field: 'x', new_number: '7' });
    expect(record).not.toHaveProperty('__extra');
  });

  it('are not made by a fetch that brought the same, or only another time of update', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON);
    await fetched([runner(1, { win_odds: '3.1' })], NOON + MINUTE);
    await fetched([runner(1, { win_odds: '3.1', updated_at: '2026-11-15T12:00:00' })], NOON + 2 * MINUTE);
    expect(await times()).toEqual([NOON]);
  });

  it('know a runner as gone only by an answer that was complete', async () => {
    const both = [runner(1, { win_odds: '3.1' }), runner(2, { win_odds: '8.0' })];
    await program(1, NOON);
    await fetched(both, NOON);
    await fetched(both.slice(0, 1), NOON + MINUTE, { reasons: [{ reason: 'cut_short', where: RACE }] });
    expect(await oddsAt(NOON + MINUTE)).toEqual({ 1: '3.1', 2: '8.0' });
    await fetched(both.slice(0, 1), NOON + 2 * MINUTE);
    expect(await oddsAt(NOON + 2 * MINUTE)).toEqual({ 1: '3.1' });
    await fetched(both, NOON + 3 * MINUTE);
    expect(await oddsAt(NOON + 3 * MINUTE)).toEqual({ 1: '3.1', 2: '8.0' });
    expect(await oddsAt(NOON + 2 * MINUTE)).toEqual({ 1: '3.1' });
  });

  it('know a runner as gone only by as many others as the program that was fetched last says', async () => {
    const all = [1, 2, 3].map((number) => runner(number, { win_odds: '3.1' }));
    const numbersAt = async (at: number) => Object.keys(await oddsAt(at));
    await fetched(all, NOON);
    await fetched(all.slice(0, 2), NOON + MINUTE);
    expect(await numbersAt(NOON + MINUTE)).toEqual(['1', '2', '3']);
    await program(3, NOON + 2 * MINUTE);
    await fetched(all.slice(0, 2), NOON + 2 * MINUTE);
    expect(await numbersAt(NOON + 2 * MINUTE)).toEqual(['1', '2', '3']);
    await program(2, NOON + 3 * MINUTE, 'd_ra');
    // One of the two does not start.
    await fetched([...all.slice(0, 1), runner(2, { withdrawn_flag: '1' })], NOON + 3 * MINUTE);
    expect(await numbersAt(NOON + 3 * MINUTE)).toEqual(['1', '2', '3']);
    await fetched(all.slice(0, 2), NOON + 4 * MINUTE);
    expect(await numbersAt(NOON + 4 * MINUTE)).toEqual(['1', '2']);
  });

  it('stay if an answer for the day lacks the whole race', async () => {
    await program(1, NOON);
    await fetched([runner(1, { win_odds: '3.1' })], NOON);
    const day = { racedate: DAY };
    await fetched([runner(1, { racekey: '05266412' })], NOON + MINUTE, { filter: day });
    const other = recordOf('t_ra', { racedate: DAY, racekey: '05266412', headcount: 1 });
    await fetched([other], NOON + MINUTE, { table: 't_ra', filter: day });
    expect(await oddsAt(NOON + MINUTE)).toEqual({ 1: '3.1' });
    expect(await recordsKnownAt(rows, 'race', RACE, NOON + MINUTE)).toHaveLength(1);
  });

  it('are told by what was learned last after the clock was set back, each kept once', async () => {
    await fetched([runner(1, { win_odds: '2.0' })], NOON + 60 * MINUTE);
    for (const minutes of [0, 1, 2]) await fetched([runner(1, { win_odds: '5.0' })], NOON + minutes * MINUTE);
    expect(await times()).toEqual([NOON, NOON + 60 * MINUTE]);
    expect(await oddsAt(NOON)).toEqual({ 1: '5.0' });
    expect(await oddsAt(NOON + 120 * MINUTE)).toEqual({ 1: '5.0' });
    await archive.close();
    archive = await Archive.open(join(dir, 'a.duckdb'), NOON);
    expect(await oddsAt(NOON + 120 * MINUTE)).toEqual({ 1: '5.0' });
  });

  it('are the same whether the race or its day was fetched, and other races of the day have their own', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON);
    const other = runner(1, { racekey: '05266412', win_odds: '7.0' });
    await fetched([runner(1, { win_odds: '3.1' }), other], NOON + MINUTE, { filter: { racedate: DAY } });
    expect(await times()).toEqual([NOON]);
    expect(await times('05266412')).toEqual([NOON + MINUTE]);
  });

  it('are of days that were not over, and not of results', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON + 24 * 60 * MINUTE);
    const result = recordOf('t_se', { racedate: DAY, racekey: RACE, horse_number: '1' });
    await fetched([result], NOON, { table: 't_se' });
    expect(await times()).toEqual([]);
  });

  it('are of one runner however its number is padded', async () => {
    await fetched([runner(1, { horse_number: '01', win_odds: '3.1' }), runner(2)], NOON);
    await fetched([runner(1, { win_odds: '2.8' })], NOON + MINUTE, {
      reasons: [{ reason: 'cut_short', where: RACE }],
    });
    expect(await oddsAt(NOON)).toEqual({ '01': '3.1', 2: null });
    expect(await oddsAt(NOON + MINUTE)).toEqual({ 1: '2.8', 2: null });
    // As versions were stored before.
    await rows(`update record_version set id = '1' where fetched_at = ${NOON + MINUTE}`);
    expect(await oddsAt(NOON + MINUTE)).toEqual({ 1: '2.8', 2: null });
    await fetched([runner(1, { win_odds: '2.8' }), runner(2)], NOON + 2 * MINUTE);
    expect(await times()).toEqual([NOON, NOON + MINUTE]);
  });

  it.each(['', null, '00', ' '])(
    'are of each horse before the draw, %j, and of its number after it',
    async (blank) => {
      const horsesAt = async (at: number) =>
        (await recordsKnownAt(rows, 'prerace', RACE, at)).map((record) => [
          record['horse_number'],
          record['horse_id'],
        ]);
      const horses = ['HX1', 'HX2', 'HX3'];
      const drawn = horses.map((horse_id, at) => runner(3 - at, { horse_id }));
      await fetched(
        horses.map((horse_id) => runner(1, { horse_number: blank, horse_id })),
        NOON,
      );
      await fetched(drawn.slice(1), NOON + MINUTE);
      expect(await horsesAt(NOON)).toEqual(horses.map((horse) => [blank, horse]));
      // Nothing says that the answer has all runners: the first may still be one of them.
      expect(await horsesAt(NOON + MINUTE)).toEqual([['1', 'HX3'], ['2', 'HX2'], [blank, 'HX1']]); // prettier-ignore
      await fetched(drawn, NOON + 2 * MINUTE);
      expect(await horsesAt(NOON + 2 * MINUTE)).toEqual([['1', 'HX3'], ['2', 'HX2'], ['3', 'HX1']]); // prettier-ignore
      expect(await horsesAt(NOON)).toHaveLength(3);
    },
  );

  it('survive a restart, and go with their days', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON);
    await fetched([runner(1, { win_odds: '2.8' })], NOON + MINUTE);
    await archive.close();
    archive = await Archive.open(join(dir, 'a.duckdb'), NOON);
    expect(await oddsAt(NOON)).toEqual({ 1: '3.1' });
    await archive.remove(['d_se'], { from: DAY, to: DAY });
    expect(await times()).toHaveLength(2);
    await archive.remove(['t_pd'], { from: DAY, to: DAY });
    expect(await times()).toEqual([]);
  });
});

describe('the moments of a race', () => {
  const programIn = (weather_cd: string): WireRecord =>
    recordOf('t_ra', { racedate: DAY, racekey: RACE, weather_cd });

  it('begin with its first program', async () => {
    await fetched([runner(1, { win_odds: '3.1' })], NOON);
    expect(await versionTimes(rows, RACE)).toEqual([]);
    await fetched([programIn('1')], NOON + MINUTE, { table: 't_ra' });
    await fetched([runner(1, { win_odds: '2.9' })], NOON + 2 * MINUTE);
    expect(await versionTimes(rows, RACE)).toEqual([NOON + MINUTE, NOON + 2 * MINUTE]);
    expect(await recordsKnownAt(rows, 'race', RACE, NOON)).toEqual([]);
    expect(await recordsKnownAt(rows, 'race', RACE, NOON + MINUTE)).toMatchObject([{ weather_cd: '1' }]);
  });

  it('are one for the requests of one refresh, and another for what is fetched again', () => {
    const tables = ['t_ra', 't_ky', 't_pd'];
    const refresh = (from: number) => tables.map((table, at) => ({ at: from + 300 * at, table }));
    expect(momentsOf([...refresh(0), ...refresh(MINUTE)])).toEqual([600, MINUTE + 600]);
    expect(momentsOf([...refresh(0), ...refresh(1000)])).toEqual([600, 1600]);
    expect(momentsOf([])).toEqual([]);
  });
});

describe('the bounds', () => {
  let connection: DuckDBConnection;
  beforeEach(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(CREATE_VERSIONS);
  });
  afterEach(() => connection.closeSync());

  const stored = async (): Promise<readonly (readonly [string, number])[]> =>
    (
      await connection.runAndReadAll(
        'select racedate, count(*)::INTEGER from record_version group by all order by 1',
      )
    )
      .getRows()
      .map(([day, count]) => [String(day), Number(count)] as const);

  it('let the oldest days go whole, and keep nothing more of a day that is full', async () => {
    const list = [
      ...TABLES.t_ra.columns.map(({ name }) => `"${name}" VARCHAR`),
      '__seq INTEGER',
      '__extra VARCHAR',
    ];
    for (const table of ['t_ra', 'd_ra'])
      await connection.run(`create table ${table} (${list.join(', ')}, __fetched_at BIGINT, __id BIGINT)`);
    const put = async (
      racedate: string,
      weather: string,
      most: { day: number; all: number },
    ): Promise<void> => {
      await connection.run('delete from t_ra');
      await connection.run('insert into t_ra (racedate, racekey, weather_cd, __seq) values (?, ?, ?, 0)', [
        racedate,
        `05${racedate.slice(2)}`,
        weather,
      ]);
      const fetchedAt = NOON + Number(weather) * MINUTE;
      await keepVersions(
        connection,
        { table: 't_ra', filter: { racedate }, answer: { fetchedAt }, reasons: [] },
        most,
      );
    };
    const free = { day: 1e9, all: 1e9 };
    await put('20261121', '1', free);
    await put('20261122', '1', free);
    const [[bytes = 0] = []] = (
      await connection.runAndReadAll('select sum(bytes)::INTEGER / 2 from record_version')
    )
      .getRows()
      .map((row) => row.map(Number));
    await put('20261122', '2', { day: bytes, all: 1e9 });
    expect(await stored()).toEqual([
      ['20261121', 1],
      ['20261122', 1],
    ]);
    await put('20261122', '3', { day: 1e9, all: 2 * bytes });
    expect(await stored()).toEqual([['20261122', 2]]);
  });
});
