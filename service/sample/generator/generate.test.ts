// The sample's days as the service stores them: fields, codes, identities, joins, stages, and that a day is a day.

import { expect, it, vi } from 'vitest';
import { betOf, readCombination, refundsOf, payoffsOf } from '#shared/catalogue/bets.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { decode } from '#shared/catalogue/decode.ts';
import { bracketOf } from '#shared/racing/brackets.ts';
import { meetingsOn } from './calendar/calendar.ts';
import { dayOf, weekday } from './calendar/days.ts';
import { raceDates, sampleDays, type SampleDay, type SampleRecord } from './generate.ts';

const FROM = '20170401';
const TO = '20170409';
/** A Sunday: the weekend before is analysed, this Saturday is not, today is not run, next week has cards. */
const TODAY = '20170409';
const options = { seed: 'test', today: TODAY };

const days = [...sampleDays(FROM, '20170416', options)];
const rows = (table: TableCode): readonly SampleRecord[] =>
  days.flatMap((day) => day.records.get(table) ?? []);
const runner = (record: SampleRecord) => `${record['racekey']}/${record['horse_number']}`;
const tenths = (value: unknown): number => Math.round(Number(value ?? 0) * 10);

it('all sixteen tables have records', () => {
  expect(TABLE_CODES.filter((table) => rows(table).length === 0)).toEqual([]);
});

it.each(TABLE_CODES)('%s has exactly the catalogue’s fields, in order and of the stated types', (table) => {
  const { columns } = TABLES[table];
  const names = columns.map((column) => column.name).join();
  for (const record of rows(table)) {
    if (Object.keys(record).join() !== names)
      expect(Object.keys(record)).toEqual(columns.map((column) => column.name));
    const wrong = columns.filter(({ name, type }) => {
      const value = record[name];
      if (value === null) return !type.endsWith('?');
      return type.startsWith('S')
        ? typeof value !== 'string'
        : type.startsWith('I')
          ? !Number.isInteger(value)
          : !Number.isFinite(value);
    });
    if (wrong.length > 0) expect(wrong.map(({ name }) => [name, record[name]])).toEqual([]);
  }
});

it('coded values are in the code tables', () => {
  const unknown = new Set<string>();
  for (const table of TABLE_CODES) {
    const coded = TABLES[table].columns.filter((column) => ['code', 'codes', 'mark'].includes(column.kind));
    for (const record of rows(table)) {
      for (const column of coded) {
        const value = record[column.name];
        if (value === null || value === '' || value === undefined) continue;
        if (decode(column, String(value), 'en') === undefined)
          unknown.add(`${table}.${column.name}=${value}`);
      }
    }
  }
  expect([...unknown]).toEqual([]);
});

it('what the catalogue calls a sum is one on every row that has it, blank counting as 0', () => {
  const reckoned = Object.values(TABLES).flatMap((table) =>
    table.columns.flatMap(({ name, sumOf }) =>
      sumOf?.every((part) => table.columns.some((column) => column.name === part)) === true
        ? [{ table: table.code, name, sumOf }]
        : [],
    ),
  );
  expect(reckoned.map(({ table, name }) => `${table}.${name}`)).toEqual(
    expect.arrayContaining(['t_ky.integration_index', 'd_ky.integration_index', 't_se.idm', 'd_se.idm']),
  );
  for (const { table, name, sumOf } of reckoned) {
    const there = rows(table).filter((record) => record[name] !== null);
    expect(there.length).toBeGreaterThan(500);
    for (const record of there) {
      const sum = sumOf.reduce((total, part) => total + tenths(record[part] ?? 0), 0);
      expect(tenths(record[name]), `${table}.${name}`).toBe(sum);
    }
  }
});

it('results are complete, provisional or not there, by their age', () => {
  const of = (racedate: string) => rows('t_se').filter((record) => record['racedate'] === racedate);
  const blank = (record: SampleRecord) =>
    ['idm', 'idm_rawscore', 'ten_index', 'correction_value_track_diff', 'rising_level_cd'].every(
      (name) => record[name] === null,
    );
  const home = (record: SampleRecord) => record['order_of_finish'] !== '00';
  expect(of('20170402').filter(home).some(blank)).toBe(false);
  expect(of('20170408').every(blank)).toBe(true);
  expect(
    of('20170408')
      .filter(home)
      .every((record) => record['time_record'] !== null && record['confirmed_win_odds'] !== null),
  ).toBe(true);
  expect(of('20170409')).toEqual([]);
});

it('a day ahead has its card and nothing that only the day can tell', () => {
  const ahead = days.find((day) => day.racedate === '20170415');
  expect([...(ahead?.records.keys() ?? [])].toSorted()).toEqual([
    'm_uk',
    't_ch',
    't_ka',
    't_ky',
    't_ra',
    't_ze',
    't_zk',
  ]);
  expect(ahead?.records.get('t_ra')?.every((record) => record['weather_cd'] === null)).toBe(true);
});

it('on every Sunday five races are the legs of WIN5, in the order of their starts', () => {
  const sundays = raceDates('20170101', '20170630').filter((racedate) => weekday(dayOf(racedate)) === 0);
  const byCourses = Map.groupBy(sundays, (racedate) => meetingsOn(dayOf(racedate)).length);
  expect(new Set(byCourses.keys())).toEqual(new Set([2, 3]));
  for (const racedate of [...byCourses.values()].flatMap((some) => some.slice(0, 3))) {
    const [day] = sampleDays(racedate, racedate, { seed: 'test', today: '20170701', tables: ['t_ra'] });
    const legs = (day?.records.get('t_ra') ?? [])
      .filter((record) => record['win5_number'] !== null)
      .toSorted((one, other) => Number(one['win5_number']) - Number(other['win5_number']));
    expect(legs.map((record) => record['win5_number'])).toEqual(['1', '2', '3', '4', '5']);
    const starts = legs.map((record) => String(record['post_time']));
    expect(starts).toEqual(starts.toSorted());
  }
});

it('past data are the records of the days before today', () => {
  for (const [past, day] of [
    ['d_ra', 't_ra'],
    ['d_ka', 't_ka'],
    ['d_zk', 't_zk'],
    ['d_se', 't_se'],
    ['d_hj', 't_hj'],
  ] as const) {
    expect(rows(past)).toEqual(rows(day).filter((record) => String(record['racedate']) < TODAY));
  }
  expect(rows('d_ky').map(runner)).toEqual(
    rows('t_ky')
      .filter((record) => String(record['racedate']) < TODAY)
      .map(runner),
  );
});

it('every runner has its race, its master record, its past and, once it has trained, its work', () => {
  const races = new Map(rows('t_ra').map((record) => [record['racekey'], record]));
  const horses = new Set(rows('m_uk').map((record) => record['horse_id']));
  const joined = (['t_ch', 't_ze', 't_zk'] as const).map((table) => new Set(rows(table).map(runner)));
  for (const record of rows('t_ky')) {
    expect(races.get(record['racekey'] ?? '')?.['racedate']).toBe(record['racedate']);
    expect(horses.has(record['horse_id'] ?? '')).toBe(true);
    const [works, ...past] = joined;
    if (String(record['racedate']) <= TODAY) expect(works?.has(runner(record))).toBe(true);
    expect(past.every((each) => each.has(runner(record)))).toBe(true);
  }
  const holdings = new Set(rows('t_ka').map((record) => record['holdingkey']));
  expect(rows('t_ra').every((record) => holdings.has(String(record['racekey']).slice(0, 6)))).toBe(true);
});

it('keys are digits, no runner is twice in a race and no rider twice on the day’s course', () => {
  for (const record of rows('t_ky')) {
    expect(record['racekey']).toMatch(/^\d{8}$/);
    expect(record['resultkey']).toMatch(/^\d{16}$/);
    expect(record['horse_id']).toMatch(/^[0-9A-Z]{12}$/);
  }
  for (const [key] of [
    [(r: SampleRecord) => `${r['racedate']}${r['horse_id']}`],
    [runner],
    [(r: SampleRecord) => `${r['racekey']}${r['jockey_cd']}`],
  ] as const) {
    expect(new Set(rows('t_ky').map(key)).size).toBe(rows('t_ky').length);
  }
});

it('a previous run took place, with the very numbers that its result had', () => {
  const wide = [...sampleDays('20170311', TO, options)];
  const results = new Map(
    wide.flatMap((day) => day.records.get('t_se') ?? []).map((record) => [record['resultkey'], record]),
  );
  const same = ['racedate', 'racekey', 'horse_number', 'margin', 'time_record', 'confirmed_win_odds', 'morning_place_odds',
    'confirmed_place_odds', 'winning_horse', 'winner_horse_id', 'race_pace', 'ten_index', 'class_cd', 'selected_lane_cd']; // prettier-ignore
  const counted = ['order_of_finish', 'confirmed_win_popularity', 'time_deff', 'corner1_order', 'corner4_order', 'first3f_time',
    'later3f_time', 'later3f_deff', 'idm', 'idm_rawscore', 'correction_value_pace', 'horse_weight', 'weight_cycling']; // prettier-ignore
  const number = (value: unknown) => (value === null ? null : Number(String(value).replaceAll(' ', '')));
  let met = 0;
  for (const record of rows('t_ze')) {
    for (let n = 1; n <= 5; n++) {
      const back = (suffix: string) => record[`race_back_${n}_${suffix}`] ?? null;
      const result = results.get(back('resultkey') ?? '');
      if (result === undefined) continue;
      met++;
      expect([...same, ...counted].map(back)).toEqual([
        ...same.map((suffix) => result[suffix]),
        ...counted.map((suffix) => number(result[suffix])),
      ]);
    }
  }
  expect(met).toBeGreaterThan(400);
});

it('links, details and rotation follow the same previous runs', () => {
  const past = new Map(rows('t_ze').map((record) => [runner(record), record]));
  const details = new Map(rows('t_zk').map((record) => [runner(record), record]));
  for (const record of rows('t_ky')) {
    for (let n = 1; n <= 5; n++) {
      const key = record[`lastrace_resultkey${n}`];
      expect(past.get(runner(record))?.[`race_back_${n}_resultkey`]).toBe(key);
      expect(details.get(runner(record))?.[`race_back_${n}_resultkey`]).toBe(key);
      if (key !== null) expect(String(key).slice(0, 8)).toBe(String(record['resultkey']).slice(0, 8));
    }
    const before = past.get(runner(record))?.['race_back_1_racedate'] ?? null;
    if (before !== null) expect(String(before) < String(record['racedate'])).toBe(true);
    if (before === null) expect([record['foottype_cd'], record['rotation']]).toEqual(['0', 0]);
  }
});

it('classification money says the class that a race admits', () => {
  const limits: Readonly<Record<string, number>> = {
    A1: 0,
    A3: 0,
    '05': 500,
    '10': 1000,
    '16': 1600,
    OP: Infinity,
  };
  const races = new Map(
    rows('t_ra')
      .filter((race) => race['track_type'] !== '3')
      .map((record) => [record['racekey'], record]),
  );
  for (const record of rows('t_ky')) {
    const race = races.get(record['racekey'] ?? '');
    if (race === undefined) continue;
    expect(Number(record['earned_prize'])).toBeLessThanOrEqual(limits[String(race['condition_cd'])] ?? -1);
    if (race['condition_cd'] === 'A1') expect(record['lastrace_resultkey1']).toBeNull();
  }
});

it('payoffs name those who were placed, by number and by bracket', () => {
  const results = Map.groupBy(rows('t_se'), (record) => record['racekey']);
  const entries = Map.groupBy(rows('t_ky'), (record) => record['racekey']);
  for (const payoff of rows('t_hj')) {
    const race = results.get(payoff['racekey'] ?? '') ?? [];
    const size = entries.get(payoff['racekey'] ?? '')?.length ?? 0;
    const place = new Map(
      race.map((record) => [Number(record['horse_number']), Number(record['order_of_finish'])]),
    );
    const paid = payoffsOf(payoff);
    expect(
      paid.filter((each) => each.bet === 'win').map((each) => place.get(Number(each.combination))),
    ).toContain(1);
    for (const { bet, combination, payoff: yen } of paid) {
      const numbers = readCombination(bet, combination) ?? [];
      expect(numbers).toHaveLength(betOf(bet).numbers);
      expect(Number(yen) % 10 === 0 && Number(yen) >= 100).toBe(true);
      if (betOf(bet).brackets) {
        const firsts = [...place]
          .filter(([, at]) => at === 1 || at === 2)
          .map(([number]) => bracketOf(number, size));
        expect(numbers.every((each) => firsts.includes(each))).toBe(true);
      } else expect(numbers.every((each) => [1, 2, 3].includes(place.get(each) ?? 0))).toBe(true);
    }
    const scratched = race.filter((record) => ['1', '2'].includes(String(record['trouble_classification'])));
    expect(refundsOf(payoff)).toEqual(scratched.map((record) => Number(record['horse_number'])));
  }
});

it('two runs, any range and any later day give the same racing', async () => {
  const serial = (all: Iterable<SampleDay>) =>
    [...all].filter((day) => day.racedate === '20170402').map((day) => JSON.stringify([...day.records]));
  const once = serial(sampleDays('20170402', '20170402', { seed: 'test', today: '20170601' }));
  expect(once).toHaveLength(1);
  // A second run of the program: nothing that was played or kept before.
  vi.resetModules();
  const again = await import('./generate.ts');
  expect(serial(again.sampleDays('20170326', '20170408', { seed: 'test', today: '20180801' }))).toEqual(once);
  expect(serial(again.sampleDays('20170402', '20170402', { seed: 'other', today: '20170601' }))).not.toEqual(
    once,
  );
});

it('what was on the card stays when the results come', () => {
  const card = sampleDays('20170408', '20170408', { seed: 'test', today: '20170407' }).next().value;
  const after = sampleDays('20170408', '20170408', { seed: 'test', today: '20170420' }).next().value;
  for (const table of ['t_ch', 't_ze', 't_zk', 'm_uk'] as const) {
    expect(after?.records.get(table)).toEqual(card?.records.get(table));
  }
  const known = (day: SampleDay | undefined | void) =>
    day?.records
      .get('t_ky')
      ?.map((record) => [
        runner(record),
        record['horse_id'],
        record['integration_index'],
        record['jockey_cd'],
      ]);
  expect(known(after)).toEqual(known(card));
});

it('with a time of day, the races that are over have their results', () => {
  const [day] = [...sampleDays(TODAY, TODAY, { ...options, now: '1230' })];
  const over = day?.records.get('t_hj')?.length ?? 0;
  expect(over).toBe(day?.records.get('t_ra')?.filter((race) => String(race['post_time']) <= '1222').length);
  expect(over).toBeGreaterThan(6);
  expect(day?.records.has('d_hj')).toBe(false);
});
