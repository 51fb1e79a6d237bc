// Days that are stored for good, for requests that usually need no download.

import {
  DAY_MS,
  dayNumber,
  racedatesBetween,
  todayInTokyo,
  TOKYO_OFFSET_MS,
} from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Archive } from './archive.ts';
import { dayUnit, type StoredUnit } from './coverage.ts';

/** For this many days after a race day, an empty answer may only mean that the records are not published yet. */
export const EMPTY_DAYS = 7;

/** Days that one of the tables has to have. */
export interface RequiredDays {
  readonly tables: readonly TableCode[];
  readonly from: string;
  readonly to: string;
}

/**
 * Whether all of the days are final and were fetched long after the last of them, so that no day needs a check of its
 * own. Errors: ARCHIVE_FAILED.
 */
export async function isLongSettled(
  archive: Pick<Archive, 'coverage'>,
  required: readonly RequiredDays[],
  now: number,
): Promise<boolean> {
  const today = todayInTokyo(now);
  if (required.some(({ to }) => to >= today)) return false;
  const areSettled = await Promise.all(
    required.map(async ({ tables, from, to }) => {
      const units = Array.from(racedatesBetween(from, to), dayUnit);
      const stored = await Promise.all(tables.map((code) => archive.coverage(code, units)));
      const since = ((dayNumber(to) ?? 0) + EMPTY_DAYS) * DAY_MS;
      return units.every((unit) => {
        const long = stored
          .flatMap((coverage) => coverage.get(unit) ?? [])
          .filter((each) => each.reasons.length === 0 && each.fetchedAt >= since);
        return long.length > 0 && long.every(({ fetchedAt }) => fetchedAt <= now);
      });
    }),
  );
  return areSettled.every(Boolean);
}

/**
 * The days in the range that are not final in any of the tables. A day is final if it was fetched after its end, or a
 * week after it if it is empty, and has no reasons. In order. Errors: ARCHIVE_FAILED.
 */
export async function unsettledDays(
  archive: Pick<Archive, 'coverage'>,
  { tables, from, to }: RequiredDays,
  now: number,
): Promise<string[]> {
  const today = todayInTokyo(now);
  const days = Array.from(racedatesBetween(from, to));
  const units = days.map(dayUnit);
  const coverages = await Promise.all(tables.map((code) => archive.coverage(code, units)));
  return days.filter(
    (day) => day >= today || !coverages.some((coverage) => isFinal(coverage.get(dayUnit(day)), day, now)),
  );
}

/** Epoch milliseconds. */
const endOfDay = (racedate: string): number => ((dayNumber(racedate) ?? 0) + 1) * DAY_MS - TOKYO_OFFSET_MS;

/** Whether what is stored of a past day is final: see `unsettledDays`. */
export function isFinal(stored: StoredUnit | undefined, racedate: string, now: number): boolean {
  if (stored === undefined || stored.reasons.length > 0 || stored.fetchedAt > now) return false;
  const end = endOfDay(racedate);
  return stored.fetchedAt >= (stored.records > 0 ? end : end + (EMPTY_DAYS - 1) * DAY_MS);
}
