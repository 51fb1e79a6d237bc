// Decides which days of sample racing to generate, or to generate again because more is known about them now.

import { clockInTokyo, dayNumber, todayInTokyo } from '#shared/racing/racedate.ts';

/** A stored day. */
export interface StoredDay {
  readonly racedate: string;
  /** What generated it: another seed or another generator makes other racing. */
  readonly recipe: string;
  /** The moment for which it was generated. Later races have no results in it. */
  readonly asOf: string;
}

const QUICK_PART = 'quick part ';

/** Stands for the moment of a day whose quick part alone is generated; the rest has to be. */
export const quickPartOf = (asOf: string): string => QUICK_PART + asOf;

export const isWhole = ({ asOf }: Pick<StoredDay, 'asOf'>): boolean => !asOf.startsWith(QUICK_PART);

export interface DayPlan {
  /** Days to generate, the newest first: users open today's card before last month's. */
  readonly make: readonly string[];
  /** Those of them whose quick part is stored and up to date. */
  readonly quick: readonly string[];
  /** Those of them that are answered as they were some minutes ago until they are generated again. */
  readonly served: readonly string[];
  /** Days that are no longer in the range. */
  readonly remove: readonly string[];
}

/** The time for which data is generated: the day in Tokyo (YYYYMMDD) and, during racing hours, the time (HHMM). */
export interface Moment {
  readonly today: string;
  readonly clock: string;
}

export const momentKey = ({ today, clock }: Moment): string => today + clock;

/** Odds move that often; between two moments a day's answers stay the same. */
const MINUTES_BETWEEN = 2;
/** From before the first horses are weighed until after the last result. */
const RACING_HOURS = { from: '0800', to: '1800' };
/** An older state of today is not answered any more. */
const SERVED_MINUTES = 15;

/** Counts the times at which a moment may end: a new day in Tokyo is one of them. */
export const slotOf = (now: Date): number => Math.floor(now.getTime() / (MINUTES_BETWEEN * 60_000));

/** The latest moment at which new information may have become known. */
export function momentOf(now: Date, isRaceDay: (today: string) => boolean): Moment {
  const today = todayInTokyo(now.getTime());
  const clock = clockInTokyo(now.getTime());
  if (!isRaceDay(today) || clock < RACING_HOURS.from) return { today, clock: '0000' };
  if (clock >= RACING_HOURS.to) return { today, clock: RACING_HOURS.to };
  const minutes = Math.floor(Number(clock.slice(2)) / MINUTES_BETWEEN) * MINUTES_BETWEEN;
  return { today, clock: clock.slice(0, 2) + String(minutes).padStart(2, '0') };
}

/**
 * @param wanted the race days of the range
 * @param stored days, all of one recipe
 * @param minutesKept how long today is not generated again while races are run
 */
export function planDays(
  wanted: readonly string[],
  stored: readonly StoredDay[],
  moment: Moment,
  minutesKept = 0,
): DayPlan {
  const those = (is: (day: StoredDay) => boolean) =>
    new Set(stored.filter(is).map(({ racedate }) => racedate));
  const good = those((day) => isWhole(day) && isGood(day, moment, minutesKept));
  const quick = those((day) => !isWhole(day) && isGood(unmarked(day), moment, minutesKept));
  const served = those((day) => isServed(day, moment));
  const inRange = new Set(wanted);
  const make = wanted.filter((racedate) => !good.has(racedate)).toSorted((a, b) => (a < b ? 1 : -1));
  return {
    make,
    quick: make.filter((racedate) => quick.has(racedate)),
    served: make.filter((racedate) => served.has(racedate)),
    remove: stored.filter((day) => !inRange.has(day.racedate)).map((day) => day.racedate),
  };
}

/** The indices of a result are published on the Thursday after it; from then on nothing changes. */
const SETTLED_AFTER_DAYS = 7;

function isGood({ racedate, asOf }: StoredDay, moment: Moment, minutesKept: number): boolean {
  const madeOn = asOf.slice(0, 8);
  // Made while the clock was ahead, it may have results that are not known yet.
  const lastKnown = madeOn < moment.today ? madeOn : moment.today;
  const age = (dayNumber(lastKnown) ?? 0) - (dayNumber(racedate) ?? 0);
  if (age >= SETTLED_AFTER_DAYS) return true;
  // Any other day is valid for the date for which it was generated, and today for the moment.
  if (racedate !== moment.today) return madeOn === moment.today;
  // After the last race the day is complete.
  const isKept = isDuringRacing(moment) && isMinutesAgo(momentOfKey(asOf), moment, minutesKept);
  return isKept || asOf === momentKey(moment);
}

const momentOfKey = (key: string): Moment => ({ today: key.slice(0, 8), clock: key.slice(8) });

const unmarked = (day: StoredDay): StoredDay => ({ ...day, asOf: day.asOf.slice(QUICK_PART.length) });

const isServed = ({ racedate, asOf }: StoredDay, moment: Moment): boolean =>
  racedate === moment.today && isMinutesAgo(momentOfKey(asOf), moment);

/** Whether what was known at a moment may still be answered at a later one. */
export function isMinutesAgo(before: Moment, { today, clock }: Moment, most = SERVED_MINUTES): boolean {
  const minutes = minutesOf(clock) - minutesOf(before.clock);
  return before.today === today && minutes >= 0 && minutes <= most;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2));

/** Whether today's answers change again soon, so that a thread is worth keeping. */
export const isDuringRacing = ({ clock }: Moment): boolean =>
  clock >= RACING_HOURS.from && clock < RACING_HOURS.to;

const FIRST_CHUNK = 3;
/** Half a year: longer periods save nothing, and leave one thread working on the last one alone. */
const LARGEST_CHUNK = 48;

/** More would keep the newest card waiting. */
const DAYS_QUICKLY = 60;

/** The days whose quick part is generated before any day is completed. */
export const quicklyMade = (racedates: readonly string[]): readonly string[] =>
  racedates.slice(0, DAYS_QUICKLY);

/**
 * Groups days, in order, into periods that are generated at once. Days generated together share the work on previous
 * runs, so a few large periods take half the time; the first period is small, so that it is ready soon.
 */
export function chunksOf(racedates: readonly string[]): { readonly from: string; readonly to: string }[] {
  const chunks = [];
  let size = FIRST_CHUNK;
  for (let at = 0; at < racedates.length; size = Math.min(size * 2, LARGEST_CHUNK)) {
    const days = racedates.slice(at, at + size).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (from !== undefined && to !== undefined) chunks.push({ from, to });
    at += size;
  }
  return chunks;
}
