// Days that are stored for good, for requests that usually need no download.

import { DAY_MS, dayNumber, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Archive } from './archive.ts';
import { dayUnit } from './coverage.ts';

/** For this many days after a race day, an empty answer may only mean that the records are not published yet. */
export const EMPTY_DAYS = 7;

const HOUR_MS = 3_600_000;
const TOKYO_AHEAD_MS = 9 * HOUR_MS;

/** Days that one of the tables has to have. */
export interface RequiredDays {
  readonly tables: readonly TableCode[];
  readonly from: string;
  readonly to: string;
}

/** Days with coverage and no reasons up to a moment: with a `?` each for the first day, the last day and the moment. */
const coverageOf = (tables: readonly TableCode[]): string =>
  `table_code in (${tables.map((code) => `'${code}'`).join(', ')}) and starts_with(unit, 'day:')
     and last_day between ? and ? and reasons = '[]' and fetched_at <= ?::BIGINT`;

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
  archive: Pick<Archive, 'rows'>,
  { tables, from, to }: RequiredDays,
  now: number,
): Promise<string[]> {
  const found = await archive.rows(
    `select day from (
       select strftime(unnest(generate_series(strptime(?, '%Y%m%d'), strptime(?, '%Y%m%d'), interval 1 day)), '%Y%m%d') as day)
     where day >= ? or day not in (
       select last_day from coverage where ${coverageOf(tables)}
         and fetched_at >= epoch_ms(try_strptime(last_day, '%Y%m%d')) - ${TOKYO_AHEAD_MS}
           + case when records > 0 then ${DAY_MS} else ${EMPTY_DAYS * DAY_MS} end)
     order by day`,
    [from, to, todayInTokyo(now), from, to, String(now)],
  );
  return found.map(([day]) => String(day));
}
