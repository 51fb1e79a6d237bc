// A race day by the clock: what is known before each race, how its odds move, and when its result comes.

import { beforeAll, expect, it } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { sampleDays, type SampleDay, type SampleRecord } from './generate.ts';

/** A Sunday. */
const DAY = '20170409';
const AFTER = ['20170410', '20170412', '20170413', '20170601'];

const minutesOf = (clock: unknown): number =>
  Number(String(clock).slice(0, 2)) * 60 + Number(String(clock).slice(2));
const clockOf = (minutes: number): string =>
  String(Math.floor(minutes / 60)).padStart(2, '0') + String(minutes % 60).padStart(2, '0');

const TABLES_OF_THE_DAY = ['t_ra', 't_ka', 't_ky', 't_pd', 't_se', 't_hj'] as const;

function stateAt(racedate: string, today: string, now?: string): SampleDay {
  const options = { seed: 'test', today, tables: TABLES_OF_THE_DAY, ...(now === undefined ? {} : { now }) };
  const [day] = [...sampleDays(racedate, racedate, options)];
  if (day === undefined) throw new Error(`no racing on ${racedate}`);
  return day;
}
const at = (now: string): SampleDay => stateAt(DAY, DAY, now);

const recordsOf = (day: SampleDay, table: TableCode, racekey?: unknown): readonly SampleRecord[] =>
  (day.records.get(table) ?? []).filter((record) => racekey === undefined || record['racekey'] === racekey);
const filled = (records: readonly SampleRecord[], field: string): number =>
  records.filter((record) => record[field] !== null).length;

/** The main race of the first course. */
let race: SampleRecord;
let post = 0;
/** The runners that started. */
let starters = 0;
beforeAll(() => {
  const programs = recordsOf(at('0000'), 't_ra');
  race = programs.find(({ racekey }) => String(racekey).endsWith('11')) ?? {};
  post = minutesOf(race['post_time']);
  starters = Number(recordsOf(stateAt(DAY, '20170601'), 't_ra', race['racekey'])[0]?.['headcount']);
});
const before = (minutes: number): SampleDay => at(clockOf(post - minutes));

it('nothing of the day is known at midnight, and the state of the courses before their first race', () => {
  const midnight = at('0000');
  expect(midnight.records.has('t_pd')).toBe(false);
  for (const table of ['t_ra', 't_ka'] as const)
    for (const field of ['weather_cd', 'turf_condition_cd'])
      expect(filled(recordsOf(midnight, table), field)).toBe(0);
  expect(filled(recordsOf(at('0911'), 't_ka'), 'weather_cd')).toBe(0);
  const morning = recordsOf(at('0912'), 't_ka');
  expect(filled(morning, 'weather_cd')).toBe(morning.length);
  expect(filled(morning, 'dirt_condition_cd')).toBe(morning.length);
});

it('body weights, odds, weather and going come about an hour before a race, race by race', () => {
  const early = before(71);
  expect(recordsOf(early, 't_pd', race['racekey'])).toEqual([]);
  expect(recordsOf(early, 't_pd').length).toBeGreaterThan(0);
  expect(filled(recordsOf(early, 't_ra', race['racekey']), 'weather_cd')).toBe(0);

  const there = before(70);
  const records = recordsOf(there, 't_pd', race['racekey']);
  expect(records).toHaveLength(recordsOf(there, 't_ky', race['racekey']).length);
  for (const field of ['horse_weight', 'win_odds', 'place_odds'])
    expect(filled(records, field)).toBeGreaterThanOrEqual(starters);
  for (const field of ['weather_cd', 'turf_condition_cd']) {
    expect(filled(records, field)).toBe(records.length);
    expect(filled(recordsOf(there, 't_ra', race['racekey']), field)).toBe(1);
  }
  expect(new Set(records.map((record) => record['odds_obtained_time']))).toEqual(
    new Set([clockOf(post - 70)]),
  );
});

it('what is seen in the paddock comes with the paddock, and so do the marks that rest on it', () => {
  const SEEN = ['this_horse_body_state', 'this_horse_mind_state', 'paddock_index', 'change_equipment_flag', 'underfoot_info', 'this_gear1_cd']; // prettier-ignore
  const early = recordsOf(before(26), 't_pd', race['racekey']);
  expect(SEEN.map((field) => filled(early, field))).toEqual(SEEN.map(() => 0));
  const seen = recordsOf(before(25), 't_pd', race['racekey']);
  expect(SEEN.map((field) => filled(seen, field))).toEqual(SEEN.map(() => seen.length));

  const marks = (day: SampleDay) =>
    ['odds_mark', 'paddock_mark', 'last_integration_mark'].map(
      (field) => filled(recordsOf(day, 't_ky', race['racekey']), field) > 0,
    );
  expect([before(71), before(70), before(26), before(25)].map(marks)).toEqual([
    [false, false, false],
    [true, false, false],
    [true, false, false],
    [true, true, true],
  ]);
});

const winOdds = (day: SampleDay): number[] =>
  recordsOf(day, 't_pd', race['racekey']).flatMap(({ win_odds }) =>
    win_odds === null ? [] : [Number(win_odds)],
  );

it('odds move from minute to minute, always those of one market, ever closer to the final ones', () => {
  const times = [70, 60, 50, 40, 30, 20, 10, 6, 4, 2];
  const seen = times.map((minutes) => winOdds(before(minutes)));
  for (const odds of seen) {
    const sum = odds.reduce((total, each) => total + 1 / each, 0);
    expect(Math.abs(sum - 1 / 0.79)).toBeLessThan(0.05);
  }
  for (let at = 1; at < seen.length; at++) {
    const moved = seen[at]?.filter((odds, index) => odds !== seen[at - 1]?.[index]) ?? [];
    expect(moved.length, `${times[at]} minutes before`).toBeGreaterThan(starters / 3);
  }
  const results = recordsOf(stateAt(DAY, '20170410'), 't_se', race['racekey']);
  const final = results.flatMap((record) =>
    record['confirmed_win_odds'] === null ? [] : [Number(record['confirmed_win_odds'])],
  );
  const away = seen.map(
    (odds) => odds.reduce((sum, each, index) => sum + Math.abs(Math.log(each / (final[index] ?? 1))), 0) / odds.length,
  ); // prettier-ignore
  expect(away.at(-1)).toBeLessThan(0.03);
  expect(away[0]).toBeGreaterThan(0.04);
});

it('the last odds on sale stay as they were when the race was off, on that day and later', () => {
  const last = recordsOf(before(2), 't_pd', race['racekey']);
  for (const day of [before(0), before(-30), ...AFTER.map((today) => stateAt(DAY, today))])
    expect(recordsOf(day, 't_pd', race['racekey'])).toEqual(last);
});

it('a result comes minutes after the race, provisional until the Thursday after it', () => {
  expect(recordsOf(before(-7), 't_se', race['racekey'])).toEqual([]);
  expect(recordsOf(before(-7), 't_hj', race['racekey'])).toEqual([]);
  const states = [before(-8), ...AFTER.map((today) => stateAt(DAY, today))];
  for (const day of states) {
    expect(recordsOf(day, 't_hj', race['racekey'])).toHaveLength(1);
    const results = recordsOf(day, 't_se', race['racekey']);
    for (const field of ['time_record', 'confirmed_win_odds', 'horse_weight'])
      expect(filled(results, field)).toBeGreaterThan(starters - 2);
  }
  const analysed = states.map((day) => filled(recordsOf(day, 't_se', race['racekey']), 'idm') > 0);
  expect(analysed).toEqual([false, false, false, true, true]);
});

/** Checks the times of the records at one moment against that moment, and against the moments before. */
function datedBetween(newest: Map<string, string>, day: SampleDay, now: Date): void {
  const latest = new Date(now.getTime() + 60_000).toISOString();
  for (const table of TABLES_OF_THE_DAY.filter((code) => code !== 't_hj')) {
    for (const record of recordsOf(day, table)) {
      const key = `${table} ${record['racekey'] ?? record['holdingkey']} ${record['horse_number']}`;
      const updatedAt = String(record['updated_at']);
      expect(updatedAt < latest, `${key}, ${updatedAt}, at ${now.toISOString()}`).toBe(true);
      expect(updatedAt >= (newest.get(key) ?? '')).toBe(true);
      newest.set(key, updatedAt);
    }
  }
}

it('no record is older than what it was before, or newer than the clock', () => {
  const newest = new Map<string, string>();
  const moment = (date: number, minutes = 0) => new Date(Date.UTC(2017, 2, date, -9, minutes));
  const todayOf = (date: number) =>
    new Date(Date.UTC(2017, 2, date)).toISOString().slice(0, 10).replaceAll('-', '');
  // From the first day on which there is a card, March 28, until the day before.
  for (let date = 28; date < 40; date++) datedBetween(newest, stateAt(DAY, todayOf(date)), moment(date));
  for (let minutes = 8 * 60; minutes <= 18 * 60; minutes += 40)
    datedBetween(newest, at(clockOf(minutes)), moment(40, minutes));
  for (let date = 41; date < 48; date++) datedBetween(newest, stateAt(DAY, todayOf(date)), moment(date));
});

it('no training is there before its day, and all of it is on the day of the race', () => {
  const works = (today: string) =>
    [...sampleDays(DAY, DAY, { seed: 'test', today, tables: ['t_ch'] })].flatMap((day) =>
      recordsOf(day, 't_ch'),
    );
  const all = works(DAY);
  for (const today of ['20170403', '20170405', '20170406', '20170407']) {
    expect(works(today)).toEqual(all.filter(({ exercise_date }) => String(exercise_date) <= today));
  }
  expect(all).toHaveLength(recordsOf(at('0000'), 't_ky').length);
  expect(works('20170403').length).toBeLessThan(works('20170406').length);
});

/** A runner that did not start: `trouble` 1 was scratched in the morning, 2 was excluded at the gate. */
function absentee(trouble: '1' | '2') {
  for (const day of sampleDays('20160105', '20161225', { seed: 'test', today: DAY, tables: ['t_se', 't_ra'] })) {
    const found = day.records.get('t_se')?.find((record) => record['trouble_classification'] === trouble);
    const program = day.records.get('t_ra')?.find(({ racekey }) => racekey === found?.['racekey']);
    if (found !== undefined && program !== undefined)
      return { racedate: day.racedate, racekey: found['racekey'], number: Number(found['horse_number']), program };
  }
  throw new Error('nobody was absent in a year');
} // prettier-ignore

it.each([
  ['1', 'from the morning on', 70],
  ['2', 'from ten minutes before the start on', 10],
] as const)('a runner with trouble %s is out %s: program, flag and odds', (trouble, _, from) => {
  const { racedate, racekey, number, program } = absentee(trouble);
  const start = minutesOf(program['post_time']);
  const told = (minutes: number) => {
    const day = stateAt(racedate, racedate, clockOf(minutes));
    const [card] = recordsOf(day, 't_ra', racekey);
    const runner = recordsOf(day, 't_pd', racekey).find((each) => Number(each['horse_number']) === number);
    return {
      out: String(card?.['cancel_horse'])[number - 1] === '1',
      headcount: Number(card?.['headcount']),
      flag: runner?.['withdrawn_flag'],
      hasOdds: runner?.['win_odds'] != null,
    };
  };
  const size = recordsOf(stateAt(racedate, DAY), 't_ky', racekey).length;
  const gone = { out: true, flag: '1', hasOdds: false };
  expect(told(start - from)).toMatchObject(gone);
  expect(told(start + 20)).toMatchObject({ ...gone, headcount: Number(program['headcount']) });
  if (trouble === '2') {
    expect(told(start - from - 1)).toEqual({ out: false, headcount: size, flag: '0', hasOdds: true });
  } else {
    expect(told(8 * 60 + 59)).toMatchObject({ out: false, headcount: size });
    expect(told(9 * 60)).toMatchObject({ out: true, headcount: Number(program['headcount']) });
  }
});
