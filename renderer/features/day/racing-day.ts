// One day's racing from its records: the courses, each with its meeting and its races in order.

import { outcomeOf, type OutcomeRunner } from '#shared/betting/outcome.ts';
import { REFUND_SLOTS } from '#shared/catalogue/bets.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { fieldSize } from '#shared/racing/race-records.ts';
import type { DAY_RESULT_COLUMNS } from '#shared/racing/day-columns.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { isRun } from '#shared/racing/result-rows.ts';
import { tookPart, type RaceRecords } from '#shared/racing/runner-words.ts';
import type { SheetRecord } from '../../client/sheet.ts';
import { racecourseOrder } from '../../racing/racecourse-order.ts';

export const RACE_COLUMNS = [
  'racekey', 'post_time', 'racecourse_cd', 'holding_classification', 'race_name', 'class_cd', 'condition_cd',
  'grade_cd', 'track_type', 'distance', 'headcount', 'cancel_horse', 'weight_cd', 'insignia_cd',
  'turf_condition_cd',
] as const; // prettier-ignore

export const MEETING_COLUMNS = [
  'holdingkey', 'weather_cd', 'turf_condition_cd', 'dirt_condition_cd', 'cushion_value', 'course_cd',
] as const; // prettier-ignore

export const PAYOFF_COLUMNS = [
  'racekey', 'win_horse_number_1', 'win_payoff_1', 'win_popularity_1', 'win_horse_number_2', 'win_payoff_2',
  'win_popularity_2', 'win_horse_number_3', 'win_payoff_3', 'win_popularity_3', 'refund_number_1', 'refund_number_2',
  'refund_number_3', 'refund_number_4', 'refund_number_5',
] as const; // prettier-ignore

export type RaceRecord = SheetRecord<(typeof RACE_COLUMNS)[number]>;
export type MeetingRecord = SheetRecord<(typeof MEETING_COLUMNS)[number]>;
export type PayoffRecord = SheetRecord<(typeof PAYOFF_COLUMNS)[number]>;

export type ResultRecord = SheetRecord<(typeof DAY_RESULT_COLUMNS)[number]>;

/** A winner; a dead heat has several. What it paid comes from the payoffs, its name from the results. */
export interface Winner {
  readonly horseNumber: number;
  readonly name: string | undefined;
  /** In yen. */
  readonly payoff: number | undefined;
  readonly popularity: number | undefined;
}

/** A favorite by the final win odds; several can share the lowest odds. */
export interface Favorite {
  readonly horseNumber: number;
  readonly name: string | undefined;
  /** Undefined if it was not placed. */
  readonly finish: number | undefined;
}

/**
 * How far a race is, in order: only the card; pre-race data; the finish; the payoffs, which are final; or called off, which
 * is final as well.
 */
export const RACE_STATES = ['card', 'prerace', 'result', 'paid', 'calledOff'] as const;

export type RaceState = (typeof RACE_STATES)[number];

export interface RaceSummary {
  readonly racekey: string;
  /** On the card, 1 to 12. */
  readonly number: number;
  readonly record: RaceRecord;
  /** Empty until the result is in. */
  readonly winners: readonly Winner[];
  /** Empty until the result has the final odds. */
  readonly favorites: readonly Favorite[];
  /** Undefined until what it depends on was read. */
  readonly state: RaceState | undefined;
  /** How many horses ran, or will run. */
  readonly runners: number | undefined;
}

export interface CourseDay {
  readonly racecourse_cd: string;
  readonly holdingkey: string;
  readonly meeting: MeetingRecord | undefined;
  readonly races: readonly RaceSummary[];
}

const HOLDING_KEY_LENGTH = 6;
const NO_RACES: ReadonlySet<string> = new Set();
const SLOTS = [1, 2, 3] as const;

/** The payoffs name the winners; without them, the result does. */
function winnersOf(paid: RecordValues | undefined, results: readonly RecordValues[]): readonly Winner[] {
  const names = new Map(results.map((record) => [numberIn(record, 'horse_number'), record['horse_name']]));
  const nameOf = (horse: number) => names.get(horse)?.trim() || undefined;
  const winners = SLOTS.flatMap((slot) => {
    const horseNumber = numberIn(paid, `win_horse_number_${slot}`) ?? 0;
    if (horseNumber === 0 || isBlank(paid?.[`win_payoff_${slot}`])) return [];
    const payoff = numberIn(paid, `win_payoff_${slot}`);
    const popularity = numberIn(paid, `win_popularity_${slot}`);
    return [{ horseNumber, name: nameOf(horseNumber), payoff, popularity }];
  });
  if (winners.length > 0) return winners;
  return results.flatMap((record) => {
    const horseNumber = numberIn(record, 'horse_number');
    if (horseNumber === undefined || numberIn(record, 'order_of_finish') !== 1) return [];
    return [{ horseNumber, name: nameOf(horseNumber), payoff: undefined, popularity: undefined }];
  });
}

function favoritesOf(results: readonly RecordValues[]): readonly Favorite[] {
  return results.flatMap((record) => {
    const horseNumber = numberIn(record, 'horse_number');
    if (horseNumber === undefined || numberIn(record, 'confirmed_win_popularity') !== 1) return [];
    const place = numberIn(record, 'order_of_finish');
    const finish = place === 0 ? undefined : place;
    return [{ horseNumber, name: record['horse_name']?.trim() || undefined, finish }];
  });
}

/** By the rule for bets (`outcomeOf`). Every race has win bets: if they are not paid, no bet is. */
function stateOf(
  records: Pick<RaceRecords, 'race' | 'results'>,
  paid: RecordValues | undefined,
  hasPrerace: boolean,
  isOutcomeKnown: boolean,
): RaceState | undefined {
  const settled = paid === undefined ? undefined : outcomeOf(paid, runnersOf(records)).state;
  if (settled === 'final') return 'paid';
  if (!isOutcomeKnown) return undefined;
  if (settled === 'void') return 'calledOff';
  if (isRun(records.results)) return 'result';
  return hasPrerace ? 'prerace' : 'card';
}

/**
 * The horses that a void race refunds, as far as they are needed: the program's, numbered from 1, up to one more than a
 * payoff record has room for, and those with a result.
 */
function runnersOf({ race, results }: Pick<RaceRecords, 'race' | 'results'>): Map<number, OutcomeRunner> {
  const needed = REFUND_SLOTS + 1;
  const headcount = numberIn(race, 'headcount') ?? 0;
  const size = headcount > 0 ? Math.min(headcount, needed) : needed;
  const runners = new Map<number, OutcomeRunner>();
  for (let number = 1; number <= size; number++) runners.set(number, {});
  for (const record of results)
    runners.set(numberIn(record, 'horse_number') ?? 0, { hasStarted: tookPart(record) });
  return runners;
}

/** The cards of a day would cost requests and add nothing to its results. */
const NOT_READ = { card: [], prerace: [] };

/** The functions shared with the terminal take null for an absent field. */
const valuesOf = (record: Readonly<Record<string, string | undefined>>): RecordValues =>
  Object.fromEntries(Object.entries(record).map(([field, raw]) => [field, raw ?? null]));

const orderOf = ({ racecourse_cd, races }: CourseDay): number =>
  racecourseOrder(racecourse_cd, races[0]?.record.holding_classification);

export interface DayKnowledge {
  /** As of a race's records. */
  readonly areResultsWhole?: boolean;
  /** The keys of the races with pre-race data. */
  readonly withPrerace?: ReadonlySet<string>;
  /** False until results, payoffs and pre-race data were read: a race without them may have them. */
  readonly isOutcomeKnown?: boolean;
}

/** Courses in the order of a race paper: east, west, then the third meeting. Races without a key are left out. */
export function coursesOf(
  races: readonly RaceRecord[],
  meetings: readonly MeetingRecord[],
  payoffs: readonly PayoffRecord[],
  results: readonly ResultRecord[] = [],
  { areResultsWhole = false, withPrerace = NO_RACES, isOutcomeKnown = true }: DayKnowledge = {},
): readonly CourseDay[] {
  const ran = Map.groupBy(results.map(valuesOf), (record) => record['racekey']);
  const paid = new Map(payoffs.map((record) => [record.racekey, valuesOf(record)]));
  const byHolding = new Map<string, RaceSummary[]>();
  for (const record of races) {
    const { racekey } = record;
    if (racekey === undefined) continue;
    const holdingkey = racekey.slice(0, HOLDING_KEY_LENGTH);
    const number = Number(racekey.slice(HOLDING_KEY_LENGTH));
    const ofRace = ran.get(racekey) ?? [];
    const winners = winnersOf(paid.get(racekey), ofRace);
    const records = { ...NOT_READ, race: valuesOf(record), results: ofRace, areResultsWhole };
    const race = {
      racekey,
      number,
      record,
      winners,
      favorites: favoritesOf(ofRace),
      state: stateOf(records, paid.get(racekey), withPrerace.has(racekey), isOutcomeKnown),
      runners: fieldSize(records),
    };
    byHolding.set(holdingkey, [...(byHolding.get(holdingkey) ?? []), race]);
  }
  return [...byHolding]
    .map(([holdingkey, ofCourse]) => ({
      racecourse_cd: ofCourse[0]?.record.racecourse_cd ?? holdingkey.slice(0, 2),
      holdingkey,
      meeting: meetings.find((meeting) => meeting.holdingkey === holdingkey),
      races: ofCourse.toSorted((a, b) => a.number - b.number),
    }))
    .toSorted((a, b) => orderOf(a) - orderOf(b));
}
