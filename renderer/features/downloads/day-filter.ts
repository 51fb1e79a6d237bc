// The filter of a table for one day or month, as its endpoint takes it.

import type { DailyTable } from '#shared/bridge/downloads.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';

/** `when`: YYYYMMDD, or YYYYMM. A table that takes no period is asked for the month's first day. */
export function dayFilter(table: DailyTable, when: string): Filter {
  const takesPeriod = TABLES[table].filters.includes('start_racedate');
  const from = when.length === 6 ? `${when}01` : when;
  if (!takesPeriod) return { racedate: from };
  return { start_racedate: from, end_racedate: when.length === 6 ? lastDayOf(when) : when };
}

function lastDayOf(month: string): string {
  // The 31st of a month or some days later lies in the next one: back to its last day.
  const next = addDays(`${month}01`, 31);
  return addDays(`${next.slice(0, 6)}01`, -1);
}
