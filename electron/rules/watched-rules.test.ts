// What the watched rules pick on a day, before the race and never after it; what they wait for, and why a rule picks
// nothing.

import { expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Annotation } from '#shared/annotations/annotation.ts';
import type { Rule } from '#shared/rules/rule.ts';
import type { Annotations } from '../annotations/annotations.ts';
import type { Archive } from '../archive/archive.ts';
import { fakeResult, fakeResults, type FakeRecord } from '../testing/fake-result.ts';
import { watchedRunners } from './watched-rules.ts';

const DAY = '20261115';

const RULE: Rule = {
  railbird: 'rule',
  version: 2,
  name: 'First',
  choosing: { from: '20250101', to: '20251231' },
  filters: [{ column: 'horse_number', text: '1' }],
  bets: [{ bet: 'win', form: 'each', stake: 100 }],
  watch: true,
};

const reading = (...filters: Rule['filters']): Rule => ({ ...RULE, filters });

/** So many minutes after 12:00 in Tokyo. */
const afterNoon = (minutes: number): number => Date.UTC(2026, 10, 15, 3, minutes);

/** Two runners of a race. */
const race = (number: number, post_time: string | null, more: FakeRecord = {}): FakeRecord[] =>
  ['1', '2'].map((horse_number) => ({
    racedate: DAY,
    racekey: `0526410${number}`,
    horse_number,
    horse_id: `HORSE000000${horse_number}`,
    horse_name: `馬${horse_number}`,
    post_time,
    ...more,
  }));

/** No earlier values are kept. */
const archive = { rows: async () => [] } as unknown as Archive;

async function watched(
  records: readonly FakeRecord[],
  rules: readonly Rule[],
  { now = afterNoon(0), marks = [] }: { now?: number; marks?: readonly Annotation[] } = {},
) {
  const results = fakeResults(fakeResult({ columns: SUBJECTS.runners.columns, records }));
  const annotations = async () => ({ withRemoved: () => marks }) as unknown as Annotations;
  return watchedRunners(results, rules, DAY, { archive, annotations, now });
}

it('a rule that cannot be run says why, and the others pick', async () => {
  const gone = reading({ column: 'gone', text: '1' });
  const found = await watched(race(1, '1500'), [gone, RULE]);
  expect(found).toMatchObject([
    { runners: [], problem: { en: expect.stringContaining('“gone”'), ja: expect.stringContaining('gone') } },
    { runners: [{ racekey: '05264101', horse_number: '1', horse_id: 'HORSE0000001' }] },
  ]);
  expect(found[1]).not.toHaveProperty('problem');
});

it('picks in no race that was started or has a result', async () => {
  const records = [
    ...race(1, '1159'),
    ...race(2, '12:00'),
    ...race(3, '1201'),
    // Its start was put forward; the program is not yet stored again.
    ...race(4, '1230', { order_of_finish: '1' }),
    // A horse that was scratched before the race says nothing of it.
    ...race(5, '1230', { trouble_classification: '1' }),
    ...race(6, null),
    ...race(7, '0000'),
  ];
  const racesAt = async (now: number) => {
    const [found] = await watched(records, [RULE], { now });
    return [
      found?.runners.map(({ racekey }) => racekey.at(-1)).join(''),
      found?.racesToCome,
      found?.racesRun,
    ];
  };
  expect(await racesAt(afterNoon(0))).toEqual(['3567', 4, 3]);
  expect(await racesAt(afterNoon(30))).toEqual(['67', 2, 5]);
  expect(await racesAt(afterNoon(12 * 60))).toEqual(['', 0, 7]);
});

it('waits for a value in each race to come of which no runner has it', async () => {
  const records = [
    ...race(1, '1100'),
    ...race(2, '1300', { prerace_win_odds: '2.0', prerace_win_odds_rank: '1' }),
    ...race(3, '1330'),
    ...race(4, '1400').map((runner, at) => (at === 0 ? { ...runner, prerace_win_odds: '5.0' } : runner)),
    ...race(5, '1430'),
  ];
  const odds = reading({ column: 'prerace_win_odds', text: '<=5' });
  const rank = reading({ column: 'prerace_paddock_index_rank', text: '1' });
  const found = await watched(records, [odds, rank]);
  expect(found.map(({ awaits }) => awaits)).toEqual([
    [{ column: 'prerace_win_odds', races: 2 }],
    [{ column: 'prerace_paddock_index_rank', races: 4 }],
  ]);
  expect(found[0]?.racesToCome).toBe(4);
});

it('waits for nothing that no data will bring', async () => {
  const records = [
    ...race(1, '1300', { prerace_jockey_name: '騎手', prerace_withdrawn_flag: null }),
    ...race(2, '1330'),
  ];
  const own = reading({ column: 'my_mark', text: '1' }, { column: 'my_watch', text: '=' });
  const program = reading({ column: 'win5_number', text: '=' }, { column: 'grade_cd', text: '=1' });
  const flag = reading({ column: 'prerace_withdrawn_flag', text: '=' });
  const found = await watched(records, [own, program, flag]);
  expect(found.map(({ awaits, problem }) => problem ?? awaits)).toEqual([
    [],
    [],
    // Of the first race the records came without a flag.
    [{ column: 'prerace_withdrawn_flag', races: 1 }],
  ]);
});

it('leaves out a runner whose mark was changed after the decision, as the report does', async () => {
  const records = [...race(1, '1220', { my_mark: '1' }), ...race(2, '1400', { my_mark: '1' })];
  const rule: Rule = { ...reading({ column: 'my_mark', text: '1' }), minutesBeforePost: 30 };
  const mark = (race: number): Annotation => ({
    target: 'runner',
    id: `0526410${race} 1`,
    mark: '1',
    at: afterNoon(-5),
  });
  const [found] = await watched(records, [rule], { marks: [mark(1), mark(2)] });
  expect(found?.runners.map(({ racekey, horse_number }) => `${racekey.at(-1)}-${horse_number}`)).toEqual([
    '1-2',
    '2-1',
    '2-2',
  ]);
  expect(found?.leftOut).toBe(1);
});
