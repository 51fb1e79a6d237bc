// What is known of a horse's runs, and whether their times can be right. Pure.

import { speedLooksWrong } from '#shared/catalogue/reading.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';

/** Whether the race's program is not stored: without it there is no distance. */
export const isWithoutRace = (run: RecordValues): boolean => (run['distance']?.trim() ?? '') === '';

/** Counts the runs whose race is stored with its conditions, and the runs known only from a later record. */
export function knownFrom(runs: readonly RecordValues[]): {
  readonly stored: number;
  readonly unstored: number;
} {
  const stored = runs.filter((run) => !isWithoutRace(run)).length;
  return { stored, unstored: runs.length - stored };
}

/** Whether the times of most runs are impossible for their distances; of one run, the horse may have been very slow. */
export function timesLookWrong(runs: readonly RecordValues[]): boolean {
  const timed = runs.filter(
    (run) => (numberIn(run, 'time_record') ?? 0) > 0 && (numberIn(run, 'distance') ?? 0) > 0,
  );
  const wrong = timed.filter((run) =>
    speedLooksWrong(numberIn(run, 'time_record'), numberIn(run, 'distance')),
  );
  return 2 * wrong.length > timed.length;
}
