// The recipe of the sample data: a seed, the version of the generator, and the days that belong to a date.

import { dayNumber, racedateOfDay } from '#shared/racing/racedate.ts';
import { defaultRange, raceDates } from '../generator/generate.ts';
import type { SampleRange } from './range.ts';

export interface Recipe {
  /** Stored with each day; if it differs, everything is generated again. */
  readonly name: string;
  readonly seed: string;
  /** The race days that a service has on that day, in order. */
  raceDates(today: string): readonly string[];
}

/** Increment it with every change of the generator that changes a record. */
const GENERATOR = 3;
const SEED = 'railbird';

/** Without a range, the eight weeks before today and the coming race days; with a range, also the current week. */
export function sampleRecipe(range?: SampleRange): Recipe {
  // Every query checks whether there is more to generate, so the days of a date are computed once.
  let found: { readonly today: string; readonly days: readonly string[] } | undefined;
  return {
    name: `generator ${GENERATOR}, seed ${SEED}`,
    seed: SEED,
    raceDates(today) {
      if (found?.today !== today) found = { today, days: daysOf(range, today) };
      return found.days;
    },
  };
}

function daysOf(range: SampleRange | undefined, today: string): readonly string[] {
  const usual = defaultRange(today);
  if (range === undefined) return raceDates(usual.from, usual.to);
  const weekBefore = racedateOfDay((dayNumber(today) ?? 0) - 7);
  // Beyond the coming race days there are no cards yet.
  const to = range.to < usual.to ? range.to : usual.to;
  const days = new Set([...raceDates(range.from, to), ...raceDates(weekBefore, usual.to)]);
  return [...days].toSorted();
}
