// The runs of one horse are the same read alone as among all runs, whatever was written, fetched again or removed before.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RUNS } from '#shared/catalogue/subjects/runs.ts';
import { filterForDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { openSpool } from '../../service-client/spool.ts';
import { storedAnswerOf } from '../../testing/answers.ts';
import { putEmptyArchive } from '../../testing/empty-archive.ts';
import { horseIdOf, racekeyOf, recordOf } from '../../testing/fake-records.ts';
import { SATURDAY, threeDays, TODAY, YESTERDAY } from '../../testing/three-days.ts';
import { Archive } from '../archive.ts';

/** Noon of the last of the three days in Tokyo. */
const NOON = Date.UTC(2026, 10, 15, 3);
const HORSES = [horseIdOf(1, 1), horseIdOf(2, 3)];
const DAYS = [SATURDAY.racedate, YESTERDAY.racedate, TODAY.racedate];
/** Only cards name it. */
const EARLIER = '20261010';

/** Columns in which the written records differ. */
const WRITTEN = ['resultkey', 'jockey_cd', 'idm', 'order_of_finish', 'distance'];

/** Of the many columns those that are computed, and what is written: all others come with these. */
const NAMES = RUNS.columns
  .filter(({ name, origin }) => 'computed' in origin || 'annotation' in origin || WRITTEN.includes(name))
  .map(({ name }) => name);

const raceDay = fc.constantFrom(...DAYS);
const race = fc.integer({ min: 1, max: 3 });
const horse = fc.constantFrom(...HORSES);

/** A record of a runner, of what a card says of an earlier run, of a race, or of its payoffs. */
const record = fc.oneof(
  fc.record({
    table: fc.constantFrom<TableCode>('t_se', 'd_se', 't_ky', 'd_ky', 't_pd'),
    fields: fc.record({
      horse_id: horse,
      horse_number: fc.constantFrom('01', '03', ''),
      jockey_cd: fc.constantFrom('01001', '01002', ''),
      idm: fc.constantFrom('1', '2'),
    }),
  }),
  fc.record({
    table: fc.constantFrom<TableCode>('t_ze', 't_zk', 'd_zk'),
    fields: fc.record({
      horse_id: horse,
      race_back_1_racedate: fc.constantFrom(EARLIER, ...DAYS),
      race_back_1_racekey: fc.constantFrom(racekeyOf(EARLIER, 1), racekeyOf(SATURDAY.racedate, 1)),
      race_back_1_idm: fc.constantFrom('7', '8'),
    }),
  }),
  fc.record({
    table: fc.constantFrom<TableCode>('t_ra', 'd_ra', 't_hj', 'd_hj'),
    fields: fc.record({
      distance: fc.constantFrom('1600', '2000'),
      win_horse_number_1: fc.constantFrom('01', '03'),
      win_payoff_1: fc.constantFrom('250', '990'),
    }),
  }),
);

const write = fc.record({
  racedate: raceDay,
  race,
  record: fc.option(record, { nil: undefined, freq: 6 }),
  of: fc.constantFrom<TableCode>(
    't_se',
    'd_se',
    't_ky',
    'd_ky',
    't_pd',
    't_ze',
    't_zk',
    't_ra',
    'd_ra',
    'd_hj',
  ),
  how: fc.constantFrom('day', 'race', 'removed'),
  /** Whether all runs are read before the next write, which takes most of the time. */
  isRead: fc.boolean(),
});

/** The runs as they are read, in one order. */
async function rowsOf(archive: Archive, horse_id?: string): Promise<readonly string[]> {
  const snapshot = await archive.subject('runs', { horse_id }, NAMES);
  try {
    const { rows } = snapshot;
    const cells =
      rows.size === 'small' ? rows.cells(NAMES) : await rows.reader.cells(NAMES, rows.reader.rowids);
    return Array.from({ length: snapshot.records }, (_, at) =>
      JSON.stringify(NAMES.map((name, column) => [name, cells[column]?.[at] ?? null])),
    ).toSorted();
  } finally {
    snapshot.close();
  }
}

/** The runs of each horse and then all. */
async function readBoth(archive: Archive) {
  const alone = [];
  for (const each of HORSES) alone.push(await rowsOf(archive, each));
  return { alone, all: await rowsOf(archive) };
}

/** An archive that is asked to store what a service answers, and nothing beside it: the rest would be fetched each time. */
async function openArchive() {
  const dir = await mkdtemp(join(tmpdir(), 'railbird-runs-'));
  const spool = openSpool(dir);
  const service = threeDays();
  await putEmptyArchive(join(dir, 'a.duckdb'));
  let fetchedAt = NOON;
  const archive = await Archive.open(join(dir, 'a.duckdb'), NOON, { threads: 1 });
  return {
    archive,
    service,
    store: async (table: TableCode, filter: Filter) => {
      fetchedAt += 60_000;
      const records = service.matching(table, filter);
      await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt }));
    },
    close: async () => {
      await archive.rows('pragma disable_checkpoint_on_shutdown');
      await archive.close();
      await spool.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

it('are the same alone as among all', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 5, maxLength: 6 }), async (writes) => {
      const { archive, service, store, close } = await openArchive();
      try {
        for (const racedate of DAYS) await store('t_ra', { racedate });
        for (const [at, { racedate, race: number, record: changed, of, how, isRead }] of writes.entries()) {
          const table = changed?.table ?? of;
          const racekey = racekeyOf(racedate, number);
          if (how === 'removed') await archive.remove([table], { from: racedate, to: racedate });
          else {
            const others = (service.records[table] ?? []).filter((each) => each['racekey'] !== racekey);
            const own: WireRecord[] =
              changed === undefined ? [] : [recordOf(table, { racedate, racekey, ...changed.fields })];
            service.records[table] = [...others, ...own];
            await store(table, how === 'race' ? { racekey } : filterForDay(table, racedate));
          }
          if (!isRead && at < writes.length - 1) continue;
          const { alone, all } = await readBoth(archive);
          for (const [place, each] of HORSES.entries()) {
            const own = all.filter((row) => row.includes(`["horse_id","${each}"]`));
            expect(alone[place]).toEqual(own);
            compared += own.length;
          }
        }
      } finally {
        await close();
      }
    }),
    { numRuns: 3 },
  );
  expect(compared).toBeGreaterThan(10);
});
