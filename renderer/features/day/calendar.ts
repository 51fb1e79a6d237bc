// Which days the day screen offers, and where it opens and goes next.

import type { RaceDay } from '#shared/bridge/days.ts';
import { addDays, dayOfWeek } from '#shared/racing/racedate.ts';

/** Cards are published at most a week ahead, so requesting later days is pointless. */
const DAYS_AHEAD = 9;
const WEEKS_BEFORE = 2;
const WEEKS_AFTER = 2;

export interface CalendarRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Whole weeks, Monday to Sunday, around a date; its ends move with the week and not with the day, so that the next
 * day of a weekend needs no new request.
 */
export function weeksAround(racedate: string, today: string): CalendarRange {
  const monday = addDays(racedate, -((dayOfWeek(racedate) + 6) % 7));
  const to = addDays(monday, 7 * (WEEKS_AFTER + 1) - 1);
  const latest = addDays(today, DAYS_AHEAD);
  const from = addDays(monday, -7 * WEEKS_BEFORE);
  return { from, to: to > latest && latest >= from ? latest : to };
}

/**
 * The day around which the strip of days shows its weeks: the one it was, while its weeks have the chosen day. The strip
 * would otherwise move under the pointer that has just chosen a day in it.
 */
export function keptAround(kept: string | undefined, racedate: string, today: string): string {
  if (kept === undefined) return racedate;
  const { from, to } = weeksAround(kept, today);
  return from <= racedate && racedate <= to ? kept : racedate;
}

/**
 * The period from today on, and the one before: two requests, so that the day to open is known without waiting for
 * the past weeks. Undefined if the period has no such part.
 */
export function splitAtToday(
  period: CalendarRange,
  today: string,
): { readonly past: CalendarRange | undefined; readonly ahead: CalendarRange | undefined } {
  const yesterday = addDays(today, -1);
  return {
    past:
      period.from < today ? { from: period.from, to: period.to < today ? period.to : yesterday } : undefined,
    ahead:
      period.to >= today ? { from: period.from > today ? period.from : today, to: period.to } : undefined,
  };
}

/** The day to open: today if it has racing, otherwise the next race day, otherwise the last. */
export function nearestRaceDay(days: readonly RaceDay[], today: string): string | undefined {
  const coming = days.find(({ racedate }) => racedate >= today);
  return (coming ?? days.at(-1))?.racedate;
}

export interface NeighborDays {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The race days before and after a date, which need not be one itself. */
export const neighborsOf = (days: readonly RaceDay[], racedate: string): NeighborDays => ({
  before: days.findLast((day) => day.racedate < racedate)?.racedate,
  after: days.find((day) => day.racedate > racedate)?.racedate,
});

/** Ordered days as periods without gaps, for display. */
export function periodsOf(racedates: readonly string[]): readonly CalendarRange[] {
  const periods: CalendarRange[] = [];
  for (const racedate of racedates) {
    const last = periods.at(-1);
    if (last !== undefined && addDays(last.to, 1) === racedate)
      periods[periods.length - 1] = { ...last, to: racedate };
    else periods.push({ from: racedate, to: racedate });
  }
  return periods;
}
