// The last five runs that an entry names: those within the sample are its races, with the very cells of their programs,
// cards and results; those before it agree with each other and with the calendar.

import { expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { meetingsOn } from './calendar/calendar.ts';
import { dayOf } from './calendar/days.ts';
import { holdingkeyOf } from './records/keys.ts';
import { sampleDays, type SampleRecord } from './generate.ts';

const options = { seed: 'test', today: '20170409' };
/** Half a year, in which most of the last five runs took place. */
const RANGE = { from: '20161008', to: '20170402' };
const CARDS = { from: '20170401', to: '20170402' };

const tables = ['t_ra', 't_ky', 't_pd', 't_se'] as const;
const range = [...sampleDays(RANGE.from, RANGE.to, { ...options, tables })];
const rowsOf = (table: (typeof tables)[number]): readonly SampleRecord[] =>
  range.flatMap((day) => day.records.get(table) ?? []);
const keyed = (records: readonly SampleRecord[], key: string) =>
  new Map(records.map((record) => [record[key] ?? '', record]));

const programs = keyed(rowsOf('t_ra'), 'racekey');
const results = keyed(rowsOf('t_se'), 'resultkey');
const entries = keyed(rowsOf('t_ky'), 'resultkey');
const prerace = keyed(rowsOf('t_pd'), 'resultkey');
const winners = Map.groupBy(
  rowsOf('t_se').filter((record) => Number(record['order_of_finish']) === 1),
  (record) => record['racekey'] ?? '',
);

const cards = [...sampleDays(CARDS.from, CARDS.to, options)];
const subjects = cards.flatMap((day) => {
  const of = (table: 't_ze' | 't_zk') => keyed(day.records.get(table) ?? [], 'resultkey');
  const [runs, details] = [of('t_ze'), of('t_zk')];
  return (day.records.get('t_ky') ?? []).map((entry) => {
    const key = entry['resultkey'] ?? '';
    return { entry, runs: runs.get(key) ?? {}, details: details.get(key) ?? {} };
  });
});

/** A cell as a number if it is one: the tables write the same place as 4 and as "04". */
function cell(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const number = Number(String(value).replaceAll(' ', ''));
  return Number.isNaN(number) ? value : number;
}

/** The suffixes of a past run in a table that are also columns of a result. */
const shared = (table: 't_ze' | 't_zk'): string[] => {
  const names = new Set(TABLES.t_se.columns.map(({ name }) => name));
  return TABLES[table].columns.flatMap(({ name }) => {
    const suffix = /^race_back_1_(.*)$/.exec(name)?.[1];
    return suffix !== undefined && names.has(suffix) ? [suffix] : [];
  });
};
const SHARED = { t_ze: shared('t_ze'), t_zk: shared('t_zk') };

/** The past runs of every entry, with what is in the range about them. */
const pastRuns = subjects.flatMap(({ entry, runs, details }) =>
  [1, 2, 3, 4, 5].flatMap((n) => {
    const resultkey = entry[`lastrace_resultkey${n}`] ?? null;
    if (resultkey === null) return [];
    return [
      {
        entry,
        n,
        resultkey,
        racekey: entry[`lastrace_racekey${n}`] ?? '',
        run: (suffix: string) => runs[`race_back_${n}_${suffix}`] ?? null,
        detail: (suffix: string) => details[`race_back_${n}_${suffix}`] ?? null,
      },
    ];
  }),
);
const racedateOf = (resultkey: string | number): string => String(resultkey).slice(8);
const inRange = pastRuns.filter(({ resultkey }) => racedateOf(resultkey) >= RANGE.from);

it('hundreds of entries name thousands of runs, most of them in the range', () => {
  expect(subjects.length).toBeGreaterThan(600);
  expect(pastRuns.length).toBeGreaterThan(2000);
  expect(inRange.length / pastRuns.length).toBeGreaterThan(0.6);
  expect(SHARED.t_ze.length).toBe(50);
  expect(SHARED.t_zk.length).toBeGreaterThan(10);
});

it('all three tables name the same runs, the latest first, and none after a gap', () => {
  for (const { entry, runs, details } of subjects) {
    const keys = [1, 2, 3, 4, 5].map((n) => entry[`lastrace_resultkey${n}`] ?? null);
    const filled = keys.filter((key) => key !== null);
    expect(keys.slice(0, filled.length)).toEqual(filled);
    for (const record of [runs, details])
      expect([1, 2, 3, 4, 5].map((n) => record[`race_back_${n}_resultkey`] ?? null)).toEqual(keys);
  }
  for (const { resultkey, racekey, run, detail } of pastRuns) {
    expect([run('racekey'), detail('racekey')]).toEqual([racekey, racekey]);
    expect([run('racedate'), detail('racedate')]).toEqual([racedateOf(resultkey), racedateOf(resultkey)]);
    expect(detail('horse_number')).toBe(run('horse_number'));
  }
});

it('a run in the range is a race of the program of its day, and a runner of its card and its result', () => {
  for (const { entry, resultkey, racekey, run } of inRange) {
    const program = programs.get(racekey);
    expect(program?.['racedate']).toBe(racedateOf(resultkey));
    for (const record of [entries.get(resultkey), results.get(resultkey)]) {
      expect(record?.['racekey']).toBe(racekey);
      expect(record?.['horse_id']).toBe(entry['horse_id']);
      expect(record?.['horse_number']).toBe(run('horse_number'));
    }
    expect(Number(run('confirmed_win_popularity'))).toBeLessThanOrEqual(Number(program?.['headcount']));
  }
});

it.each(['t_ze', 't_zk'] as const)('%s repeats every cell of the results that it has', (table) => {
  for (const { resultkey, run, detail } of inRange) {
    const read = table === 't_ze' ? run : detail;
    const result = results.get(resultkey);
    const there = SHARED[table].map((suffix) => [suffix, cell(read(suffix))]);
    expect(there).toEqual(SHARED[table].map((suffix) => [suffix, cell(result?.[suffix])]));
  }
});

it('the jockey of a run is the one who rode, the index of the winner that of its result', () => {
  for (const { resultkey, racekey, detail } of inRange) {
    expect(detail('jockey_cd')).toBe(prerace.get(resultkey)?.['jockey_cd']);
    expect(winners.get(racekey)?.map((record) => cell(record['idm']))).toContain(cell(detail('winner_idm')));
  }
});

it.each([
  ['20170403', 'blank while those results are provisional, on Monday'],
  ['20170406', 'there as in those results, on Thursday'],
])('as of %s the indices of last weekend’s runs on coming cards are %s', (today) => {
  const days = [
    ...sampleDays('20170401', '20170416', { seed: 'test', today, tables: ['t_se', 't_ze', 't_zk'] }),
  ];
  const of = (table: 't_se' | 't_ze' | 't_zk') => days.flatMap((day) => day.records.get(table) ?? []);
  const last = keyed(of('t_se'), 'resultkey');
  const indexOfWinner = new Map(
    of('t_se').flatMap((record) =>
      record['order_of_finish'] === '01' ? [[record['racekey'], cell(record['idm'])]] : [],
    ),
  );
  for (const table of ['t_ze', 't_zk'] as const) {
    const runs = of(table).flatMap((card) => {
      const result = last.get(card['race_back_1_resultkey'] ?? '');
      return result === undefined ? [] : [{ card, result }];
    });
    expect(runs.length).toBeGreaterThan(20);
    for (const { card, result } of runs) {
      const there = SHARED[table].map((suffix) => [suffix, cell(card[`race_back_1_${suffix}`])]);
      expect(there).toEqual(SHARED[table].map((suffix) => [suffix, cell(result[suffix])]));
      if (table === 't_zk')
        expect(cell(card['race_back_1_winner_idm'])).toBe(indexOfWinner.get(result['racekey'] ?? ''));
    }
    const known = runs.filter(({ card }) => card['race_back_1_idm'] !== null);
    expect(known.length > 0).toBe(today === '20170406');
  }
});

it('a run’s own card named the runs before it, and prize money only grows', () => {
  const older = [1, 2, 3, 4].map((n) => n);
  for (const { entry, n, resultkey } of inRange) {
    const then = entries.get(resultkey);
    const left = older.filter((m) => n + m <= 5);
    expect(left.map((m) => then?.[`lastrace_resultkey${m}`] ?? null)).toEqual(
      left.map((m) => entry[`lastrace_resultkey${n + m}`] ?? null),
    );
    for (const money of ['total_prize', 'earned_prize'])
      expect(Number(then?.[money])).toBeLessThanOrEqual(Number(entry[money]));
    expect(then?.['sex_cd']).toBe(entry['sex_cd']);
    expect(Number(entry['horse_age']) - Number(then?.['horse_age'])).toBe(
      Number(String(entry['racedate']).slice(0, 4)) - Number(racedateOf(resultkey).slice(0, 4)),
    );
  }
});

it('every run, before the range too, was on a day of racing at its course, and never two in a fortnight', () => {
  for (const { entry, n, resultkey, racekey } of pastRuns) {
    const racedate = racedateOf(resultkey);
    const holdings = meetingsOn(dayOf(racedate)).map(holdingkeyOf);
    expect(holdings).toContain(String(racekey).slice(0, 6));
    const next = n === 1 ? entry['racedate'] : racedateOf(entry[`lastrace_resultkey${n - 1}`] ?? '');
    expect(dayOf(String(next)) - dayOf(racedate)).toBeGreaterThanOrEqual(13);
  }
});

it('a horse runs at two years or later, and its weights follow from run to run', () => {
  for (const { entry, n, resultkey, run } of pastRuns) {
    const born = Number(`20${String(entry['resultkey']).slice(0, 2)}`);
    expect(Number(entry['horse_age'])).toBe(Number(String(entry['racedate']).slice(0, 4)) - born);
    expect(Number(racedateOf(resultkey).slice(0, 4)) - born).toBeGreaterThanOrEqual(2);
    const before = pastRuns.find((other) => other.entry === entry && other.n === n + 1);
    if (before !== undefined)
      expect(run('weight_cycling')).toBe(Number(run('horse_weight')) - Number(before.run('horse_weight')));
  }
});
