// Every cell of every subject, over more than 500 sample races and over races with dead heats, refunds, horses that
// were withdrawn, changed riders, and jumps, and over marks and notes on many of them, equals what plain loops over the
// service's answers and the notes give.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { figureOf } from '#shared/bridge/group-figures.ts';
import { runsOfHorse, type ResultSource } from '#shared/bridge/source.ts';
import { CARD_RECORDS, SUBJECT_NAMES, type SubjectName } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { isPastTable, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { sampleDays, type SampleDay } from '../../service/sample/generator/generate.ts';
import { FakeService } from '../../electron/testing/fake-service.ts';
import { openCore, type Core } from '../../electron/testing/open-core.ts';
import { EXAMPLES } from '../../renderer/features/sql/examples.ts';
import { someNotes, withNotes, type NaiveNote } from './naive-annotations.ts';
import { naiveRows } from './naive-subjects.ts';

const CARD_TABLES = CARD_RECORDS.flatMap(tablesOfDay);
/** The fake clock's day. */
const TODAY = '20261115';
const FROM = '20260919';
/** Of the days before only cards are fetched, and entries, not results. */
const FIRST_RESULTS = '20261003';
/** Cards name the runs of weeks before; those of four weeks are enough. */
const FIRST_CARDS = '20261020';
/** From here on only the present tables are fetched. */
const RECENT = '20261107';

let core: Core;
const fetched = new Map<TableCode, WireRecord[]>();
const rowsOf = new Map<SubjectName, ReturnType<typeof naiveRows>>();

let notes: readonly NaiveNote[] = [];

/** Computed once: the answers and the notes stay as they are. */
function expectedRows(subject: SubjectName): ReturnType<typeof naiveRows> {
  const names = SUBJECTS[subject].columns.map(({ name }) => name);
  const rows =
    rowsOf.get(subject) ?? withNotes(naiveRows(subject, Object.fromEntries(fetched)), names, notes);
  rowsOf.set(subject, rows);
  return rows;
}

beforeAll(async () => {
  const all = new Map<TableCode, WireRecord[]>(TABLE_CODES.map((code) => [code, []]));
  const days: string[] = [];
  for (const day of sampleDaysOfAll()) {
    days.push(day.racedate);
    for (const [code, records] of day.records) all.get(code)?.push(...records);
  }
  const keys = (all.get('d_ra') ?? []).map(({ racekey }) => String(racekey)).toSorted();
  for (const code of ['t_se', 'd_se', 't_hj', 'd_hj', 't_ky', 'd_ky', 't_pd', 't_ch'] as const)
    trouble(code, all.get(code) ?? [], keys);
  for (const code of CARD_TABLES) differ(code, all.get(code) ?? []);
  core = await openCore(new FakeService(Object.fromEntries(all)));
  const ofDays = Map.groupBy(
    [...all].flatMap(([code, records]) => records.map((record) => ({ code, record }))),
    ({ code, record }) => `${code} ${String(record['racedate'])}`,
  );
  for (const source of sourcesOf(days)) {
    await core.results.open(source, { alone: true });
    const { racedate, start_racedate: from = racedate, end_racedate: to = racedate } = source.filter;
    const within = days
      .filter((day) => (from ?? '') <= day && day <= (to ?? ''))
      .flatMap((day) => ofDays.get(`${source.table} ${day}`) ?? [])
      .map(({ record }) => record);
    fetched.set(source.table, [...(fetched.get(source.table) ?? []), ...within]);
  }
  const answers = Object.fromEntries(fetched);
  notes = someNotes([...naiveRows('runners', answers), ...naiveRows('runs', answers)]);
  const annotations = await core.annotations();
  await annotations.import(notes.map(annotationOf));
}, 240_000);

afterAll(() => core.close());

/** As the app keeps it. */
function annotationOf({ target, key, ...said }: NaiveNote): Annotation {
  const [first = '', second = ''] = key;
  const { id } = target === 'runner' ? ofRunner(first, second) : { id: key.join(' ') };
  return { target, id, ...said };
}

/** Cards have the most and longest records: those of earlier days, which nothing fetches, are not generated. */
function* sampleDaysOfAll(): Generator<SampleDay> {
  const options = { seed: 'railbird', today: TODAY, now: '1400' };
  const others = TABLE_CODES.filter((code) => !CARD_TABLES.includes(code));
  yield* sampleDays(FROM, addDays(FIRST_CARDS, -1), { ...options, tables: others });
  yield* sampleDays(FIRST_CARDS, TODAY, options);
}

type TableSource = Extract<ResultSource, { kind: 'table' }>;

/** The past tables up to the recent days, the present tables on them, and a few days of both. */
function sourcesOf(days: readonly string[]): TableSource[] {
  const past = TABLE_CODES.filter(isPastTable).map((table): TableSource => ({
    kind: 'table',
    table,
    filter: { start_racedate: table === 'd_se' ? FIRST_RESULTS : FROM, end_racedate: '20261019' },
  }));
  const both = TABLE_CODES.filter(isPastTable).map((table): TableSource => ({
    kind: 'table',
    table,
    filter: { start_racedate: '20261020', end_racedate: '20261108' },
  }));
  const present = TABLE_CODES.filter((code) => code.startsWith('t_')).flatMap((table) =>
    days
      .filter((day) => day >= RECENT || !TABLE_CODES.includes(table.replace('t', 'd') as TableCode))
      .map((racedate): TableSource => ({ kind: 'table', table, filter: { racedate } })),
  );
  return [...past, ...both, ...present].filter(({ table, filter }) => {
    const { start_racedate: first = filter.racedate ?? '' } = filter;
    return !CARD_TABLES.includes(table) || first >= FIRST_CARDS;
  });
}

/** Several cards name one run, and in the sample they all say the same of it. */
function differ(code: TableCode, records: WireRecord[]): void {
  for (const [at, record] of records.entries()) {
    const source = `${String(record['racedate'])} ${code}`;
    const own = [1, 2, 3, 4, 5].map((back): WireRecord => {
      const prefix = `race_back_${back}_`;
      const name = code === 't_ze' ? 'margin' : 'race_comment';
      return record[`${prefix}racedate`] == null ? {} : { [prefix + name]: `${source} ${back}` };
    });
    // Some runs are only in the notes of a card, and some keys are badly written.
    const gone = code === 't_ze' && at % 7 === 0 ? { race_back_2_racedate: '  ' } : {};
    const odd = at % 11 === 0 ? { race_back_3_racekey: null, race_back_3_horse_number: '７' } : {};
    records[at] = Object.assign({ ...record }, ...own, gone, odd);
  }
}

/** Adds what the sample seldom has, in the same races of both tables of a pair. */
function trouble(code: TableCode, records: WireRecord[], keys: readonly string[]): void {
  const change = (racekey: string | undefined, horse: number, values: WireRecord) => {
    for (const [at, record] of records.entries()) {
      const isIt = record['racekey'] === racekey && Number(record['horse_number'] ?? horse) === horse;
      if (isIt) records[at] = { ...record, ...values };
    }
  };
  const races = [3, 40, 77, 110, 150, 190, 230, 270].map((at) => keys[at]);
  const [deadHeat, refunded, withdrawn, odd, unrun, undrawn, unnumbered, off] = races;
  const blank = (racekey: string | undefined) => {
    for (let horse = 1; horse <= 18; horse++) change(racekey, horse, { horse_number: '' });
  };
  // A card from before the draw, and a race that has no numbers at all.
  if (code.endsWith('ky')) blank(undrawn);
  if (!code.endsWith('hj')) blank(unnumbered);
  if (code.endsWith('se')) {
    for (const horse of [2, 5, 11]) change(deadHeat, horse, { order_of_finish: '01' });
    change(refunded, 4, { order_of_finish: '00', trouble_classification: '2', time_record: null });
    change(withdrawn, 1, { order_of_finish: '00', trouble_classification: '1', idm: null });
    change(odd, 3, { order_of_finish: '０７', horse_number: '03' });
    // Before a race its records may exist, and one of them may be of a scratched horse.
    for (let horse = 1; horse <= 18; horse++)
      change(unrun, horse, {
        order_of_finish: '00', trouble_classification: horse === 2 ? '1' : '0', time_record: null, idm: null,
      }); // prettier-ignore
    for (let horse = 1; horse <= 18; horse++)
      change(off, horse, {
        order_of_finish: '00',
        trouble_classification: '1',
        time_record: null,
        idm: null,
      });
  } else if (code.endsWith('hj')) {
    const [paid] = records.filter(({ racekey }) => racekey === off);
    const slots = Object.keys(paid ?? {}).filter((name) =>
      /_(?:number|combination|payoff|popularity)_/.test(name),
    );
    change(off, 0, {
      ...Object.fromEntries(slots.map((name) => [name, ''])),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((slot) => [`refund_number_${slot}`, `0${slot}`])),
    });
    change(deadHeat, 0, {
      win_horse_number_1: '02', win_payoff_1: '210', win_popularity_1: '01',
      win_horse_number_2: '05', win_payoff_2: '1430', win_popularity_2: '08',
      win_horse_number_3: '11', win_payoff_3: '9870', win_popularity_3: '15',
    }); // prettier-ignore
    change(refunded, 0, { refund_number_1: '04', refund_number_2: '12' });
    change(odd, 0, { place_horse_number_1: ' 3', place_payoff_1: '  110' });
  } else if (code.endsWith('ky')) {
    change(withdrawn, 1, { withdrawn_flag: '1', integration_index: null, horse_number: '01' });
    change(odd, 3, { integration_index: '+ 41.5', ten_index: '－12.0', jockey_index: '' });
    change(odd, 5, { integration_index: '41.5', ten_index: 'n/a' });
    // Sires of one name with and without their birth year, in two ways of leaving it out.
    for (const [at, year] of ['2004', '  ', null].entries())
      change(withdrawn, 3 + at, { sire_name: 'ローレル', sire_birth_year: year });
  } else if (code === 't_pd') {
    changeRiders(records);
  }
}

/** Some to one whom no card names, some to the one of another runner; and some records do not say who rides. */
function changeRiders(records: WireRecord[]): void {
  for (const [at, record] of records.entries()) {
    const { jockey_cd = null, jockey_name = null } = records[at - 1] ?? {};
    const rides = (rider: WireRecord): void => void (records[at] = { ...record, ...rider });
    if (at % 29 === 0) rides({ jockey_cd: '99001', jockey_name: '替乗太郎', weight_to_carry: '535' });
    else if (at % 31 === 0) rides({ jockey_cd, jockey_name });
    else if (at % 37 === 0) rides({ jockey_cd: at % 2 === 0 ? '  ' : null, jockey_name: '不明' });
  }
}

const read = async (subject: SubjectName) => {
  const result = await core.results.open({ kind: 'subject', subject });
  const names = SUBJECTS[subject].columns.map(({ name }) => name);
  return { result, names, cells: await result.cells(names, 0, result.rows) };
};

describe.each(SUBJECT_NAMES)('%s', (subject) => {
  it('equals plain loops over the answers, cell by cell', async () => {
    const expected = expectedRows(subject);
    const { names, cells, result } = await read(subject);
    expect(result.rows).toBe(expected.length);
    const wrong: unknown[] = [];
    for (const [column, name] of names.entries()) {
      for (const [row, cell] of (cells[column] ?? []).entries()) {
        const wanted = expected[row]?.[name] ?? null;
        if (cell !== wanted && wrong.length < 20)
          wrong.push({ name, cell, wanted, racekey: expected[row]?.['racekey'], row });
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

it('the runs of a horse are those of all days with its identifier, newest first', async () => {
  const ids = [...new Set(expectedRows('runs').map((row) => row['horse_id'] ?? ''))];
  const horses = ids.filter((_, at) => at % 800 === 0);
  expect(horses.length).toBeGreaterThan(5);
  const names = SUBJECTS.runs.columns.map(({ name }) => name);
  const found = new Map<string, (string | null)[][]>();
  // Opening them fetches the results that their entries name.
  for (const horse_id of horses) {
    const own = await core.results.open(runsOfHorse(horse_id));
    const cells = await own.cells(names, 0, own.rows);
    found.set(
      horse_id,
      Array.from({ length: own.rows }, (_, at) => cells.map((column) => column[at] ?? null)),
    );
  }
  const { cells } = await read('runs');
  const horseAt = cells[names.indexOf('horse_id')] ?? [];
  for (const [horse_id, rows] of found) {
    const own = horseAt.flatMap((each, at) => (each === horse_id ? [at] : []));
    expect(rows).toEqual(own.toReversed().map((at) => cells.map((column) => column[at] ?? null)));
  }
}, 120_000);

it('groups of runners have the figures of the people they are grouped by', async () => {
  const runners = await core.results.open({ kind: 'subject', subject: 'runners' });
  const limit = Number.MAX_SAFE_INTEGER;
  const { groups } = await runners.query('groups', { by: ['rider_cd'], limit });
  const jockeys = await read('jockeys');
  const cell = (name: string, row: number) => jockeys.cells[jockeys.names.indexOf(name)]?.[row] ?? null;
  const rounded = (value: number | undefined) =>
    value === undefined ? null : (Math.round(value * 10 + 1e-9) / 10).toFixed(1);
  const FIGURES = {
    runs: 'starts', win_rate: 'win', top2_rate: 'two', top3_rate: 'three', paid_runs: 'winPaid',
    win_return: 'winReturn', place_paid_runs: 'placePaid', place_return: 'placeReturn',
  } as const; // prettier-ignore
  expect(jockeys.result.rows).toBeGreaterThan(50);
  for (let row = 0; row < jockeys.result.rows; row += 1) {
    const group = groups.find(({ key }) => key[0] === cell('jockey_cd', row));
    if (group === undefined) throw new Error(`no group of ${cell('jockey_cd', row)}`);
    for (const [column, name] of Object.entries(FIGURES)) {
      const value = figureOf(group, name);
      const own = column.endsWith('runs') ? String(value) : rounded(value);
      expect([column, own]).toEqual([column, cell(column, row)]);
    }
  }
});

it('the example queries count runs and wins as the subjects do', async () => {
  const asked = async (sql: string, ...names: readonly string[]) => {
    const result = await core.results.open({ kind: 'sql', sql });
    const cells = await result.cells(names, 0, result.rows);
    return Array.from({ length: result.rows }, (_, row) => cells.map((column) => column[row] ?? null));
  };
  const jockeys = expectedRows('jockeys');
  const riders = await asked(EXAMPLES.jockeys, 'rider_cd', 'runs', 'wins');
  expect(riders).toHaveLength(50);
  expect(riders).toEqual(
    riders.map(([code]) => {
      const own = jockeys.find((row) => row['jockey_cd'] === code);
      return [code, own?.['runs'], own?.['wins']];
    }),
  );
  const { groups } = await (
    await core.results.open({ kind: 'subject', subject: 'runners' })
  ).query('groups', { by: ['racecourse_cd', 'confirmed_win_popularity'], limit: Number.MAX_SAFE_INTEGER });
  const courses = await asked(EXAMPLES.favorites, 'racecourse_cd', 'runs', 'won_percent');
  expect(courses.length).toBeGreaterThan(3);
  for (const [course, runs, won] of courses) {
    const own = groups.filter(({ key }) => key[0] === course && Number(key[1]) === 1);
    const sum = (name: 'starts' | 'first') =>
      own.reduce((total, each) => total + (figureOf(each, name) ?? 0), 0);
    const wins = Math.round((Number(won) * Number(runs)) / 100);
    expect([course, Number(runs), wins]).toEqual([course, sum('starts'), sum('first')]);
  }
}, 120_000);

it('of every subject, each column of own marks and notes has values and gaps', () => {
  const seen = SUBJECT_NAMES.flatMap((subject) => {
    const rows = expectedRows(subject);
    return SUBJECTS[subject].columns
      .filter(({ origin }) => 'annotation' in origin)
      .map(({ name }) => ({
        column: `${subject}.${name}`,
        isFilled: rows.some((row) => row[name] !== null),
        isEmpty: rows.some((row) => row[name] === null),
      }));
  });
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter(({ isFilled, isEmpty }) => !isFilled || !isEmpty)).toEqual([]);
  for (const subject of ['runners', 'runs', 'works'] as const)
    expect(new Set(expectedRows(subject).map((row) => row['my_mark_before_start']))).toEqual(
      new Set(['0', '1', null]),
    );
});

it('the sample has what the comparison is about', () => {
  const rows = expectedRows('races');
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.some(({ winner_name }) => (winner_name?.split('・').length ?? 0) >= 3)).toBe(true);
  expect(rows.some(({ refunded_numbers }) => refunded_numbers === '0412')).toBe(true);
  expect(rows.some(({ track_type }) => track_type === '3')).toBe(true);
  expect(rows.some((row) => Number(row['runners_entered']) > Number(row['runners_ran'] ?? 99))).toBe(true);
  const isPast = ({ racedate }: (typeof rows)[number]) => (racedate ?? '') < TODAY;
  expect(
    rows.some((row) => isPast(row) && row['runners_entered'] !== null && row['runners_ran'] === null),
  ).toBe(true);
  const unnumbered = expectedRows('runners').filter(({ horse_number }) => horse_number === '');
  expect(new Set(unnumbered.map(({ racekey }) => racekey)).size).toBe(1);
  expect(unnumbered.length).toBeGreaterThan(4);
  const isChanged = (row: ReturnType<typeof naiveRows>[number]): boolean =>
    row['rider_cd'] !== row['jockey_cd'];
  expect(expectedRows('runners').filter(isChanged).length).toBeGreaterThan(100);
  const isRelieved = ({ carried_weight, weight_to_carry }: ReturnType<typeof naiveRows>[number]): boolean =>
    carried_weight !== weight_to_carry;
  expect(expectedRows('runners').filter(isRelieved).length).toBeGreaterThan(10);
  expect(expectedRows('jockeys').some((row) => row['jockey_cd'] === '99001')).toBe(true);
  const laurel = expectedRows('sires').filter((row) => row['sire_name'] === 'ローレル');
  expect(laurel.map((row) => [row['sire_birth_year'], row['runs']])).toEqual([
    [null, '2'],
    ['2004', '1'],
  ]);
  const runs = expectedRows('runs');
  expect(runs.some((row) => row['known_from'] === 'result' && isChanged(row))).toBe(true);
  expect(runs.some((row) => row['known_from'] === 'card' && isChanged(row))).toBe(true);
  const some = (has: (row: (typeof runs)[number]) => boolean): boolean => runs.some(has);
  expect(some((row) => row['known_from'] === 'card' && row['jockey_name'] !== null)).toBe(true);
  expect(some((row) => row['known_from'] === 'card' && row['distance'] !== null)).toBe(true);
  expect(some((row) => row['known_from'] === 'card' && row['racekey'] === null)).toBe(true);
  expect(some((row) => row['known_from'] === 'card' && row['margin'] === null && row['idm'] !== null)).toBe(
    true,
  );
  expect(some((row) => row['known_from'] === 'result' && row['race_comment'] !== null)).toBe(true);
  for (const state of ['prerace', 'result', 'final', 'called_off'])
    expect(rows.some(({ race_state }) => race_state === state)).toBe(true);
});
