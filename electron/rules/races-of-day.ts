// The races of one day by what is stored of their runners: when each starts, and whether it was run. Pure.

import { postClockOf } from '#shared/racing/race-words.ts';
import { tookPart } from '#shared/racing/runner-words.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

/** The columns of the runners that `racesOfDay` reads. */
export const RACE_COLUMNS = ['racekey', 'post_time', 'order_of_finish', 'trouble_classification'] as const;

export interface DayRace {
  readonly racekey: string;
  /** YYYYMMDDHHMM in Japan; undefined without a post time. */
  readonly start: string | undefined;
  readonly isRun: boolean;
  readonly runners: readonly RecordValues[];
}

/** `minute`: now, YYYYMMDDHHMM in Japan. A race without a post time is run once a runner has an outcome, or the day is over. */
export function racesOfDay(
  runners: readonly RecordValues[],
  racedate: string,
  minute: string,
): readonly DayRace[] {
  return [...Map.groupBy(runners, (runner) => runner['racekey'] ?? '')].map(([racekey, own]) => {
    const start = startOf(racedate, own[0]?.['post_time'] ?? '');
    // A start that was put forward may be stored late: an outcome says the race was run all the same.
    const isRun = (start ?? `${racedate}2400`) <= minute || own.some(tookPart);
    return { racekey, start, isRun, runners: own };
  });
}

/** As the times of decision read it (archive/values-known-at.ts): midnight stands for a time that is not known. */
function startOf(racedate: string, postTime: string): string | undefined {
  const clock = postClockOf(postTime);
  return clock === undefined || clock === '0000' || clock >= '2400' ? undefined : `${racedate}${clock}`;
}
