// What is known of a horse's runs, and whether their times can be right. Pure.

import { readNumber, speedLooksWrong } from '#shared/catalogue/reading.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

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

/** Whether any run's time is impossible for its distance. */
export const timesLookWrong = (runs: readonly RecordValues[]): boolean =>
  runs.some((run) => speedLooksWrong(readNumber(run['time_record']), readNumber(run['distance'])));
