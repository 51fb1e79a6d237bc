// Paging through the races of a day: within a course, and across courses. Pure.

import { parseRacekey, raceNumberOf } from '#shared/racing/racekey.ts';
import { racecourseOrder } from '../../racing/racecourse-order.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

export interface RaceOfDay {
  readonly racekey: string;
  readonly racecourse_cd: string;
  readonly number: number;
  readonly record: RecordValues;
}

/** The day's races by course, in the order of the day screen, and number; races without a valid key are left out. */
export function racesOf(records: readonly RecordValues[]): readonly RaceOfDay[] {
  const races = records.flatMap((record) => {
    const racekey = record['racekey']?.trim() ?? '';
    const parts = parseRacekey(racekey);
    if (parts === undefined) return [];
    const { racecourse_cd, raceNumber } = parts;
    return [{ racekey, racecourse_cd, number: raceNumber, record }];
  });
  const orderOf = ({ racecourse_cd, record }: RaceOfDay): number =>
    racecourseOrder(racecourse_cd, record['holding_classification']);
  return races.toSorted((a, b) => orderOf(a) - orderOf(b) || a.number - b.number);
}

/** Races of one course on one day share the first six characters of their keys. */
const meetingOf = (racekey: string): string => racekey.slice(0, 6);

export interface NeighborRaces {
  readonly previous: RaceOfDay | undefined;
  readonly next: RaceOfDay | undefined;
  /** The race of the same number, or the last before it, at the neighboring courses on the strip. */
  readonly previousCourse: RaceOfDay | undefined;
  readonly nextCourse: RaceOfDay | undefined;
}

export function coursesOf(races: readonly RaceOfDay[]): readonly (readonly RaceOfDay[])[] {
  const byMeeting = new Map<string, RaceOfDay[]>();
  for (const race of races) {
    const meeting = meetingOf(race.racekey);
    byMeeting.set(meeting, [...(byMeeting.get(meeting) ?? []), race]);
  }
  return [...byMeeting.values()];
}

/** The race of a course with this number, or the nearest earlier one. */
export const alike = (course: readonly RaceOfDay[], number: number): RaceOfDay | undefined =>
  course.findLast((race) => race.number <= number) ?? course[0];

export function neighborsOf(races: readonly RaceOfDay[], racekey: string): NeighborRaces {
  const courses = coursesOf(races);
  const at = courses.findIndex((course) =>
    course.some((race) => meetingOf(race.racekey) === meetingOf(racekey)),
  );
  const course = courses[at] ?? [];
  const here = course.findIndex((race) => race.racekey === racekey);
  const number = raceNumberOf(racekey) ?? 1;
  const across = (by: number): RaceOfDay | undefined =>
    at < 0 || courses.length < 2
      ? undefined
      : alike(courses[(at + by + courses.length) % courses.length] ?? [], number);
  return {
    previous: here < 0 ? undefined : course[here - 1],
    next: here < 0 ? undefined : course[here + 1],
    previousCourse: across(-1),
    nextCourse: across(1),
  };
}
