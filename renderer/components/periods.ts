// Common periods: the last weekend, the last weeks, the last race day. Pure.

import type { RaceDay } from '#shared/bridge/days.ts';
import { addDays, dayOfWeek, isRacedate, spanDays } from '#shared/racing/racedate.ts';

/** Race days of one weekend lie at most this far apart: Saturday to a Monday holiday. */
const WEEKEND_DAYS = 3;

const SATURDAY = 6;

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The `weeks` whole weeks up to and with today. */
export const lastWeeks = (today: string, weeks: number): Period => ({
  from: addDays(today, 1 - 7 * weeks),
  to: today,
});

/** The newest day with results; undefined if the calendar has none. */
export function lastRaceDay(days: readonly RaceDay[]): Period | undefined {
  const day = days
    .filter(({ past }) => past)
    .map(({ racedate }) => racedate)
    .toSorted()
    .at(-1);
  return day === undefined ? undefined : { from: day, to: day };
}

/** First and last day of the newest run of past race days that belong together. */
export function lastWeekend(days: readonly RaceDay[], today: string): Period {
  const past = days
    .filter((day) => day.past)
    .map((day) => day.racedate)
    .toSorted();
  const to = past.at(-1);
  if (to === undefined) {
    // Without a calendar, racing is assumed on Saturdays and Sundays.
    const sinceSaturday = (dayOfWeek(today) - SATURDAY + 7) % 7;
    const saturday = addDays(today, sinceSaturday < 2 ? -sinceSaturday - 7 : -sinceSaturday);
    return { from: saturday, to: addDays(saturday, 1) };
  }
  const from = past.find((day) => spanDays(day, to) <= WEEKEND_DAYS) ?? to;
  return { from, to };
}

/** The twelve months up to and with today. */
export const lastYear = (today: string): Period => ({
  from: addDays(yearBefore(today), 1),
  to: today,
});

/** The same day a year before; 28 February for a leap day. */
const yearBefore = (racedate: string): string => {
  const year = String(Number(racedate.slice(0, 4)) - 1);
  const day = year + racedate.slice(4);
  return isRacedate(day) ? day : `${year}0228`;
};
