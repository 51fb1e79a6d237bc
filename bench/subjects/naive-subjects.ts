// The subjects once more, in plain loops over the service's answers: slow, obvious, and sharing nothing with the
// archive's SQL but the catalogue. Tests compare the two cell by cell.

import { BETS } from '#shared/catalogue/bets.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import {
  isPeople,
  type CardRecord,
  type PeopleName,
  type RecordField,
  type SubjectColumn,
  type SubjectName,
} from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { isStated, paid, refundsOf, returned, text, twoDigits } from './naive-payoffs.ts';
import {
  carriedBy,
  identityOf,
  numbersOf,
  raceOf,
  riderOf,
  RUNNER_RECORDS,
  runnerOf,
  type Answers,
  type Parts,
} from './naive-runners.ts';
import { finishOf, tookPart, tookPartText } from './naive-starts.ts';

/** A row's cells by column. */
export type NaiveRow = Readonly<Record<string, string | null>>;

interface Row {
  readonly parts: Parts;
  readonly computed: Record<string, string | null>;
}

const number = (record: WireRecord | undefined, field: string): number | undefined =>
  readNumber(text(record, field));

/** The past table's record counts where both tables have one; of two of one table, the later in `by`. */
function chosen(
  answers: Answers,
  record: DayRecord,
  keyOf: (each: WireRecord) => string,
  by?: (each: WireRecord) => string,
): Map<string, WireRecord> {
  const found = new Map<string, WireRecord>();
  for (const code of tablesOfDay(record).toReversed()) {
    const own = new Map<string, WireRecord>();
    for (const each of answers[code] ?? []) {
      const other = own.get(keyOf(each));
      if (other && by && by(other) > by(each)) continue;
      own.set(keyOf(each), each);
    }
    for (const [key, each] of own) found.set(key, each);
  }
  return found;
}

const lastWork = (work: WireRecord): string =>
  `${text(work, 'exercise_date')} ${String(number(work, 'number_of_times') ?? 0).padStart(4, '0')}`;

/** All rows of a subject in its order. */
export function naiveRows(name: SubjectName, answers: Answers): readonly NaiveRow[] {
  if (isPeople(name)) return people(name, answers);
  const rows = { races, runners, runs, payoffs, works }[name](answers);
  return rows.map(({ parts, computed }) =>
    Object.fromEntries(
      SUBJECTS[name].columns.map((column) => [column.name, cellOf(column, parts, computed)]),
    ),
  );
}

function cellOf({ name, origin }: SubjectColumn, parts: Parts, computed: Row['computed']): string | null {
  if (name === 'rider_cd') return riderOf(parts, 'jockey_cd');
  if (name === 'rider_name') return riderOf(parts, 'jockey_name');
  if (name === 'carried_weight') return carriedBy(parts);
  if (name === 'took_part') return tookPartText(parts);
  if ('record' in origin) return fieldOf(origin, parts);
  if (!('firstOf' in origin)) return computed[name] ?? null;
  const first = origin.firstOf.find(({ record }) => parts[record] !== undefined);
  return first === undefined ? null : fieldOf(first, parts);
}

/** The parts of cards have the fields of their run without a prefix, besides those of the card. */
const fieldOf = ({ record, field, isOfRun }: RecordField, parts: Parts): string | null =>
  text(parts[record], isOfRun ? `run ${field}` : field);

const inOrder = <Each>(map: ReadonlyMap<string, Each>): [string, Each][] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

function runnerParts(answers: Answers): Map<string, Parts> {
  const found = new Map<string, Parts>();
  for (const record of RUNNER_RECORDS) {
    const keyOf = (each: WireRecord): string => runnerOf(answers, each);
    const records = chosen(answers, record, keyOf, record === 'training' ? lastWork : undefined);
    for (const [key, each] of records) found.set(key, { ...found.get(key), [record]: each });
  }
  return found;
}

function withRaces(answers: Answers, key: string, parts: Parts): Parts {
  const race = chosenOnce(answers, 'race').get(key);
  const meetings = chosenOnce(answers, 'meeting');
  const [racedate = '', racekey = ''] = key.split(' ');
  const meeting = meetings.get(`${racedate} ${racekey.slice(0, 6)}`);
  return { ...parts, ...(race ? { race } : {}), ...(meeting ? { meeting } : {}) };
}

const kept = new WeakMap<Answers, Map<DayRecord, Map<string, WireRecord>>>();

function chosenOnce(answers: Answers, record: 'race' | 'meeting' | 'payoff'): Map<string, WireRecord> {
  const own = kept.get(answers) ?? new Map<DayRecord, Map<string, WireRecord>>();
  kept.set(answers, own);
  const keyOf =
    record === 'meeting'
      ? (each: WireRecord) => `${text(each, 'racedate')} ${text(each, 'holdingkey')}`
      : raceOf;
  const found = own.get(record) ?? chosen(answers, record, keyOf);
  own.set(record, found);
  return found;
}

/** What was paid for a runner, and what flat stakes on it returned. */
const paidFor = (row: Row, payoff: WireRecord | undefined, horse: string | null): Row['computed'] =>
  horse === null
    ? {}
    : Object.fromEntries(
        (['win', 'place'] as const).flatMap((bet) => [
          [`${bet}_payoff`, paid(payoff, bet, horse)],
          [`${bet}_returned`, tookPart(row.parts) ? returned(payoff, bet, horse) : null],
        ]),
      );

function runners(answers: Answers): Row[] {
  const races = new Map<string, Row[]>();
  const rows = inOrder(runnerParts(answers)).map(([key, parts]): Row => {
    const [racedate = '', racekey = ''] = key.split(' ');
    const { number: horse, horse_number } = numbersOf(key, parts);
    const race = `${racedate} ${racekey}`;
    const payoff = chosenOnce(answers, 'payoff').get(race);
    const row: Row = {
      parts: withRaces(answers, race, parts),
      computed: { ...identityOf(racedate, racekey), horse_number },
    };
    Object.assign(row.computed, paidFor(row, payoff, horse));
    races.set(race, [...(races.get(race) ?? []), row]);
    return row;
  });
  for (const field of races.values()) rankIn(field);
  return rows;
}

/** A rank is one more than the number of runners with a higher value. */
function rankIn(field: readonly Row[]): void {
  const ranks = SUBJECTS.runners.columns.filter(
    ({ name }) => name.endsWith('_rank') && !name.startsWith('est_'),
  );
  for (const { name, origin } of ranks) {
    if (!('computed' in origin)) continue;
    const ranked = SUBJECTS.runners.columns.find((column) => `${column.name}_rank` === name);
    if (!ranked) throw new Error(`nothing is ranked by ${name}`);
    const values = field.map(({ parts, computed }) => readNumber(cellOf(ranked, parts, computed)));
    for (const [at, row] of field.entries()) {
      const own = values[at];
      if (own === undefined) continue;
      row.computed[name] = String(1 + values.filter((other) => other !== undefined && other > own).length);
    }
  }
}

/** As docs/decisions.md says of provisional results; the answers of these tests are fetched within three weeks. */
function isAwaiting({ result, race }: Parts): boolean {
  return (
    result !== undefined &&
    (text(result, 'idm') ?? '').trim() === '' &&
    (number(result, 'order_of_finish') ?? 0) > 0 &&
    (number(result, 'trouble_classification') ?? 0) === 0 &&
    text(race, 'track_type')?.trim() !== '3'
  );
}

/** A horse runs once a day at most. */
const horseAndDay = (horse: string | null, racedate: string | null): string => `${horse} ${racedate}`;

/** What the newest card says of each run, under its horse and day. */
function namedRuns(answers: Answers, record: CardRecord): Map<string, WireRecord> {
  const found = new Map<string, WireRecord>();
  const newestFirst = tablesOfDay(record)
    .flatMap((code) => answers[code] ?? [])
    .map((card, at) => ({ card, at }))
    .toSorted((a, b) => {
      const [left, right] = [a, b].map(({ card }) => text(card, 'racedate') ?? '');
      return left === right ? a.at - b.at : (left ?? '') < (right ?? '') ? 1 : -1;
    });
  for (const { card } of newestFirst) {
    for (const back of [1, 2, 3, 4, 5]) {
      const prefix = `race_back_${back}_`;
      const racedate = text(card, `${prefix}racedate`);
      const key = horseAndDay(text(card, 'horse_id'), racedate);
      if (!isStated(racedate) || found.has(key)) continue;
      const own = Object.entries(card)
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => [`run ${name.slice(prefix.length)}`, value] as const);
      found.set(key, { ...card, ...Object.fromEntries(own) });
    }
  }
  return found;
}

function runs(answers: Answers): Row[] {
  const rows: { readonly order: string; readonly row: Row }[] = [];
  const notes = namedRuns(answers, 'previousNotes');
  const values = namedRuns(answers, 'previous');
  const withResult = new Set<string>();
  const entries = new Map<string, Parts>();
  const add = (parts: Parts, racedate: string, racekey: string | null, own: Row['computed']) => {
    const number = own['horse_number'] ?? null;
    rows.push({
      order: [racedate, racekey ?? '~', number ?? '~', own['horse_id'] ?? '~'].join(' '),
      row: {
        parts: withRaces(answers, `${racedate} ${racekey}`, parts),
        computed: {
          racedate,
          racekey,
          racecourse_cd: racekey?.slice(0, 2) ?? null,
          race_number: racekey?.slice(6) ?? null,
          ...own,
        },
      },
    });
  };
  for (const [key, runner] of runnerParts(answers)) {
    const { entry, prerace, result } = runner;
    const before = { ...(entry ? { entry } : {}), ...(prerace ? { prerace } : {}) };
    const [racedate = '', racekey = ''] = key.split(' ');
    const { number: horse, horse_number } = numbersOf(key, runner);
    if (result === undefined) {
      if (entry) entries.set(horseAndDay(text(entry, 'horse_id'), racedate), before);
      continue;
    }
    const horse_id = text(result, 'horse_id');
    const run = horseAndDay(horse_id, racedate);
    withResult.add(run);
    const note = notes.get(run);
    const parts = { result, ...before, ...(note ? { previousNotes: note } : {}) };
    const payoff = chosenOnce(answers, 'payoff').get(`${racedate} ${racekey}`);
    const paidOut = paidFor({ parts, computed: {} }, payoff, horse);
    add(parts, racedate, racekey, { horse_number, horse_id, known_from: 'result', ...paidOut });
  }
  for (const key of new Set([...values.keys(), ...notes.keys()])) {
    if (withResult.has(key)) continue;
    const [value, note] = [values.get(key), notes.get(key)];
    const card = value ?? note;
    const parts = {
      ...entries.get(key),
      ...(value ? { previous: value } : {}),
      ...(note ? { previousNotes: note } : {}),
    };
    add(parts, text(card, 'run racedate') ?? '', text(card, 'run racekey'), {
      horse_number: twoDigits(text(card, 'run horse_number')),
      horse_id: text(card, 'horse_id'),
      known_from: 'card',
    });
  }
  return rows.toSorted((a, b) => (a.order < b.order ? -1 : 1)).map(({ row }) => row);
}

function races(answers: Answers): Row[] {
  const fields = new Map<string, Row[]>();
  for (const row of runners(answers)) {
    const key = `${row.computed['racedate']} ${row.computed['racekey']}`;
    fields.set(key, [...(fields.get(key) ?? []), row]);
  }
  const programs = chosenOnce(answers, 'race');
  const payoffs = chosenOnce(answers, 'payoff');
  const keys = new Map([...fields.keys(), ...programs.keys(), ...payoffs.keys()].map((key) => [key, key]));
  return inOrder(keys).map(([key]): Row => {
    const [racedate = '', racekey = ''] = key.split(' ');
    return {
      parts: withRaces(answers, key, {}),
      computed: {
        ...identityOf(racedate, racekey),
        ...outcomeOf(fields.get(key) ?? [], programs.get(key), payoffs.get(key)),
        refunded_numbers: refundsOf(payoffs.get(key)),
      },
    };
  });
}

/** Whether the payoff record of a race without runners pays nothing and gives back every stake that it has room for. */
function isCalledOff(entered: number, program?: WireRecord, payoff?: WireRecord): boolean {
  const isPaid = BETS.some((bet) =>
    Array.from({ length: bet.slots }, (_, index) => index + 1).some(
      (slot) =>
        isStated(text(payoff, bet.numberField(slot))) || isStated(text(payoff, bet.payoffField(slot))),
    ),
  );
  const refunded = new Set(refundsOf(payoff)?.match(/../g)).size;
  const horses = Math.max(entered, number(program, 'headcount') ?? 0) || 5;
  return !isPaid && refunded >= Math.min(horses, 5);
}

function outcomeOf(
  field: readonly Row[],
  program: WireRecord | undefined,
  payoff: WireRecord | undefined,
): Record<string, string | null> {
  const ran = field.filter(({ parts }) => tookPart(parts));
  const winners = field.filter((row) => finishOf(row.parts) === 1);
  const [first] = winners;
  const isAwaited = field.some(({ parts }) => isAwaiting(parts));
  const hasPrerace = field.some(({ parts }) => parts.prerace !== undefined);
  const open = hasPrerace ? 'prerace' : 'card';
  const before = isCalledOff(field.length, program, payoff) ? 'called_off' : open;
  const after = isAwaited ? 'result' : 'final';
  return {
    race_state: ran.length > 0 ? after : before,
    runners_entered: field.length > 0 ? String(field.length) : null,
    runners_ran: ran.length > 0 ? String(ran.length) : null,
    winner_number: first?.computed['horse_number'] ?? null,
    winner_name:
      winners
        .map(({ parts }) => text(parts.result, 'horse_name') ?? text(parts.entry, 'horse_name'))
        .join('・') || null,
    winning_time: first ? text(first.parts.result, 'time_record') : null,
    winning_pace: first ? text(first.parts.result, 'race_pace') : null,
    win_payoff: first?.computed['win_payoff'] ?? null,
  };
}

function payoffs(answers: Answers): Row[] {
  return inOrder(chosenOnce(answers, 'payoff')).flatMap(([key, record]) => {
    const [racedate = '', racekey = ''] = key.split(' ');
    const parts = withRaces(answers, key, {});
    const isPaid = (field: string): boolean => isStated(text(record, field));
    const deadHeat = BETS.some((bet) => isPaid(bet.payoffField(bet.winners + 1))) ? '1' : '0';
    const weekday = String(new Date(racedate.replace(/(....)(..)/, '$1-$2-')).getUTCDay() + 1);
    const ofTheRace = { weekday, dead_heat: deadHeat, refunded_numbers: refundsOf(record) };
    return BETS.flatMap((bet) =>
      Array.from({ length: bet.slots }, (_, index) => index + 1).flatMap((slot): Row[] => {
        const [combination, payoff, popularity] = [
          text(record, bet.numberField(slot)),
          text(record, bet.payoffField(slot)),
          text(record, bet.popularityField(slot)),
        ];
        if (!isStated(combination) && !isStated(payoff)) return [];
        const cells = { bet: bet.name, slot: String(slot), combination, payoff, popularity, ...ofTheRace };
        return [{ parts, computed: { ...identityOf(racedate, racekey), ...cells } }];
      }),
    );
  });
}

function works(answers: Answers): Row[] {
  const entered = runnerParts(answers);
  const ordered = (answers.t_ch ?? []).map((work, at) => {
    const key = runnerOf(answers, work);
    const parts = entered.get(key) ?? {};
    const { horse_number } = numbersOf(key, parts);
    const place = `${text(work, 'exercise_date')} ${String(at).padStart(8, '0')}`;
    return { work, parts, horse_number, order: `${raceOf(work)} ${horse_number || '~'} ${place}` };
  });
  return ordered
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ work, parts: { entry, result }, horse_number }): Row => {
      const own = { training: work, ...(entry ? { entry } : {}), ...(result ? { result } : {}) };
      const [racedate = '', racekey = ''] = raceOf(work).split(' ');
      return {
        parts: withRaces(answers, raceOf(work), own),
        computed: { ...identityOf(racedate, racekey), horse_number },
      };
    });
}

const KEYS: Readonly<Record<PeopleName, readonly string[]>> = {
  horses: ['horse_id'],
  jockeys: ['jockey_cd'],
  trainers: ['trainer_cd'],
  sires: ['sire_name', 'sire_birth_year'],
};

const NAMES: Readonly<Record<PeopleName, string | undefined>> = {
  horses: 'horse_name',
  jockeys: 'jockey_name',
  trainers: 'trainer_name',
  sires: undefined,
};

function people(name: PeopleName, answers: Answers): NaiveRow[] {
  const runsBy = new Map<string, Row[]>();
  for (const row of runners(answers).filter(({ parts }) => tookPart(parts))) {
    const [first = null, ...more] = identifying(name, row);
    if (first === null || first.trim() === '') continue;
    // What is not recorded comes last.
    const id = [first, ...more.map((value) => value ?? '~')].join(' ');
    runsBy.set(id, [...(runsBy.get(id) ?? []), row]);
  }
  return [...runsBy]
    .toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
    .map(([, runs]) => figuresOf(name, runs));
}

/** Horses are named by results too; a ride is its rider's. */
function given(name: PeopleName, { parts }: Row, field: string): string | null {
  if (name === 'jockeys') return riderOf(parts, field === 'jockey_cd' ? field : 'jockey_name');
  return text(parts.entry, field) ?? (name === 'horses' ? text(parts.result, field) : null);
}

/** A name or code as it is, and what tells namesakes apart, which need not be recorded. */
const identifying = (name: PeopleName, row: Row): readonly (string | null)[] =>
  KEYS[name].map((field) => given(name, row, field)).map((v, at) => (at === 0 ? v : v?.trim() || null));

function figuresOf(name: PeopleName, runs: readonly Row[]): NaiveRow {
  const newest = runs.reduce((last, row) =>
    String(row.computed['racedate']) > String(last.computed['racedate']) ? row : last,
  );
  const days = runs.map((row) => String(row.computed['racedate'])).toSorted();
  const finished = (place: number) => runs.filter((row) => finishOf(row.parts) === place).length;
  const stakes = (bet: 'win' | 'place') =>
    runs.flatMap(({ computed }) => computed[`${bet}_returned`] ?? []).map(Number);
  const returnOf = (bet: 'win' | 'place') =>
    percent(stakes(bet).reduce((sum, yen) => sum + yen, 0) / 100, stakes(bet).length);
  const percent = (part: number, whole: number) =>
    whole > 0 ? (Math.round((1000 * part) / whole) / 10).toFixed(1) : null;
  const [wins, seconds, thirds] = [finished(1), finished(2), finished(3)];
  const nameField = NAMES[name];
  return {
    ...Object.fromEntries(identifying(name, newest).map((value, at) => [KEYS[name][at], value])),
    ...(nameField === undefined ? {} : { [nameField]: given(name, newest, nameField) }),
    runs: String(runs.length),
    wins: String(wins),
    seconds: String(seconds),
    thirds: String(thirds),
    win_rate: percent(wins, runs.length),
    top2_rate: percent(wins + seconds, runs.length),
    top3_rate: percent(wins + seconds + thirds, runs.length),
    paid_runs: String(stakes('win').length),
    win_return: returnOf('win'),
    place_paid_runs: String(stakes('place').length),
    place_return: returnOf('place'),
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
  };
}
