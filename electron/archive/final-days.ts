// Days that are stored for good: one query of the coverage, for requests that usually need no download.

import { spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Archive } from './archive.ts';

/** For this many days after a race day, an empty answer may only mean that the records are not published yet. */
export const EMPTY_DAYS = 7;

const HOUR_MS = 3_600_000;
const TOKYO_AHEAD_MS = 9 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Days that one of the tables has to have. */
export interface RequiredDays {
  readonly tables: readonly TableCode[];
  readonly from: string;
  readonly to: string;
}

/** Days with coverage and no reasons: with a `?` each for the first day and the last day. */
const daysOf = (tables: readonly TableCode[]): string =>
  `table_code in (${tables.map((code) => `'${code}'`).join(', ')}) and starts_with(unit, 'day:')
     and last_day between ? and ? and reasons = '[]'`;

/** The same up to a moment: with a `?` for it. */
const coverageOf = (tables: readonly TableCode[]): string => `${daysOf(tables)} and fetched_at <= ?::BIGINT`;

/**
 * Whether all of the days are final and were fetched long after the last of them, so that no day needs a check of its
 * own: years cost no more than a day. Errors: ARCHIVE_FAILED.
 */
export async function isLongSettled(
  archive: Pick<Archive, 'facts'>,
  required: readonly RequiredDays[],
  now: number,
): Promise<boolean> {
  const today = todayInTokyo(now);
  if (required.some(({ to }) => to >= today)) return false;
  if (required.length === 0) return true;
  const counts = required.map(({ tables }) => {
    const settled = `where ${daysOf(tables)} and fetched_at >= epoch_ms(strptime(?, '%Y%m%d')) + ${EMPTY_DAYS * DAY_MS}`;
    return `count(distinct last_day) filter (${settled})::INTEGER, coalesce(max(fetched_at) filter (${settled}), 0)`;
  });
  const values = required.flatMap(({ from, to }) => [from, to, to, from, to, to]);
  const [stored = []] = await archive.facts(`select ${counts.join(', ')} from coverage`, values);
  return required.every(
    ({ from, to }, at) => Number(stored[2 * at]) === spanDays(from, to) && Number(stored[2 * at + 1]) <= now,
  );
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
