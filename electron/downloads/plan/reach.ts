// The days that can have records: others are neither requested nor missed. Pure.

import type { Filter } from '#shared/catalogue/table.ts';
import { addDays, FIRST_RACEDATE } from '#shared/racing/racedate.ts';

/** Cards are published days ahead, not weeks: later days are not requested. */
export const DAYS_AHEAD = 14;

export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The days of a period that can have records of any table; undefined if there are none. Past tables have their bound
 * here too, and not at yesterday: a query asks rather for a few days too many than for one too few. `today` in Tokyo.
 */
export function reachOf({ from, to }: DateRange, today: string): DateRange | undefined {
  const last = addDays(today, DAYS_AHEAD);
  const reach = {
    from: from < FIRST_RACEDATE ? FIRST_RACEDATE : from,
    to: to > last ? last : to,
  };
  return reach.from > reach.to ? undefined : reach;
}

/** The filter for the days of its period that can have records; undefined if there are none. */
export function withinReach(filter: Filter, today: string): Filter | undefined {
  const { start_racedate: from, end_racedate: to } = filter;
  // A race is requested by its key alone.
  if (from === undefined || to === undefined || filter.racekey !== undefined) return filter;
  const reach = reachOf({ from, to }, today);
  return reach && { ...filter, start_racedate: reach.from, end_racedate: reach.to };
}
