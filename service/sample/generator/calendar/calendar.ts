// Which courses race on which day: a pure function of the year (288 meeting days).
//
// A racing week is a weekend with the holiday Monday or the opening weekday that belongs to it. Three streams of
// meetings share the year: the east and the west race every week, a local course joins them in most weeks. Meetings
// stay within nine days, so that the day in a race key is a digit.

import { dayOf, dayOfDate, racedateOf, weekday, yearOf } from './days.ts';

export interface MeetingDay {
  readonly day: number;
  /** 1 to 10, as `racecourse_cd`. */
  readonly course: number;
  readonly meeting: number;
  readonly meetingDay: number;
  /** 0 east, 1 west, 2 local. */
  readonly stream: 0 | 1 | 2;
}

const MEETING_DAYS_A_YEAR = 288;

/** [course, first week, last week] of each meeting, by stream. */
const STREAMS: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [6, 0, 2], [5, 3, 6], [6, 7, 10], [6, 11, 14], [5, 15, 18], [5, 19, 22], [5, 23, 25], [3, 26, 29],
    [4, 30, 32], [4, 33, 35], [6, 36, 39], [5, 40, 43], [5, 44, 47], [6, 48, 60],
  ],
  [
    [8, 0, 2], [8, 3, 6], [9, 7, 10], [9, 11, 14], [8, 15, 18], [7, 19, 21], [9, 22, 25], [7, 26, 29],
    [10, 30, 32], [10, 33, 35], [9, 36, 39], [8, 40, 43], [8, 44, 47], [9, 48, 60],
  ],
  [
    [7, 1, 2], [10, 3, 6], [7, 9, 11], [3, 14, 16], [4, 17, 20], [2, 23, 25], [2, 26, 28], [1, 29, 31],
    [1, 32, 35], [4, 40, 42], [3, 43, 45], [7, 46, 60],
  ],
]; // prettier-ignore

const years = new Map<number, ReadonlyMap<number, readonly MeetingDay[]>>();

/** The meetings of a day, in the order east, west, local; empty on a day without racing. */
export function meetingsOn(day: number): readonly MeetingDay[] {
  return meetingsOfYear(yearOf(day)).get(day) ?? [];
}

/** Race days between two dates, both included, in order. */
export function raceDates(from: string, to: string): string[] {
  const first = dayOf(from);
  const last = dayOf(to);
  const found: string[] = [];
  for (let day = first; day <= last; day++) if (meetingsOn(day).length > 0) found.push(racedateOf(day));
  return found;
}

/** Eight weeks before today up to the coming race days: the next racing week, at most nine days ahead. */
export function defaultRange(today: string): { readonly from: string; readonly to: string } {
  const now = dayOf(today);
  let last = now;
  let met = false;
  for (let day = now + 1; day <= now + 9; day++) {
    const races = meetingsOn(day).length > 0;
    if (met && !races) break;
    if (!races) continue;
    met = true;
    last = day;
  }
  return { from: racedateOf(now - 56), to: racedateOf(last) };
}

/** All race days of a year, in order. */
export function daysOfYear(year: number): number[] {
  return [...meetingsOfYear(year).keys()];
}

function meetingsOfYear(year: number): ReadonlyMap<number, readonly MeetingDay[]> {
  let found = years.get(year);
  if (found === undefined) {
    found = plan(racingWeeks(year));
    years.set(year, found);
  }
  return found;
}

function plan(weeks: readonly (readonly number[])[]): ReadonlyMap<number, readonly MeetingDay[]> {
  const dates = weeks.reduce((sum, week) => sum + week.length, 0);
  let localDaysLeft = MEETING_DAYS_A_YEAR - 2 * dates;
  const result = new Map<number, MeetingDay[]>();
  for (const week of weeks) for (const day of week) result.set(day, []);
  STREAMS.forEach((meetings, index) => {
    const stream = index as 0 | 1 | 2;
    for (const [course, first, last] of meetings) {
      for (const day of weeks.slice(first, last + 1).flat()) {
        // The last local meeting of the year is as long as needed for every year to have the same number of days.
        if (stream === 2 && localDaysLeft-- <= 0) continue;
        result.get(day)?.push({ day, course, meeting: 0, meetingDay: 0, stream });
      }
    }
  });
  return numbered(result, weeks);
}

/** Counts the meetings of each course through the year, and the days of each meeting. */
function numbered(
  plan: ReadonlyMap<number, readonly MeetingDay[]>,
  weeks: readonly (readonly number[])[],
): ReadonlyMap<number, readonly MeetingDay[]> {
  const weekOf = new Map<number, number>();
  weeks.forEach((week, index) => week.forEach((day) => weekOf.set(day, index)));
  const starts = new Set(STREAMS.flatMap((stream) => stream.map(([course, first]) => `${course}:${first}`)));
  const current = new Map<number, { meeting: number; meetingDay: number; week: number }>();
  const result = new Map<number, readonly MeetingDay[]>();
  for (const [day, meetings] of plan) {
    const week = weekOf.get(day) ?? 0;
    const counted = meetings.map((each) => {
      const state = current.get(each.course) ?? { meeting: 0, meetingDay: 9, week: -1 };
      const opens = week !== state.week && starts.has(`${each.course}:${week}`);
      const next =
        opens || state.meetingDay >= 9
          ? { meeting: state.meeting + 1, meetingDay: 1, week }
          : { meeting: state.meeting, meetingDay: state.meetingDay + 1, week };
      current.set(each.course, next);
      return { ...each, meeting: next.meeting, meetingDay: next.meetingDay };
    });
    result.set(day, counted);
  }
  return result;
}

/** Weekends from 4 January to 28 December, the holiday Mondays of January, September and October, the opening day. */
function racingWeeks(year: number): number[][] {
  const first = dayOfDate(year, 1, 4);
  const last = dayOfDate(year, 12, 28);
  const days = new Set([mondayOf(year, 1, 2), mondayOf(year, 9, 3), mondayOf(year, 10, 2)]);
  for (let day = first; day <= last; day++) if (weekday(day) === 6 || weekday(day) === 0) days.add(day);
  if (![0, 6].some((at) => [0, 1, 2].some((ahead) => weekday(first + ahead) === at)))
    days.add(dayOfDate(year, 1, 5));
  const weeks = new Map<number, number[]>();
  // Weeks run from Wednesday to Tuesday: the Monday belongs to the weekend before it, the opening day to the one after.
  for (const day of [...days].toSorted((a, b) => a - b)) {
    const key = Math.floor((day + 1) / 7);
    weeks.set(key, [...(weeks.get(key) ?? []), day]);
  }
  return [...weeks.values()];
}

/** The n-th Monday of a month. */
function mondayOf(year: number, month: number, nth: number): number {
  const start = dayOfDate(year, month, 1);
  return start + ((8 - weekday(start)) % 7) + (nth - 1) * 7;
}
