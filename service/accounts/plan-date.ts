// A plan's last day, as an operator writes it, and the instant at which the plan ends.

import { DAY_MS, dayNumber, todayInTokyo, TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';

/**
 * The instant (ISO 8601) at which a plan ends, from its last day in Tokyo, as 2027-03-31 or 20270331; that day counts
 * in full. Undefined if the text is not a calendar date.
 */
export function endOfPlan(lastDay: string): string | undefined {
  const dashed = /^\d{4}-\d{2}-\d{2}$/.test(lastDay);
  const day = dayNumber(dashed ? lastDay.replaceAll('-', '') : lastDay);
  return day === undefined ? undefined : new Date((day + 1) * DAY_MS - TOKYO_OFFSET_MS).toISOString();
}

/** The last day of a plan that ends at that instant, as 2027-03-31. */
export function lastDayOf(planUntil: string): string {
  const lastMoment = new Date(Date.parse(planUntil) - 1);
  const racedate = todayInTokyo(lastMoment.getTime());
  return `${racedate.slice(0, 4)}-${racedate.slice(4, 6)}-${racedate.slice(6)}`;
}

/** As in `demandPlan`: a plan is over from its end on. */
export const isOver = (planUntil: string | null, now: Date): boolean =>
  planUntil !== null && Date.parse(planUntil) <= now.getTime();
