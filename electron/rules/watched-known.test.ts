// On the race day a watched rule shows what its report will count: the runners that it picked when it decided.

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Rule } from '#shared/rules/rule.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { FakeService } from '../testing/fake-service.ts';
import { recordOf } from '../testing/fake-records.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { KeptRunners } from './kept-runners.ts';
import { runRule } from './run-rule.ts';
import { watchedRunners } from './watched-rules.ts';

const DAY = '20261115';
const PERIOD = { from: DAY, to: DAY };
const RACES = [
  { racekey: '05264101', post_time: '1200' },
  { racekey: '05264102', post_time: '1500' },
];
const HORSES = ['01', '02', '03'];

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'odds, half an hour before',
  choosing: PERIOD,
  filters: [{ column: 'prerace_win_odds', text: '<=5' }, { column: 'horse_number', text: '<=2' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  minutesBeforePost: 30,
  watch: true,
}; // prettier-ignore

const at = (hour: number, minute: number): number => Date.UTC(2026, 10, 15, hour - 9, minute);

const runners = (table: 't_ky' | 't_pd', more: (horse: number) => WireRecord): WireRecord[] =>
  RACES.flatMap(({ racekey }) =>
    HORSES.map((horse_number, index) =>
      recordOf(table, {
        racedate: DAY,
        racekey,
        horse_number,
        horse_id: `HORSE00000${horse_number}`,
        horse_name: `馬${horse_number}`,
        ...more(index),
      }),
    ),
  );

/** The odds of the three horses, in both races; undefined before they are known. */
const recordsWith = (odds?: readonly string[]) => ({
  t_ra: RACES.map((race) => recordOf('t_ra', { racedate: DAY, headcount: 3, ...race })),
  t_ky: runners('t_ky', () => ({})),
  t_pd: odds === undefined ? [] : runners('t_pd', (horse) => ({ win_odds: odds[horse] ?? null })),
});

let core: Core;
let service: FakeService;

beforeEach(async () => {
  service = new FakeService(recordsWith());
  core = await openCore(service);
});

afterEach(() => core.close());

async function watchAt(now: number, odds?: readonly string[]) {
  Object.assign(service.records, recordsWith(odds));
  core.clock.set(now);
  const [found] = await watchedRunners(core.results, [RULE], DAY, {
    archive: await core.archive(),
    annotations: core.annotations,
    now,
  });
  const picks = found?.runners.map(
    ({ racekey, horse_number }) => `${Number(racekey.slice(-2))}-${horse_number}`,
  );
  return { picks, awaits: found?.awaits, toCome: found?.racesToCome };
}

it('keeps what it has picked from its decision to the start, and picks by the newest values before it', async () => {
  expect(await watchAt(at(9, 0))).toEqual({
    picks: [],
    awaits: [{ column: 'prerace_win_odds', races: 2 }],
    toCome: 2,
  });
  expect((await watchAt(at(11, 20), ['3.0', '9.0', '2.0'])).picks).toEqual(['1-01', '2-01']);
  expect((await watchAt(at(11, 40), ['9.0', '3.0', '2.0'])).picks).toEqual(['1-01', '2-02']);
  const { picks, awaits, toCome } = await watchAt(at(12, 20), ['9.0', '3.0', '2.0']);
  expect([picks, awaits, toCome]).toEqual([['2-02'], [], 1]);
});

it('picks in a race that is decided what the report counts', async () => {
  await watchAt(at(11, 20), ['3.0', '4.0', '2.0']);
  const late = await watchAt(at(11, 50), ['9.0', '9.0', '2.0']);
  expect(late.picks).toEqual(['1-01', '1-02']);
  const archive = await core.archive();
  const parts = { archive: async () => archive, annotations: core.annotations };
  const { tally } = await runRule(
    new KeptRunners(core.results, () => core.clock.now()),
    parts,
    RULE,
    PERIOD,
    {},
  );
  expect(tally.picked).toMatchObject({ runners: 2, races: 1 });
});
