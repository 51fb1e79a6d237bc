// The recipe of the sample data: a seed, the version of the generator, and the days that belong to a date.

import { addDays, dayNumber, racedateOfDay } from '#shared/racing/racedate.ts';
import { defaultRange, raceDates } from '../generator/generate.ts';
import type { SampleRange } from './range.ts';

export interface Recipe {
  /** Stored with each day; if it differs, everything is generated again. */
  readonly name: string;
  readonly seed: string;
  /** The race days that a service has on that day, in order. */
  raceDates(today: string): readonly string[];
  /** Days before it are history, generated in the background without haste; without it, none are. */
  historyBefore?(today: string): string;
  /** Store packed blocks: a tenth of the disk, for some tenths of a millisecond more per race. */
  readonly packs?: boolean;
  /** While races are run, today is generated again when it is that old, in minutes; without it, as often as odds move. */
  readonly minutesKept?: number;
}

/** Increment it with every change of the generator that changes a record. */
const GENERATOR = 6;
const SEED = 'railbird';

/** A year before today, so that last year's race of the same week is there as well. */
const DAYS_OF_HISTORY = 365;

/**
 * Without a range, the year before today and the coming race days, packed, of which all but the last eight weeks are
 * history; `weeks`, these eight weeks only, packed as well; a range, its days and the current week.
 */
export function sampleRecipe(range?: SampleRange | 'weeks'): Recipe {
  // Every query checks whether there is more to generate, so the days of a date are computed once.
  let found: { readonly today: string; readonly days: readonly string[] } | undefined;
  return {
    name: `generator ${GENERATOR}, seed ${SEED}`,
    seed: SEED,
    raceDates(today) {
      if (found?.today !== today) found = { today, days: daysOf(range, today) };
      return found.days;
    },
    packs: range === undefined || range === 'weeks',
    // It takes seconds of processor time, which slow machines and tests do not have every two minutes.
    ...(range === 'weeks' ? { minutesKept: 60 } : {}),
    ...(range === undefined ? { historyBefore: (today: string) => defaultRange(today).from } : {}),
  };
}

function daysOf(range: SampleRange | 'weeks' | undefined, today: string): readonly string[] {
  const usual = defaultRange(today);
  if (range === 'weeks') return raceDates(usual.from, usual.to);
  if (range === undefined) return raceDates(addDays(today, -DAYS_OF_HISTORY), usual.to);
  const weekBefore = racedateOfDay((dayNumber(today) ?? 0) - 7);
  // Beyond the coming race days there are no cards yet.
  const to = range.to < usual.to ? range.to : usual.to;
  const days = new Set([...raceDates(range.from, to), ...raceDates(weekBefore, usual.to)]);
  return [...days].toSorted();
}
