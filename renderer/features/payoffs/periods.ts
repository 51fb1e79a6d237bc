// Periods one click away, and the one that is shown before any is chosen. Pure.

import type { RaceDay } from '#shared/bridge/days.ts';
import { addDays } from '#shared/racing/racedate.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The `weeks` whole weeks up to and with today. */
export const lastWeeks = (today: string, weeks: number): Period => ({
  from: addDays(today, 1 - 7 * weeks),
  to: today,
});

/** The newest day whose results are in; undefined while the calendar holds none. */
export function lastRaceDay(days: readonly RaceDay[]): Period | undefined {
  const day = days
    .filter(({ past }) => past)
    .map(({ racedate }) => racedate)
    .toSorted()
    .at(-1);
  return day === undefined ? undefined : { from: day, to: day };
}

/** Weeks shown before a period is chosen: enough races for quartiles, one window of the service. */
export const FIRST_WEEKS = 4;
