// What is held for good: one look at the books for a question that needs no request as a rule.

import { spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Archive } from './archive.ts';

/** Days after a day until which an empty answer may only mean that its records are not out yet. */
export const EMPTY_DAYS = 7;

const HOUR_MS = 3_600_000;
const TOKYO_AHEAD_MS = 9 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Days of which one of the tables is to be held. */
export interface Holding {
  readonly tables: readonly TableCode[];
  readonly from: string;
  readonly to: string;
}

/** Books of days without reservation, up to a moment: with `?` for the first, the last and the moment. */
const booksOf = (tables: readonly TableCode[]): string =>
  `table_code in (${tables.map((code) => `'${code}'`).join(', ')}) and starts_with(unit, 'day:')
     and last_day between ? and ? and reasons = '[]' and fetched_at <= ?::BIGINT`;

/**
 * Whether all of it is held for good and was fetched long after its last day, so that no day of it needs a look: years
 * cost no more than a day. Errors: ARCHIVE_FAILED.
 */
export async function isLongSettled(
  archive: Pick<Archive, 'rows'>,
  holdings: readonly Holding[],
  now: number,
): Promise<boolean> {
  const today = todayInTokyo(now);
  if (holdings.some(({ to }) => to >= today)) return false;
  if (holdings.length === 0) return true;
  const counts = holdings.map(
    ({ tables }) =>
      `count(distinct last_day) filter (where ${booksOf(tables)}
         and fetched_at >= epoch_ms(strptime(?, '%Y%m%d')) + ${EMPTY_DAYS * DAY_MS})::INTEGER`,
  );
  const values = holdings.flatMap(({ from, to }) => [from, to, String(now), to]);
  const [stored = []] = await archive.rows(`select ${counts.join(', ')} from coverage`, values);
  return holdings.every(({ from, to }, at) => Number(stored[at]) === spanDays(from, to));
}

/**
 * Days from the first to the last that none of the tables holds without reservation and past change: fetched after
 * the day, and a week after it where it is empty. In order. Errors: ARCHIVE_FAILED.
 */
export async function unsettledDays(
  archive: Pick<Archive, 'rows'>,
  { tables, from, to }: Holding,
  now: number,
): Promise<string[]> {
  const found = await archive.rows(
    `select day from (
       select strftime(unnest(generate_series(strptime(?, '%Y%m%d'), strptime(?, '%Y%m%d'), interval 1 day)), '%Y%m%d') as day)
     where day >= ? or day not in (
       select last_day from coverage where ${booksOf(tables)}
         and fetched_at >= epoch_ms(try_strptime(last_day, '%Y%m%d')) - ${TOKYO_AHEAD_MS}
           + case when records > 0 then ${DAY_MS} else ${EMPTY_DAYS * DAY_MS} end)
     order by day`,
    [from, to, todayInTokyo(now), from, to, String(now)],
  );
  return found.map(([day]) => String(day));
}
