// A race that was moved to another day, or that an answer brought without its day, is stored once.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import type { Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { recordOf } from '../testing/fake-records.ts';
import type { Archive } from './archive.ts';
import type { Change } from './changes.ts';
import { eachTestOpensAnArchive } from './testing/each-test.ts';

const SATURDAY = '20261114';
const MONDAY = '20261116';
/** Noon of Saturday in Tokyo. */
const NOON = Date.UTC(2026, 10, 14, 3);
const DAY_MS = 86_400_000;

let spool: Spool;
let archive: Archive;

const opened = eachTestOpensAnArchive(NOON);
beforeEach(() => {
  ({ archive, spool } = opened());
});

const write = async (
  table: TableCode,
  filter: Filter,
  records: readonly WireRecord[],
  fetchedAt: number,
): Promise<void> => {
  await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt }));
};

const entries = (racekey: string, racedate: string | null): WireRecord[] =>
  [1, 2].map((number) => recordOf('t_ky', { racekey, racedate, horse_number: `0${number}` }));

/** How many records of each race are stored under each day. */
const stored = async (table: TableCode = 't_ky') =>
  Object.fromEntries(
    (
      await archive.rows(
        `select coalesce(racedate, '') || ' ' || racekey, count(*)::INTEGER from ${table} group by all order by 1`,
      )
    ).map(([race, count]) => [String(race), Number(count)]),
  );

const countOf = async (day: string) =>
  (await archive.coverage('t_ky', [`day:${day}`])).get(`day:${day}`)?.records;

describe('a race that was moved to another day', () => {
  const [MOVED, RUN] = ['05264101', '05264102'];

  beforeEach(() =>
    write('t_ky', { racedate: SATURDAY }, [...entries(MOVED, SATURDAY), ...entries(RUN, SATURDAY)], NOON),
  );

  it('leaves the day that it was moved from, which is counted anew and reported', async () => {
    expect(await countOf(SATURDAY)).toBe(4);
    const changes: Change[] = [];
    archive.changes.since(archive.changes.count, (change) => changes.push(change));
    await write('t_ky', { racedate: MONDAY }, entries(MOVED, MONDAY), NOON + DAY_MS);
    expect(await stored()).toEqual({ [`${SATURDAY} ${RUN}`]: 2, [`${MONDAY} ${MOVED}`]: 2 });
    expect([await countOf(SATURDAY), await countOf(MONDAY)]).toEqual([2, 2]);
    expect(changes).toEqual([
      { table: 't_ky', filter: { racedate: MONDAY } },
      { table: 't_ky', filter: { racedate: SATURDAY } },
    ]);
  });

  it('leaves it within one period too, although its answer has nothing of that day', async () => {
    const period = { start_racedate: SATURDAY, end_racedate: MONDAY };
    const as = (racekey: string, racedate: string) =>
      [1, 2].map((number) => recordOf('d_ky', { racekey, racedate, horse_number: `0${number}` }));
    await write('d_ky', period, as(MOVED, SATURDAY), NOON + 3 * DAY_MS);
    await write('d_ky', period, as(MOVED, MONDAY), NOON + 4 * DAY_MS);
    expect(await stored('d_ky')).toEqual({ [`${MONDAY} ${MOVED}`]: 2 });
    const coverage = await archive.coverage('d_ky', [`day:${SATURDAY}`, `day:${MONDAY}`]);
    expect([...coverage.values()].map(({ records, reasons }) => [records, reasons])).toEqual([
      [0, []],
      [2, []],
    ]);
  });

  it('stays where a later answer has it', async () => {
    await write('t_ky', { racedate: MONDAY }, entries(MOVED, MONDAY), NOON - DAY_MS);
    expect(await stored()).toMatchObject({ [`${SATURDAY} ${MOVED}`]: 2, [`${MONDAY} ${MOVED}`]: 2 });
  });
});

it('a meeting that was moved is stored once', async () => {
  const meeting = (racedate: string) => recordOf('t_ka', { racedate, holdingkey: '052641' });
  await write('t_ka', { racedate: SATURDAY }, [meeting(SATURDAY)], NOON);
  await write('t_ka', { racedate: MONDAY }, [meeting(MONDAY)], NOON + DAY_MS);
  expect(await archive.rows('select racedate from t_ka')).toEqual([[MONDAY]]);
});

it('a race that an answer for it alone brought without a day is stored once with its day', async () => {
  const racekey = '05264101';
  await write('t_ky', { racekey }, entries(racekey, null), NOON);
  await write('t_ky', { racedate: SATURDAY }, entries(racekey, SATURDAY), NOON - 1);
  expect(await stored()).toEqual({ [`${SATURDAY} ${racekey}`]: 2 });
});

it('records without a key are not taken for one another', async () => {
  await write('t_ky', { racedate: SATURDAY }, entries('', SATURDAY), NOON);
  await write('t_ky', { racedate: MONDAY }, entries('', MONDAY), NOON + DAY_MS);
  expect(await stored()).toEqual({ [`${SATURDAY} `]: 2, [`${MONDAY} `]: 2 });
});
