// A rule decides by what was known before each race, where that was recorded: beside plain loops over the fetches of a
// race day, of which each brought other odds, other indices, another going, or a runner less.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Rule } from '#shared/rules/rule.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { Archive } from '../archive/archive.ts';
import { InFlight } from '../downloads/in-flight.ts';
import { createResults } from '../results/results.ts';
import { openSpool, type Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { recordOf } from '../testing/fake-records.ts';
import { randomFrom } from '../testing/random-from.ts';
import { KeptRunners } from './kept-runners.ts';
import { runRule } from './run-rule.ts';

const DAY = '20261115';
/** Noon of the race day in Tokyo. */
const NOON = Date.UTC(2026, 10, 15, 3);
const MINUTE = 60_000;
const PERIOD = { from: '20261101', to: '20261130' };

const random = randomFrom(20_261_115);
const below = (most: number): number => Math.floor(random() * most);

interface Race {
  readonly racekey: string;
  /** Minutes after noon; undefined without a post time. */
  readonly post: number | undefined;
  readonly horses: readonly number[];
  readonly yen: number;
}

const RACES = Array.from({ length: 30 }, (_, at): Race => ({
  racekey: `0526${String(41 + Math.floor(at / 10))}${String(1 + (at % 10)).padStart(2, '0')}`,
  post: at % 7 === 6 ? undefined : below(60),
  horses: Array.from({ length: 2 + below(4) }, (_each, horse) => horse + 1),
  yen: 100 + 10 * below(90),
}));

/** What one fetch of a table said: the field's value by race and horse; horse 0 for programs. */
interface Fetch {
  readonly minute: number;
  readonly said: ReadonlyMap<string, ReadonlyMap<number, string | null>>;
}

const FIELD_OF = { t_ra: 'turf_condition_cd', t_ky: 'integration_index', t_pd: 'win_odds' } as const;
type Versioned = keyof typeof FIELD_OF;

const VALUES: Readonly<Record<Versioned, () => string | null>> = {
  t_ra: () => `${1 + below(4)}0`,
  t_ky: () => `${40 + below(4)}.0`,
  t_pd: () => (below(8) === 0 ? null : `${1 + below(9)}.5`),
};

/**
 * Races that a table does not have at first, and runners that later fetches no longer have. By the headcount one runner
 * is enough, so that the others are gone.
 */
const fetchOf = (table: Versioned, minute: number, isFirst: boolean): Fetch => ({
  minute,
  said: new Map(
    RACES.filter(() => !isFirst || table === 't_ra' || below(2) === 0).map(({ racekey, horses }) => {
      const ids = table === 't_ra' ? [0] : horses.filter((horse) => horse === horses.length || below(6) > 0);
      return [racekey, new Map(ids.map((id) => [id, VALUES[table]()]))];
    }),
  ),
});

const FETCHES = Object.fromEntries(
  (['t_ra', 't_ky', 't_pd'] as const).map((table) => [
    table,
    [0, 12, 25, 40, 70].map((minute, at) => fetchOf(table, minute + below(9) - 20, at === 0)),
  ]),
) as unknown as Readonly<Record<Versioned, readonly Fetch[]>>;

let dir: string;
let spool: Spool;
let archive: Archive;
let kept: KeptRunners;
let service: Parameters<typeof runRule>[1];

async function write(table: TableCode, records: readonly WireRecord[], minute: number): Promise<void> {
  const filter = { racedate: DAY };
  const fetchedAt = NOON + minute * MINUTE;
  await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt }));
}

/** A post time is read with or without a colon, as on the day's page. */
const clock = (post: number): string =>
  `${12 + Math.floor(post / 60)}${post % 2 === 0 ? '' : ':'}${String(post % 60).padStart(2, '0')}`;

const recordsOf = (table: Versioned, { said }: Fetch): WireRecord[] =>
  RACES.flatMap(({ racekey, post }) =>
    [...(said.get(racekey) ?? [])].map(([id, value]) =>
      recordOf(table, {
        racedate: DAY,
        racekey,
        ...(table === 't_ra' ? { post_time: post === undefined ? '' : clock(post), headcount: 1 } : { horse_number: String(id) }),
        [FIELD_OF[table]]: value,
      }),
    ),
  ); // prettier-ignore

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-known-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOON);
  const all = (['t_ra', 't_ky', 't_pd'] as const).flatMap((table) =>
    FETCHES[table].map((fetch) => ({ table, fetch })),
  );
  for (const { table, fetch } of all.toSorted((a, b) => a.fetch.minute - b.fetch.minute))
    await write(table, recordsOf(table, fetch), fetch.minute);
  const runners = RACES.flatMap(({ racekey, horses }) =>
    horses.map((number) =>
      recordOf('t_se', { racedate: DAY, racekey, horse_number: String(number), order_of_finish: String(number) }),
    ),
  ); // prettier-ignore
  await write('t_se', runners, 200);
  const paid = RACES.map(({ racekey, yen }) =>
    recordOf('t_hj', { racedate: DAY, racekey, win_horse_number_1: '01', win_payoff_1: String(yen) }),
  );
  await write('t_hj', paid, 200);
  const unavailable = () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED'));
  const results = createResults({
    runSql: unavailable,
    context: async () => ({
      archive,
      client: { query: unavailable },
      inFlight: new InFlight(),
      now: () => NOON + 300 * MINUTE,
    }),
    newId: () => crypto.randomUUID(),
    report: (error) => {
      throw error;
    },
  });
  kept = new KeptRunners(results);
  service = { archive: () => Promise.resolve(archive), annotations: unavailable };
}, 60_000);

afterAll(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

type Said = ReadonlyMap<number, string | null>;

/** What a table said of a race by the time of decision; undefined if nothing had come by then. */
function knownBy({ racekey, post }: Race, table: Versioned, minutes: number): Said | undefined {
  const before = FETCHES[table].filter(({ minute }) => post !== undefined && minute <= post - minutes);
  if (!before.some(({ said }) => (said.get(racekey)?.size ?? 0) > 0)) return undefined;
  return before.at(-1)?.said.get(racekey) ?? new Map();
}

const lastOf = ({ racekey }: Race, table: Versioned): Said =>
  FETCHES[table].at(-1)?.said.get(racekey) ?? new Map();

function rankOf(said: Said, horse: number): number | undefined {
  const own = said.get(horse);
  if (own === null || own === undefined) return undefined;
  return 1 + [...said.values()].filter((other) => other !== null && Number(other) > Number(own)).length;
}

interface Read {
  readonly filters: Rule['filters'];
  readonly table: Versioned;
  readonly passes: (said: Said, horse: number) => boolean;
  /** Whether the values that it reads may change until the start. */
  readonly mayChange: boolean;
}

const within = (value: string | null | undefined, most: number): boolean =>
  value !== null && value !== undefined && Number(value) <= most;

const READS: readonly Read[] = [
  { filters: [{ column: 'prerace_win_odds', text: '<=5' }], table: 't_pd', passes: (said, horse) => within(said.get(horse), 5), mayChange: true },
  { filters: [{ column: 'turf_condition_cd', text: '=10,20' }], table: 't_ra', passes: (said) => within(said.get(0), 20), mayChange: true },
  { filters: [{ column: 'integration_index_rank', text: '1' }], table: 't_ky', passes: (said, horse) => rankOf(said, horse) === 1, mayChange: false },
  { filters: [{ column: 'prerace_win_odds', text: '=' }], table: 't_pd', passes: (said, horse) => (said.get(horse) ?? null) === null, mayChange: true },
]; // prettier-ignore

const isSame = (one: Said, other: Said, ids: readonly number[]): boolean =>
  ids.every((id) => (one.get(id) ?? null) === (other.get(id) ?? null));

/** The ids of the values of a race that a rule reads: a rank, for one, depends on them all. */
const idsOf = ({ horses }: Race, { table }: Read): readonly number[] => (table === 't_ra' ? [0] : horses);

function plainly(reads: readonly Read[], minutes: number) {
  const sums = { bets: 0, returned: 0, recorded: { races: 0, bets: 0 }, last: { races: 0, bets: 0 } };
  for (const race of RACES) {
    const said = reads.map((read) => knownBy(race, read.table, minutes));
    const picks = race.horses.filter((horse) =>
      reads.every((read, at) => read.passes(said[at] ?? lastOf(race, read.table), horse)),
    );
    if (picks.length === 0) continue;
    sums.bets += picks.length;
    if (picks.includes(1)) sums.returned += race.yen;
    const changing = reads.flatMap((read, at) => (read.mayChange ? [said[at]] : []));
    const isRecorded = changing.length === 0 ? said.some((each) => each !== undefined) : changing.every((each) => each !== undefined);
    if (changing.length === 0 && !isRecorded) continue;
    const state = isRecorded ? 'recorded' : 'last';
    sums[state].races += 1;
    sums[state].bets += picks.length;
  }
  return sums;
} // prettier-ignore

const ruleOf = (reads: readonly Read[], minutesBeforePost: number): Rule => ({
  railbird: 'rule',
  version: 2,
  name: 'known',
  choosing: PERIOD,
  filters: reads.flatMap(({ filters }) => filters),
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  minutesBeforePost,
});

describe('a rule decides by what was known', () => {
  const [odds, going, rank, blank] = READS as [Read, Read, Read, Read];
  it.each([
    ['odds', [odds]],
    ['the going of a program', [going]],
    ['a rank by a card', [rank]],
    ['what was not known yet', [blank]],
    ['all of them', [odds, going, rank]],
  ])('by %s, as plain loops do', async (_name, reads) => {
    const seen = new Set<string>();
    for (const minutes of [0, 10, 25]) {
      const { tally } = await runRule(kept, service, ruleOf(reads, minutes), PERIOD, {});
      const plain = plainly(reads, minutes);
      expect(tally.picked.runners).toBe(plain.bets);
      expect(tally.whole).toMatchObject({ bets: plain.bets, returned: plain.returned });
      expect(tally.known).toMatchObject({
        minutesBeforePost: minutes,
        recorded: plain.recorded,
        last: plain.last,
      });
      seen.add(`${plain.bets} ${plain.recorded.races}`);
    }
    // The time of decision matters, so that a rule which ignored it would fail.
    expect(seen.size).toBeGreaterThan(1);
  });

  it('tells in how many races something else was known than is stored now', async () => {
    const { tally } = await runRule(kept, service, ruleOf([odds], 10), PERIOD, {});
    const changed = RACES.filter((race) => {
      const known = knownBy(race, 't_pd', 10);
      return known !== undefined && !isSame(known, lastOf(race, 't_pd'), idsOf(race, odds));
    });
    expect(tally.known.changed).toBe(changed.length);
    expect(changed.length).toBeGreaterThan(5);
  });

  it('in groups and in the order of a bet too', async () => {
    const rule: Rule = {
      ...ruleOf([], 10),
      bets: [{ bet: 'win', form: 'each', take: 1, stake: 100, by: { column: 'prerace_win_odds', order: 'lowest' } }],
    }; // prettier-ignore
    const { tally } = await runRule(kept, service, rule, PERIOD, { by: 'prerace_win_odds' });
    const taken = RACES.flatMap((race) => {
      const said = knownBy(race, 't_pd', 10) ?? lastOf(race, 't_pd');
      const priced = race.horses.filter((horse) => (said.get(horse) ?? null) !== null);
      const [first] = priced.toSorted((a, b) => Number(said.get(a)) - Number(said.get(b)) || a - b);
      return first === undefined ? [] : [{ odds: said.get(first), yen: first === 1 ? race.yen : 0 }];
    });
    expect(tally.whole).toMatchObject({
      bets: taken.length,
      returned: taken.reduce((sum, { yen }) => sum + yen, 0),
    });
    const plain = [...Map.groupBy(taken, (each) => each.odds)].map(([raw, all]) => [raw, all.length]);
    expect(new Map(tally.groups.map(({ raw, figures }) => [raw, figures.bets]))).toEqual(
      new Map(plain as [string, number][]),
    );
  });
});

describe('without recorded values', () => {
  it('a rule decides by the values stored last, and says so only of those that change', async () => {
    await archive.rows('delete from record_version');
    const reads = READS.slice(0, 1);
    const { tally } = await runRule(kept, service, ruleOf(reads, 10), PERIOD, {});
    const picks = RACES.flatMap((race) =>
      race.horses.filter((horse) => READS[0]?.passes(lastOf(race, 't_pd'), horse) === true),
    );
    expect(tally.known).toMatchObject({
      recorded: { races: 0, bets: 0 },
      last: { bets: picks.length },
      changed: 0,
    });
    const entry = await runRule(kept, service, ruleOf(READS.slice(2, 3), 0), PERIOD, {});
    expect(entry.tally.known).toMatchObject({ recorded: { races: 0 }, last: { races: 0 } });
  });
});
