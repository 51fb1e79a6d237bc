// One day's records of a kind as a source.

import type { ResultSource } from '#shared/bridge/source.ts';
import { filterForDay, tableForDay, type DayRecord } from '#shared/catalogue/day-tables.ts';

/** `racedate` and `today` as YYYYMMDD, both in Tokyo. */
export function sourceForDay(record: DayRecord, racedate: string, today: string): ResultSource {
  const table = tableForDay(record, racedate, today);
  return { kind: 'table', table, filter: filterForDay(table, racedate) };
}
