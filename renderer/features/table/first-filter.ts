// What a table is first asked for: the last race weekend, or the race day nearest to today. Pure.

import type { RaceDay } from '#shared/bridge/days.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { addDays, dayOfWeek, spanDays } from '#shared/racing/racedate.ts';
import type { FilterDraft } from './filter-form.ts';

/** Race days of one weekend lie at most this far apart: Saturday to a Monday holiday. */
const WEEKEND_DAYS = 3;

const SATURDAY = 6;

/** First and last day of the newest run of past race days that belong together. */
export function lastWeekend(days: readonly RaceDay[], today: string): { from: string; to: string } {
  const past = days
    .filter((day) => day.past)
    .map((day) => day.racedate)
    .toSorted();
  const to = past.at(-1);
  if (to === undefined) {
    // The calendar is not known: racing is held on Saturdays and Sundays.
    const sinceSaturday = (dayOfWeek(today) - SATURDAY + 7) % 7;
    const saturday = addDays(today, sinceSaturday < 2 ? -sinceSaturday - 7 : -sinceSaturday);
    return { from: saturday, to: addDays(saturday, 1) };
  }
  const from = past.find((day) => spanDays(day, to) <= WEEKEND_DAYS) ?? to;
  return { from, to };
}

/** The race day to look at first: today's, else the next, else the last. */
export function nearestDay(days: readonly RaceDay[], today: string): string {
  const dates = days.map((day) => day.racedate).toSorted();
  return dates.find((date) => date >= today) ?? dates.at(-1) ?? lastWeekend(days, today).to;
}

/** Filters that are filled in before the person typed any. */
export function firstDraft(
  table: Pick<Table, 'filters'>,
  days: readonly RaceDay[],
  today: string,
): FilterDraft {
  if (table.filters.includes('start_racedate')) {
    const { from, to } = lastWeekend(days, today);
    return { start_racedate: from, end_racedate: to };
  }
  return table.filters.includes('racedate') ? { racedate: nearestDay(days, today) } : {};
}
