// What a block answers is what the columns answer, whatever was written, deleted or rolled back in between.

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { DAY_ENTRY_COLUMNS, DAY_RESULT_COLUMNS } from '#shared/racing/day-columns.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { daysOfUnknownMeetings, raceGaps } from '../../downloads/verify/race-gaps.ts';
import { daysLacking } from '../../downloads/verify/shortfalls.ts';
import { openSpool, type Spool } from '../../service-client/spool.ts';
import { answerOf, storedAnswerOf } from '../../testing/answers.ts';
import { putEmptyArchive } from '../../testing/empty-archive.ts';
import { meetingOf, racekeyOf, recordOf } from '../../testing/fake-records.ts';
import { Archive } from '../archive.ts';
import { whereOf } from '../filter-sql.ts';
import { tableRelation } from '../relation.ts';

const TODAY = '20261124';
const NOW = Date.UTC(2026, 10, 24, 3);
const DAYS = ['20261107', '20261108'] as const;
/** Two races of each day. The keys tell their days apart, but nothing keeps a record from having the other day. */
const RACES = DAYS.flatMap((day) => [racekeyOf(day, 1), racekeyOf(day, 2)]);
const CODES = ['d_ra', 'd_ky', 't_pd', 't_ch', 't_ze', 'd_zk', 'd_se', 'd_hj'] as const satisfies TableCode[];
const OF_DAY: readonly (readonly [code: TableCode, names?: readonly string[]])[] = [
  ['d_ra'], ['d_ka'], ['d_hj'], ['d_se', DAY_RESULT_COLUMNS], ['d_ky', DAY_ENTRY_COLUMNS],
]; // prettier-ignore

let dir: string;
let spool: Spool;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-blocks-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOW);
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

async function write(table: TableCode, filter: Filter, records: readonly WireRecord[]): Promise<void> {
  await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt: NOW }));
}

const makeAll = async (): Promise<void> => {
  while (await archive.makeBlocks(TODAY, daysLacking));
};

const runner = (table: TableCode, racedate: string, racekey: string, number: number, more: WireRecord = {}) =>
  recordOf(table, {
    racedate,
    racekey,
    horse_number: String(number),
    horse_id: `HX${racekey}${number}`,
    order_of_finish: String(number),
    idm: '50',
    ...more,
  });

/** The records of a day in one table. */
function recordsOfDay(table: TableCode, racedate: string, runners: number): WireRecord[] {
  if (table === 'd_ka') return [meetingOf('d_ka', racedate)];
  const races = RACES.slice(DAYS.indexOf(racedate as never) * 2).slice(0, 2);
  if (TABLES[table].grain === 'race')
    return races.map((racekey) => recordOf(table, { racedate, racekey, headcount: '3', track_type: '1' }));
  return races.flatMap((racekey) =>
    Array.from({ length: runners }, (_, at) => runner(table, racedate, racekey, at + 1)),
  );
}

const fillDay = async (racedate: string, runners = 3): Promise<void> => {
  for (const table of ['d_ka', ...CODES] as const)
    await write(
      table,
      { start_racedate: racedate, end_racedate: racedate },
      recordsOfDay(table, racedate, runners),
    );
};

/** The rows as they are in the columns. */
async function fromColumns(code: TableCode, filter: Filter, names: readonly string[]) {
  const table = TABLES[code];
  const snapshot = await archive.snapshotOf(tableRelation(table), whereOf(table, filter), names);
  const { records, provisional, rows } = snapshot;
  const cells = rows.size === 'small' ? rows.cells(names) : [];
  snapshot.close();
  return { records, provisional, cells };
}

async function fromArchive(code: TableCode, filter: Filter, names: readonly string[]) {
  const { records, provisional, rows } = await archive.snapshot(code, filter, names);
  return { records, provisional, cells: rows.size === 'small' ? rows.cells(names) : [] };
}

/** A few columns of any table: planning a query over all of them takes longer than everything else here. */
const FEW_COLUMNS = new Set(['racedate', 'racekey', 'horse_number', 'headcount', 'idm', 'updated_at']);

/** Each block has the bytes that its head names, and no others are left. */
async function expectNoRemains(): Promise<void> {
  const counts = await archive.rows(
    `select count(*)::INTEGER, count(head.unit)::INTEGER, count(distinct head.unit)::INTEGER,
         (select count(*)::INTEGER from record_block where id is not null),
         (select count(*)::INTEGER // 64 from block_bytes)
       from block_bytes left join record_block head using (id) where octet_length(bytes) > 0`,
  );
  expect(new Set(counts[0]).size).toBe(1);
}

/** Every question that a page asks. Returns how many races a block answered. */
async function expectSame(columns: 'all' | 'few' = 'few'): Promise<number> {
  await expectNoRemains();
  const namesOf = (code: TableCode): string[] =>
    TABLES[code].columns.map(({ name }) => name).filter((name) => columns === 'all' || FEW_COLUMNS.has(name));
  let answered = 0;
  for (const racekey of RACES) {
    const day = await archive.blocks.dayOf(racekey);
    if (day !== undefined) {
      answered += 1;
      const program = await archive.rows('select racedate from d_ra where racekey = ?', [racekey]);
      expect(program).toEqual([[day]]);
    }
    for (const code of CODES) {
      const names = namesOf(code);
      expect(await fromArchive(code, { racekey }, names)).toEqual(
        await fromColumns(code, { racekey }, names),
      );
      if (await archive.blocks.isWhole(code, { racekey }))
        expect(await raceGaps(archive, TABLES[code], { racekey }, TODAY)).toEqual([]);
    }
  }
  for (const day of DAYS)
    for (const [code, names = namesOf(code)] of OF_DAY) {
      const filter = { start_racedate: day, end_racedate: day };
      expect(await fromArchive(code, filter, names)).toEqual(await fromColumns(code, filter, names));
      if (!(await archive.blocks.isWhole(code, filter))) continue;
      expect(await raceGaps(archive, TABLES[code], filter, TODAY)).toEqual([]);
      expect(await daysOfUnknownMeetings(archive, TABLES[code], filter)).toEqual([]);
    }
  return answered;
}

describe('the blocks of past races', () => {
  it('answer everything that the page of a race or day asks, once they are made', async () => {
    for (const day of DAYS) await fillDay(day);
    await makeAll();
    expect(await expectSame('all')).toBe(RACES.length);
    expect(await archive.blocks.isWhole('d_se', { racekey: RACES[0] ?? '' })).toBe(true);
  });

  it('are gone with the write that changes what they show, and with no other', async () => {
    for (const day of DAYS) await fillDay(day);
    await makeAll();
    const [first = '', , third = ''] = RACES;
    await write('d_se', { racekey: first }, [runner('d_se', DAYS[0], first, 1, { idm: '77' })]);
    expect(await archive.blocks.dayOf(first)).toBeUndefined();
    expect(await archive.blocks.dayOf(third)).toBe(DAYS[1]);
    await expectSame();
    await makeAll();
    expect(await expectSame()).toBe(RACES.length);
    // Two of three runners are missing now.
    expect(await archive.blocks.isWhole('d_se', { racekey: first })).toBe(false);
    expect(await archive.blocks.isWhole('d_ky', { racekey: first })).toBe(true);
  });

  it('stay as they were if the write fails', async () => {
    await fillDay(DAYS[0]);
    await makeAll();
    await write('d_se', { start_racedate: DAYS[0], end_racedate: DAYS[0] }, recordsOfDay('d_se', DAYS[0], 2));
    await makeAll();
    const answer = await answerOf('d_se', { racekey: RACES[0] ?? '' }, [], spool);
    const spooled = { ...answer.spooled, kept: { path: join(dir, 'gone.ndjson'), bytes: 1, records: 1 } };
    await expect(
      archive.write({
        table: 'd_se',
        filter: { racekey: RACES[0] ?? '' },
        answer: {
          ...answer,
          records: 1,
          spooled: spooled as never,
          countDiffers: false,
          pagingHint: false,
          sentAt: NOW,
          fetchedAt: NOW,
        },
        reasons: [],
      }),
    ).rejects.toThrow();
    expect(await archive.blocks.dayOf(RACES[0] ?? '')).toBe(DAYS[0]);
    await expectSame();
  });

  it('are not made of a day whose races have records of another day, nor of one without its program', async () => {
    for (const day of DAYS) await fillDay(day);
    const [first = ''] = RACES;
    // The present table says that the race was moved.
    await write('t_ra', { racekey: first }, [recordOf('t_ra', { racedate: DAYS[1], racekey: first })]);
    await makeAll();
    expect(await archive.blocks.dayOf(first)).toBeUndefined();
    expect(await archive.blocks.dayOf(RACES[2] ?? '')).toBe(DAYS[1]);
    await expectSame();
  });

  it('are what was committed before a kill', async () => {
    await fillDay(DAYS[0]);
    await makeAll();
    await write('d_hj', { racekey: RACES[0] ?? '' }, []);
    // As a kill leaves it: the file and its log, without a checkpoint.
    for (const end of ['', '.wal'])
      await copyFile(join(dir, `a.duckdb${end}`), join(dir, `b.duckdb${end}`)).catch(() => undefined);
    await archive.close();
    archive = await Archive.open(join(dir, 'b.duckdb'), NOW);
    expect(await archive.blocks.dayOf(RACES[0] ?? '')).toBeUndefined();
    await expectSame();
    await makeAll();
    expect(await expectSame()).toBe(2);
  });

  it('give the same as the columns after any writes, deletions and remakes', async () => {
    const day = fc.constantFrom(...DAYS);
    const table = fc.constantFrom<TableCode>('d_ka', 't_ka', 't_ra', 't_se', ...CODES);
    const step = fc.oneof(
      fc.record({ do: fc.constant('day' as const), table, day, runners: fc.nat(4) }),
      fc.record({
        do: fc.constant('race' as const),
        table,
        racekey: fc.constantFrom(...RACES),
        day,
        runners: fc.nat(3),
      }),
      fc.record({ do: fc.constant('remove' as const), table, day }),
      fc.record({ do: fc.constant('make' as const) }),
    );
    for (const each of DAYS) await fillDay(each);
    // Each case goes on from where the last one ended.
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        for (const act of steps) {
          if (act.do === 'make') await makeAll();
          else if (act.do === 'remove') await archive.remove([act.table], { from: act.day, to: act.day });
          else if (act.do === 'day') {
            const filter = act.table.startsWith('d_')
              ? { start_racedate: act.day, end_racedate: act.day }
              : { racedate: act.day };
            const of = act.table.replace('t_ka', 'd_ka') as TableCode;
            await write(act.table, filter, recordsOfDay(of, act.day, act.runners));
          } else if (TABLES[act.table].grain !== 'meeting') {
            const records =
              TABLES[act.table].grain === 'race'
                ? [recordOf(act.table, { racedate: act.day, racekey: act.racekey, headcount: '2' })]
                : Array.from({ length: act.runners }, (_, at) =>
                    runner(act.table, act.day, act.racekey, at + 1),
                  );
            await write(act.table, { racekey: act.racekey }, records);
          }
        }
        await expectSame();
        await makeAll();
        await expectSame();
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 120_000);
});
