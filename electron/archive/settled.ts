// Which days of a period are not held for good: one look at the books for a question that needs no request as a rule.

import { spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Archive } from './archive.ts';

/** Days after a day until which an empty answer may only mean that its records are not out yet. */
export const EMPTY_DAYS = 7;

const HOUR_MS = 3_600_000;
const TOKYO_AHEAD_MS = 9 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Days from the first to the last that none of the tables holds without reservation and past change: fetched after
 * the day, and a week after it where it is empty. In order. Errors: ARCHIVE_FAILED.
 */
export async function unsettledDays(
  archive: Pick<Archive, 'rows'>,
  tables: readonly TableCode[],
  { from, to }: { readonly from: string; readonly to: string },
  now: number,
): Promise<string[]> {
  const today = todayInTokyo(now);
  const books = `coverage where table_code in (${tables.map((code) => `'${code}'`).join(', ')})
    and starts_with(unit, 'day:') and last_day between ? and ? and reasons = '[]' and fetched_at <= ?::BIGINT`;
  // Years that were fetched long after all of their days are counted, and no day of them looked at.
  const counted = await archive.rows(
    `select count(distinct last_day)::INTEGER from ${books}
       and fetched_at >= epoch_ms(strptime(?, '%Y%m%d')) + ${EMPTY_DAYS * DAY_MS}`,
    [from, to, String(now), to],
  );
  if (to < today && Number(counted[0]?.[0]) === spanDays(from, to)) return [];
  const found = await archive.rows(
    `select day from (
       select strftime(unnest(generate_series(strptime(?, '%Y%m%d'), strptime(?, '%Y%m%d'), interval 1 day)), '%Y%m%d') as day)
     where day >= ? or day not in (
       select last_day from ${books}
         and fetched_at >= epoch_ms(try_strptime(last_day, '%Y%m%d')) - ${TOKYO_AHEAD_MS}
           + case when records > 0 then ${DAY_MS} else ${EMPTY_DAYS * DAY_MS} end)
     order by day`,
    [from, to, today, from, to, String(now)],
  );
  return found.map(([day]) => String(day));
}
