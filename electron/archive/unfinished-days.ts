// Days without records in an answer that were not over by the service's own date: this computer's clock was ahead, by
// however much, and such a day would count as one without racing for good.

import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Answer } from '../service-client/api-client.ts';

/**
 * Those of `days`, the days of the answer. `withRecords`: those that have any. A service with records of days after its
 * own today has a wrong clock, which proves nothing. Pure.
 */
export function unfinishedDays(
  { fetchedAt, servedAt = fetchedAt }: Pick<Answer, 'fetchedAt' | 'servedAt'>,
  days: readonly string[],
  withRecords: ReadonlySet<string>,
): ReadonlySet<string> {
  const [here, there] = [todayInTokyo(fetchedAt), todayInTokyo(servedAt)];
  const unfinished = there < here ? days.filter((day) => day >= there && day < here) : [];
  return new Set(unfinished.some((day) => withRecords.has(day)) ? [] : unfinished);
}
