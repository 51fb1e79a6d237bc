// One day's racing from its records: the courses, each with its meeting and its races in order.

import type { SheetRecord } from '../../client/sheet.ts';
import { racecourseOrder } from '../../racing/racecourse-order.ts';

export const RACE_COLUMNS = [
  'racekey', 'post_time', 'racecourse_cd', 'holding_classification', 'race_name', 'class_cd', 'condition_cd',
  'grade_cd', 'track_type', 'distance', 'headcount', 'weight_cd', 'insignia_cd',
] as const; // prettier-ignore

export const MEETING_COLUMNS = [
  'holdingkey', 'weather_cd', 'turf_condition_cd', 'dirt_condition_cd', 'cushion_value', 'course_cd',
] as const; // prettier-ignore

export const PAYOFF_COLUMNS = [
  'racekey', 'win_horse_number_1', 'win_payoff_1', 'win_popularity_1', 'win_horse_number_2', 'win_payoff_2',
  'win_popularity_2', 'win_horse_number_3', 'win_payoff_3', 'win_popularity_3',
] as const; // prettier-ignore

export type RaceRecord = SheetRecord<(typeof RACE_COLUMNS)[number]>;
export type MeetingRecord = SheetRecord<(typeof MEETING_COLUMNS)[number]>;
export type PayoffRecord = SheetRecord<(typeof PAYOFF_COLUMNS)[number]>;

/** A winner as the payoffs name it; a dead heat has several. */
export interface WinPaid {
  readonly horseNumber: string;
  readonly payoff: string;
  readonly popularity: string | undefined;
}

export interface Race {
  readonly racekey: string;
  /** On the card, 1 to 12. */
  readonly number: number;
  readonly record: RaceRecord;
  /** Empty until the result is in. */
  readonly winners: readonly WinPaid[];
}

export interface Course {
  readonly racecourse_cd: string;
  readonly holdingkey: string;
  readonly meeting: MeetingRecord | undefined;
  readonly races: readonly Race[];
}

const HOLDING_KEY_LENGTH = 6;
const SLOTS = [1, 2, 3] as const;

const winnersOf = (record: PayoffRecord | undefined): readonly WinPaid[] =>
  record === undefined
    ? []
    : SLOTS.flatMap((slot) => {
        const horseNumber = record[`win_horse_number_${slot}`];
        const payoff = record[`win_payoff_${slot}`];
        if (horseNumber === undefined || payoff === undefined || Number(horseNumber) === 0) return [];
        return [{ horseNumber, payoff, popularity: record[`win_popularity_${slot}`] }];
      });

const orderOf = ({ racecourse_cd, races }: Course): number =>
  racecourseOrder(racecourse_cd, races[0]?.record.holding_classification);

/** Courses in the order of a race paper: east, west, then the third meeting. Races without a key are left out. */
export function coursesOf(
  races: readonly RaceRecord[],
  meetings: readonly MeetingRecord[],
  payoffs: readonly PayoffRecord[],
): readonly Course[] {
  const paid = new Map(payoffs.map((record) => [record.racekey, record]));
  const byHolding = new Map<string, Race[]>();
  for (const record of races) {
    const { racekey } = record;
    if (racekey === undefined) continue;
    const holdingkey = racekey.slice(0, HOLDING_KEY_LENGTH);
    const number = Number(racekey.slice(HOLDING_KEY_LENGTH));
    const race = { racekey, number, record, winners: winnersOf(paid.get(racekey)) };
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
