// What the block of a horse answers is what the records answer, whatever was written, deleted or computed in between.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { HORSE_RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { rivalRuns } from '../../results/rivals.ts';
import { openSpool, type Spool } from '../../service-client/spool.ts';
import { storedAnswerOf } from '../../testing/answers.ts';
import { putEmptyArchive } from '../../testing/empty-archive.ts';
import { racekeyOf, recordOf } from '../../testing/fake-records.ts';
import { Archive } from '../archive.ts';
import { NEWEST_ENTRY, newestEntriesSql } from '../horse-records.ts';

const NOW = Date.UTC(2026, 10, 24, 3);
const DAYS = ['20261107', '20261108'] as const;
/** Only cards name it. */
const EARLIER = '20261010';
const HORSES = ['HX0000000001', 'HX0000000002'] as const;
/** After every day of racing. */
const EVER = '99991231';

let dir: string;
let spool: Spool;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-horse-blocks-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOW, { threads: 1 });
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

async function write(table: TableCode, filter: Filter, records: readonly WireRecord[]): Promise<void> {
  await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt: NOW }));
}

/** Makes all blocks. */
async function makeAll(): Promise<void> {
  await archive.renewSubjects();
  while (await archive.makeHorseBlocks(1));
}

async function runsOf(horse_id: string, names: readonly string[]) {
  const { records, provisional, rows } = await archive.subject('runs', { horse_id }, names);
  return { records, provisional, cells: rows.size === 'small' ? rows.cells(HORSE_RUN_COLUMNS) : [] };
}

/** Each block has its bytes, and no bytes are left of others. */
async function expectNoRemains(): Promise<void> {
  const counts = await archive.rows(
    `select (select count(*)::INTEGER from horse_block anti join block_bytes using (id)),
       (select count(*)::INTEGER from block_bytes where id // 64 * 64 not in (select id from horse_block))`,
  );
  expect(counts).toEqual([[0, 0]]);
}

/** All that a horse's page asks. Returns how many horses a block answered. */
async function expectSame(): Promise<number> {
  await expectNoRemains();
  let answered = 0;
  for (const horse of HORSES) {
    const block = await archive.blocks.ofHorse(horse);
    // No block has this column, so these rows are read from the table of runs or from the records.
    expect(await runsOf(horse, HORSE_RUN_COLUMNS)).toEqual(
      await runsOf(horse, [...HORSE_RUN_COLUMNS, 'race_comment']),
    );
    const withoutBlocks = {
      rows: (sql: string, values?: readonly string[]) => archive.rows(sql, values),
      blocks: { ofHorse: async () => undefined },
    };
    for (const before of [EVER, DAYS[1]])
      expect(await rivalRuns(archive, [horse], before)).toEqual(
        await rivalRuns(withoutBlocks, [horse], before),
      );
    if (block === undefined) continue;
    answered += 1;
    const newest = await archive.rows(newestEntriesSql('horse_id = ?'), [horse, horse]);
    expect(block.cells('newestEntry', NEWEST_ENTRY)).toEqual(newest.map(([, ...cells]) => cells));
  }
  return answered;
}

const runner = (table: TableCode, racedate: string, racekey: string, at: number, value: string): WireRecord =>
  recordOf(table, {
    racedate,
    racekey,
    horse_number: String(at + 1),
    horse_id: HORSES[at] ?? `HX${racekey}`,
    order_of_finish: value,
    idm: value,
    lastrace_racekey1: racekeyOf(EARLIER, Number(value)),
    race_back_1_racedate: EARLIER,
    race_back_1_racekey: racekeyOf(EARLIER, 1),
    race_back_1_idm: value,
  });

const ofRace = (table: TableCode, racedate: string, racekey: string, value: string): WireRecord =>
  recordOf(table, {
    racedate,
    racekey,
    distance: `1${value}00`,
    win_horse_number_1: '01',
    win_payoff_1: `${value}50`,
  });

const RUNNERS = (['entry', 'result', 'previous', 'previousNotes'] as const).flatMap(tablesOfDay);
const RACES = (['race', 'payoff'] as const).flatMap(tablesOfDay);

/** A day of one table: both horses in its first race, or some of them. */
async function writeDay(
  table: TableCode,
  day: string,
  from: number,
  to: number,
  value: string,
): Promise<void> {
  const racekey = racekeyOf(day, 1);
  const filter = table.startsWith('d_') ? { start_racedate: day, end_racedate: day } : { racedate: day };
  const runners = Array.from({ length: Math.max(0, to - from) }, (_, at) =>
    runner(table, day, racekey, from + at, value),
  );
  await write(table, filter, RUNNERS.includes(table) ? runners : [ofRace(table, day, racekey, value)]);
}

async function fill(): Promise<void> {
  for (const day of DAYS)
    for (const table of ['d_ra', 'd_ky', 'd_se', 'd_hj', 'd_zk'] as const)
      await writeDay(table, day, 0, 3, '3');
}

describe('the blocks of horses', () => {
  it('answer everything that the page of a horse asks of its past, once they are made', async () => {
    await fill();
    expect(await archive.makeHorseBlocks()).toBe(false);
    await makeAll();
    expect(await archive.makeHorseBlocks()).toBe(false);
    expect(await expectSame()).toBe(2);
  });

  it('are gone with a write of the horse’s own records, and say nothing while others outdate its rows', async () => {
    await fill();
    await makeAll();
    await write('d_ky', { racekey: racekeyOf(DAYS[1], 1) }, [
      runner('d_ky', DAYS[1], racekeyOf(DAYS[1], 1), 0, '5'),
    ]);
    expect(await archive.rows('select 1 from horse_block where horse_id = ?', [HORSES[1]])).toEqual([]);
    await makeAll();
    expect(await expectSame()).toBe(2);
    await write('d_ra', { racekey: racekeyOf(DAYS[0], 1) }, [
      ofRace('d_ra', DAYS[0], racekeyOf(DAYS[0], 1), '7'),
    ]);
    expect(await expectSame()).toBe(0);
    await archive.renewSubjects();
    expect(await expectSame()).toBe(0);
    await makeAll();
    expect(await expectSame()).toBe(2);
  });

  it('leave out the runners of a race that has records of another day', async () => {
    await fill();
    const racekey = racekeyOf(DAYS[0], 1);
    await write('t_se', { racekey }, [runner('t_se', DAYS[1], racekey, 2, '1')]);
    await makeAll();
    const block = await archive.blocks.ofHorse(HORSES[0]);
    expect(block?.cells('rivals', ['racekey'])).toBeUndefined();
    expect(await expectSame()).toBe(2);
  });

  it('give the same as the records after any writes, deletions and remakes', async () => {
    const day = fc.constantFrom(...DAYS);
    const table = fc.constantFrom(...RUNNERS, ...RACES);
    const value = fc.constantFrom('1', '2');
    const step = fc.oneof(
      fc.record({ do: fc.constant('day' as const), table, day, from: fc.nat(2), to: fc.nat(3), value }),
      fc.record({
        do: fc.constant('race' as const),
        table,
        /** A race may have records of either day. */
        raceDay: day,
        day,
        at: fc.nat(2),
        value,
      }),
      fc.record({ do: fc.constant('remove' as const), table, day }),
      fc.constant({ do: 'renew' as const }),
    );
    await fill();
    // Each case goes on from where the last one ended.
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        await makeAll();
        for (const act of steps) {
          if (act.do === 'renew') await archive.renewSubjects();
          else if (act.do === 'remove') await archive.remove([act.table], { from: act.day, to: act.day });
          else if (act.do === 'day') await writeDay(act.table, act.day, act.from, act.to, act.value);
          else {
            const racekey = racekeyOf(act.raceDay, 1);
            const record = RUNNERS.includes(act.table)
              ? runner(act.table, act.day, racekey, act.at, act.value)
              : ofRace(act.table, act.day, racekey, act.value);
            await write(act.table, { racekey }, [record]);
          }
          await expectSame();
        }
        await archive.renewSubjects();
        await expectSame();
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 120_000);
});
