// A rule reads what was known of a horse, whatever number it had then: before the draw it had none, and a card that was
// drawn again has others.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Rule } from '#shared/rules/rule.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { Archive } from '../archive/archive.ts';
import { InFlight } from '../downloads/in-flight.ts';
import { createResults, type OpenResults } from '../results/results.ts';
import { openSpool, type Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { recordOf } from '../testing/fake-records.ts';
import { KeptRunners } from './kept-runners.ts';
import { runRule } from './run-rule.ts';
import { watchedRunners } from './watched-rules.ts';

const DAY = '20261115';
const RACE = '05264101';
const PERIOD = { from: DAY, to: DAY };
/** Noon of the race day in Tokyo; the race starts an hour later, and the rule decides by then. */
const NOON = Date.UTC(2026, 10, 15, 3);
const MINUTE = 60_000;

let dir: string;
let spool: Spool;
let archive: Archive;
let results: OpenResults;
let now: number;

const unavailable = () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED'));

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-renumbered-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOON);
  now = NOON + 300 * MINUTE;
  results = createResults({
    runSql: unavailable,
    context: async () => ({
      archive,
      client: { query: unavailable },
      inFlight: new InFlight(),
      now: () => now,
    }),
    newId: () => crypto.randomUUID(),
    report: (error) => {
      throw error;
    },
  });
});

afterEach(async () => {
  await results.closeAll();
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

async function write(table: TableCode, records: readonly WireRecord[], minute: number): Promise<void> {
  const filter = { racekey: RACE };
  const fetchedAt = NOON + minute * MINUTE;
  await archive.write(await storedAnswerOf(table, filter, records, spool, { fetchedAt }));
}

const HORSES = ['HX0000000001', 'HX0000000002', 'HX0000000003'];

/** A record of each horse, with its number, its odds or index, and the horse it is of unless that is left out. */
const runners = (
  table: 't_ky' | 't_pd' | 't_se',
  numbers: readonly (string | null)[],
  more: (horse: number) => WireRecord,
): WireRecord[] =>
  numbers.map((horse_number, horse) =>
    recordOf(table, { racedate: DAY, racekey: RACE, horse_number, horse_id: HORSES[horse] ?? '', ...more(horse) }),
  ); // prettier-ignore

const odds =
  (...win_odds: readonly string[]) =>
  (horse: number): WireRecord => ({ win_odds: win_odds[horse] ?? null });
const index = (...values: readonly string[]) => (horse: number): WireRecord => ({ integration_index: values[horse] ?? null }); // prettier-ignore

const program = (): Promise<void> =>
  write('t_ra', [recordOf('t_ra', { racedate: DAY, racekey: RACE, headcount: 3, post_time: '1300' })], 0);

const ruleOf = (...filters: Rule['filters']): Rule => ({
  railbird: 'rule',
  version: 2,
  name: 'known',
  choosing: PERIOD,
  filters,
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  minutesBeforePost: 0,
});

/** The horses that the rule picked in its report, told by what each would return: 100, 1000 and 10,000 yen. */
async function picked(rule: Rule, numbers: readonly string[]): Promise<readonly string[]> {
  await write(
    't_se',
    runners('t_se', numbers, (horse) => ({ order_of_finish: String(horse + 1) })),
    200,
  );
  const paid = numbers.flatMap((number, horse) => [
    [`win_horse_number_${horse + 1}`, number],
    [`win_payoff_${horse + 1}`, String(10 ** (horse + 2))],
  ]);
  await write('t_hj', [recordOf('t_hj', { racedate: DAY, racekey: RACE, ...Object.fromEntries(paid) })], 201);
  const parts = { archive: () => Promise.resolve(archive), annotations: unavailable };
  const { tally } = await runRule(new KeptRunners(results), parts, rule, PERIOD, {});
  return HORSES.filter((_, horse) => String(tally.whole.returned).at(-3 - horse) === '1');
}

/** Those that a watched rule picks before the race. */
async function watched(rule: Rule): Promise<readonly (string | null)[]> {
  now = NOON + 45 * MINUTE;
  const [found] = await watchedRunners(results, [{ ...rule, minutesBeforePost: 30 }], DAY, {
    archive,
    annotations: unavailable,
    now,
  });
  return found?.runners.map(({ horse_id }) => horse_id) ?? [];
}

const SHORT = { column: 'prerace_win_odds', text: '<=5' };
const BEST = { column: 'integration_index_rank', text: '1' };
const NEXT = { column: 'integration_index_rank', text: '2' };
const [FIRST, SECOND] = HORSES;

describe('of a race that was drawn again', () => {
  beforeEach(async () => {
    await program();
    await write('t_ky', runners('t_ky', ['01', '02', '03'], index('50.0', '60.0', '40.0')), 1);
    await write('t_pd', runners('t_pd', ['01', '02', '03'], odds('2.0', '9.0', '30.0')), 2);
  });

  const again = async (minute: number) => {
    await write('t_ky', runners('t_ky', ['02', '01', '03'], index('50.0', '60.0', '40.0')), minute);
    await write('t_pd', runners('t_pd', ['02', '01', '03'], odds('9.0', '9.0', '30.0')), minute + 1);
  };

  it('the report picks the horse that was favourite, not the one that has its number now', async () => {
    await again(100);
    expect(await picked(ruleOf(SHORT), ['02', '01', '03'])).toEqual([FIRST]);
  });

  it('ranks are those of the horses, too', async () => {
    await again(100);
    expect(await picked(ruleOf(BEST), ['02', '01', '03'])).toEqual([SECOND]);
  });

  it('and so does the watched rule', async () => {
    await again(40);
    expect(await watched(ruleOf(SHORT))).toEqual([FIRST]);
  });
});

describe.each(['', '00', null])('of a card from before the draw, with %j for numbers', (none) => {
  beforeEach(async () => {
    await program();
    const undrawn = [none, none, none];
    await write('t_ky', runners('t_ky', undrawn, index('50.0', '60.0', '40.0')), 1);
    await write('t_pd', runners('t_pd', undrawn, odds('2.0', '9.0', '30.0')), 2);
  });

  const drawn = async (minute: number) => {
    await write('t_ky', runners('t_ky', ['03', '01', '02'], index('1.0', '2.0', '70.0')), minute);
    await write('t_pd', runners('t_pd', ['03', '01', '02'], odds('9.0', '9.0', '1.5')), minute + 1);
  };

  it('the report reads the values and ranks of each horse', async () => {
    await drawn(100);
    expect(await picked(ruleOf(SHORT, NEXT), ['03', '01', '02'])).toEqual([FIRST]);
  });

  it('and so does the watched rule, also while there are no numbers', async () => {
    expect(await watched(ruleOf(SHORT))).toEqual([FIRST]);
    await drawn(40);
    expect(await watched(ruleOf(SHORT))).toEqual([FIRST]);
  });
});

describe('of records that name no horse', () => {
  it('the number tells', async () => {
    await program();
    await write('t_ky', runners('t_ky', ['01', '02', '03'], index('50.0', '60.0', '40.0')), 1);
    const nameless = (...given: readonly string[]) =>
      runners('t_pd', ['01', '02', '03'], (horse) => ({ ...odds(...given)(horse), horse_id: '' }));
    await write('t_pd', nameless('2.0', '9.0', '30.0'), 2);
    await write('t_pd', nameless('9.0', '9.0', '1.5'), 100);
    expect(await picked(ruleOf(SHORT), ['01', '02', '03'])).toEqual([FIRST]);
  });
});
