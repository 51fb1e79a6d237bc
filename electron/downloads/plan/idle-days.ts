// Days that are known to be without racing, according to the stored meetings (t_ka, d_ka). A day counts as idle only if
// nothing contradicts it, because an idle day is never requested.

import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { isWeekend, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import { dayOf, dayUnit, type CoverageUnit, type StoredUnit } from '../../archive/coverage.ts';
import { EMPTY_DAYS } from '../../archive/final-days.ts';
import { isFresh } from './freshness.ts';

const CALENDARS = tablesOfDay('meeting');

export interface KnownDays {
  readonly raced: ReadonlySet<string>;
  readonly idle: ReadonlySet<string>;
}

/**
 * The known ones of these days, in order; a day in neither set may have raced. `table`: the table to be requested. A
 * calendar is not used to skip its own days, and none is used to skip past meetings (d_ka). The past program (d_ra) is
 * requested for every weekend day: there is racing on nearly all of them, and the program has what the meetings lack.
 * Errors: ARCHIVE_FAILED.
 */
export async function knownDays(
  archive: Pick<Archive, 'coverage' | 'covered'>,
  days: readonly string[],
  now: number,
  table?: TableCode,
): Promise<KnownDays> {
  if (days.length === 0) return { raced: new Set(), idle: new Set() };
  const calendars = table === 'd_ka' ? [] : CALENDARS.filter((code) => code !== table);
  const units = days.map(dayUnit);
  const [raced, unreliable, ...coverages] = await Promise.all([
    // Any record of a day proves that it raced.
    archive.covered.racedOf(days),
    unreliableAnswers(archive),
    ...calendars.map(async (code) => ({ code, stored: await archive.coverage(code, units) })),
  ]);
  const isAlwaysRequested = (day: string) => table === 'd_ra' && isWeekend(day);
  const saysIdle = (day: string) =>
    !isAlwaysRequested(day) &&
    coverages.some(({ code, stored }) => {
      const own = stored.get(dayUnit(day));
      return isReliable(own, unreliable) && isWithoutRacing(TABLES[code], day, own, now);
    });
  return { raced, idle: new Set(days.filter((day) => !raced.has(day) && saysIdle(day))) };
}

/**
 * Of these units, the days without records that were known to be without racing when the calendars were fetched, however
 * long ago that was. Errors: ARCHIVE_FAILED.
 */
export async function daysSaidIdle(
  archive: Pick<Archive, 'coverage' | 'covered'>,
  units: readonly CoverageUnit[],
): Promise<ReadonlySet<CoverageUnit>> {
  const raced = await archive.covered.racedOf(units.flatMap((unit) => dayOf(unit) ?? []));
  const unreliable = await unreliableAnswers(archive);
  const coverages = await Promise.all(
    CALENDARS.map(async (code) => ({ code, stored: await archive.coverage(code, units) })),
  );
  const saidIdle = (unit: CoverageUnit, day: string) =>
    coverages.some(({ code, stored }) => {
      const own = stored.get(unit);
      return isReliable(own, unreliable) && isWithoutRacing(TABLES[code], day, own, own.fetchedAt);
    });
  return new Set(
    units.filter((unit) => {
      const day = dayOf(unit);
      return day !== undefined && !raced.has(day) && saidIdle(unit, day);
    }),
  );
}

/** Whether the calendar's own empty answer for a day means that there is no racing. Pure. */
export function isWithoutRacing(calendar: Table, day: string, stored: StoredUnit, now: number): boolean {
  if (stored.records > 0 || stored.reasons.length > 0 || stored.fetchedAt > now) return false;
  const today = todayInTokyo(now);
  // The past table knows nothing about today and the days to come.
  if (day >= today) return calendar.code === 't_ka' && isFresh(calendar, stored, { now, today });
  const fetchedOn = todayInTokyo(stored.fetchedAt);
  // The past table may get its records days later.
  if (calendar.code === 'd_ka') return spanDays(day, fetchedOn) > EMPTY_DAYS;
  return fetchedOn > day && isFresh(calendar, stored, { now, today });
}

const isReliable = (own: StoredUnit | undefined, unreliable: ReadonlySet<number>): own is StoredUnit =>
  own !== undefined && !unreliable.has(own.fetchedAt);

/** When the calendar answered with records of other days: days missing from such an answer prove nothing. */
async function unreliableAnswers(archive: Pick<Archive, 'covered'>): Promise<ReadonlySet<number>> {
  const stored = await Promise.all(CALENDARS.map((code) => archive.covered.all(code)));
  return new Set(
    stored.flatMap((units) =>
      Array.from(units.values()).flatMap(({ quarantined, fetchedAt }) =>
        quarantined > 0 ? [fetchedAt] : [],
      ),
    ),
  );
}
