// The calendar of stored days: the state of each day of a date range, table by table. Sends no request.

import type { CalendarDay } from '#shared/bridge/downloads.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit } from '../../archive/coverage.ts';
import { daysWithoutReference } from '../verify/cross-check.ts';
import { daysShort } from '../verify/shortfalls.ts';
import { dayState } from './day-state.ts';
import type { ArchiveContext } from '../query-context.ts';
import { knownDays } from './idle-days.ts';
import { partsOf } from './reference-tables.ts';
import { requestableDays, type DateRange } from '../range.ts';

/** Every day of the period, oldest first. Errors: ARCHIVE_FAILED. */
export async function calendarOf(
  context: ArchiveContext,
  tables: readonly Table[],
  period: DateRange,
): Promise<CalendarDay[][]> {
  const { archive } = context;
  const now = context.now();
  const today = todayInTokyo(now);
  const days = [...racedatesBetween(period.from, period.to)];
  const known = await knownDays(archive, days, now);
  return Promise.all(
    tables.map(async (table) => {
      const coverage = await archive.coverage(table.code, days.map(dayUnit));
      const short = await daysShort(archive, table, period, today);
      const unchecked = await daysWithoutReference(context, partsOf([table], days, today));
      const requestable = new Set(requestableDays(table, period, today));
      return days.map((day) => {
        const stored = coverage.get(dayUnit(day));
        const state = dayState({
          table,
          day,
          stored,
          raced: known.raced.has(day),
          idle: known.idle.has(day),
          short: short.has(day),
          unchecked: unchecked.has(day),
          ahead: !requestable.has(day),
          now,
          today,
        });
        return {
          racedate: day,
          state,
          records: stored?.records ?? 0,
          ...(stored ? { fetchedAt: stored.fetchedAt } : {}),
        };
      });
    }),
  );
}
