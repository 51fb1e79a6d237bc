// A horse's record from its known runs: wins and places, by surface and by going. Pure.

import { isStated, readNumber, speedLooksWrong } from '#shared/catalogue/reading.ts';
import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';
import { didNotStart } from '#shared/racing/runner-words.ts';

export interface RecordCounts {
  /** Starts: scratched and excluded horses took no part. */
  readonly n: number;
  readonly wins: number;
  readonly seconds: number;
  readonly thirds: number;
  readonly others: number;
}

/** Whether the horse started in this run. */
export const started = (run: RecordValues): boolean =>
  !didNotStart(run) &&
  (numberIn(run, 'order_of_finish') !== undefined || isStated(run['trouble_classification']));

export function countsOf(runs: readonly RecordValues[]): RecordCounts {
  const places = runs.filter(started).map((run) => numberIn(run, 'order_of_finish'));
  const count = (place: number): number => places.filter((each) => each === place).length;
  const [wins, seconds, thirds] = [count(1), count(2), count(3)];
  return { n: places.length, wins, seconds, thirds, others: places.length - wins - seconds - thirds };
}

export interface RecordSplit {
  /** The code that the runs share; undefined if the records have none. */
  readonly code: string | undefined;
  readonly counts: RecordCounts;
}

/** The record by a coded field, in the order of the codes; runs without a code come last. */
export function byField(runs: readonly RecordValues[], field: string): readonly RecordSplit[] {
  const groups = new Map<string, RecordValues[]>();
  for (const run of runs.filter(started)) {
    const code = run[field]?.trim() ?? '';
    groups.set(code, [...(groups.get(code) ?? []), run]);
  }
  return [...groups]
    .toSorted(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1))
    .map(([code, group]) => ({ code: code === '' ? undefined : code, counts: countsOf(group) }));
}

/**
 * Going in its four steps: results write two digits where the tens are the step ("21" is the dry side of slightly
 * heavy), programs one.
 */
export const goingStep = (code: string): string => code.trim().charAt(0);

export const withGoingStep = (runs: readonly RecordValues[]): readonly RecordValues[] =>
  runs.map((run) => ({ ...run, going_step: goingStep(run['turf_condition_cd'] ?? '') || null }));

/** "33%", or undefined without runs. A rate is always shown with its n. */
export const percent = (count: number, n: number): string | undefined =>
  n === 0 ? undefined : `${Math.round((100 * count) / n)}%`;

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

/** IDM by run, oldest first; `runs` are newest first. */
export const idmLine = (runs: readonly RecordValues[]): readonly (number | undefined)[] =>
  runs.toReversed().map((run) => numberIn(run, 'idm'));

/** Whether any run's time is impossible for its distance. */
export const timesLookWrong = (runs: readonly RecordValues[]): boolean =>
  runs.some((run) => speedLooksWrong(readNumber(run['time_record']), readNumber(run['distance'])));
