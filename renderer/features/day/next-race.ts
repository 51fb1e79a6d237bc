// The race of a day that is run next, and the time until its post time. Pure.

import { postInstant } from '../../racing/post-time.ts';
import type { RaceState, RaceSummary } from './racing-day.ts';

const MINUTE_MS = 60_000;

/** A race counts as the next for this long after its post time, because few start on the second. */
const GRACE_MS = 2 * MINUTE_MS;

const OVER: ReadonlySet<RaceState | undefined> = new Set(['result', 'paid', 'calledOff']);

const isOver = ({ state }: RaceSummary): boolean => OVER.has(state);

export interface NextRace {
  readonly race: RaceSummary;
  /** Whole minutes until post time, rounded up; 0 at post time and shortly after it. */
  readonly minutes: number;
}

/**
 * The race without a result, not called off, whose post time is the next, at an instant in epoch milliseconds. Undefined
 * if all races were started, or no post time is known. Races at the same time: the first in the given order.
 */
export function nextRaceOf(
  races: readonly RaceSummary[],
  racedate: string,
  now: number,
): NextRace | undefined {
  let next: { readonly race: RaceSummary; readonly at: number } | undefined;
  for (const race of races) {
    const at = postInstant(racedate, race.record.post_time);
    if (at === undefined || at + GRACE_MS <= now || isOver(race)) continue;
    if (next === undefined || at < next.at) next = { race, at };
  }
  if (next === undefined) return undefined;
  return { race: next.race, minutes: Math.max(0, Math.ceil((next.at - now) / MINUTE_MS)) };
}

/** Whether every race has a post time: only then is it known that none is still to come. */
export const hasPostTimes = (races: readonly RaceSummary[], racedate: string): boolean =>
  races.every(({ record }) => postInstant(racedate, record.post_time) !== undefined);

export interface Duration {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

/** Minutes as days, hours and minutes. */
export const durationOf = (minutes: number): Duration => ({
  days: Math.floor(minutes / 1440),
  hours: Math.floor((minutes % 1440) / 60),
  minutes: minutes % 60,
});

/** The keys of the races in the order of their post times; a race without one comes last. */
export const racekeysByPostTime = (races: readonly RaceSummary[]): readonly string[] =>
  races
    .map(({ racekey, record }) => ({
      racekey,
      time: record.post_time?.replace(':', '').padStart(4, '0') ?? '9',
    }))
    .toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .map(({ racekey }) => racekey);
