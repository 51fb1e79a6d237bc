// The filter of a table for one day or month, as its endpoint takes it.

import type { DailyTable } from '#shared/bridge/downloads.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';

/** `when`: YYYYMMDD or YYYYMM. For a table that takes no period, the filter is the first day of the month. */
export function dayFilter(table: DailyTable, when: string): Filter {
  const takesPeriod = TABLES[table].filters.includes('start_racedate');
  const from = when.length === 6 ? `${when}01` : when;
  if (!takesPeriod) return { racedate: from };
  return { start_racedate: from, end_racedate: when.length === 6 ? lastDayOf(when) : when };
}

function lastDayOf(month: string): string {
  // Day 31 of a shorter month falls into the next one: go back to the last day.
  const next = addDays(`${month}01`, 31);
  return addDays(`${next.slice(0, 6)}01`, -1);
}
