// What is known about a race at a moment, besides its card: odds, body weights, weather and going come about an hour
// before the start, what was seen in the paddock half an hour later, the result after the race.

import { EXCLUDED, SCRATCHED } from '../entry-columns.ts';
import { tokyoInstant } from '../calendar/days.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

/** A moment: the day and the minutes since midnight, in Tokyo. */
export interface Now {
  readonly day: number;
  readonly minutes: number;
}

export interface Known {
  /** Minutes before the start of the odds on sale; null before the first pre-race record. The last ones remain. */
  readonly odds: number | null;
  /** Body, demeanor, equipment and legs were seen. */
  readonly paddock: boolean;
  /** Who was scratched in the morning. */
  readonly scratched: boolean;
  /** Who was excluded at the gate. */
  readonly excluded: boolean;
}

/** Minutes before the start. */
const WEIGHED_BEFORE = 70;
const PADDOCK_BEFORE = 25;
const EXCLUDED_BEFORE = 10;
/** Sales close two minutes before the start. */
const LAST_ODDS_BEFORE = 2;
/** Minutes since midnight. */
const SCRATCHED_AT = 9 * 60;
/** Weather, going and cushion of a meeting are published before its first race. */
const MEASURED_AT = 9 * 60 + 12;

/** How many days ahead cards exist: further ahead, a horse's latest run would not be decided yet. */
export const CARDS_AHEAD_DAYS = 12;

/** When something about a race day is settled: days before it, and minutes since midnight. */
export interface Settled {
  readonly daysBefore: number;
  readonly minutes: number;
}

/** The time of what is known about a coming day: until it is settled, of before the first day on which it is there. */
export function announcedAt(day: number, now: Now, { daysBefore, minutes }: Settled, milli: number): string {
  const settledOn = day - daysBefore;
  const isSettled = now.day > settledOn || (now.day === settledOn && now.minutes >= minutes);
  return tokyoInstant(isSettled ? settledOn : day - CARDS_AHEAD_DAYS - 1, 0, minutes, milli);
}

/** HHMM as minutes since midnight; midnight without it. */
export const minutesOf = (clock: string | undefined): number =>
  clock === undefined ? 0 : Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2, 4));

export function knownOf(race: SampleRace, now: Now): Known {
  const isOver = race.day < now.day;
  const left = isOver ? -Infinity : race.day > now.day ? Infinity : race.spec.post - now.minutes;
  return {
    odds: left > WEIGHED_BEFORE ? null : Math.max(LAST_ODDS_BEFORE, left),
    paddock: left <= PADDOCK_BEFORE,
    scratched: isOver || (race.day === now.day && now.minutes >= SCRATCHED_AT),
    excluded: left <= EXCLUDED_BEFORE,
  };
}

/** Whether weather, going and measurements of a meeting day are published. */
export const isMeasured = (day: number, now: Now): boolean =>
  day < now.day || (day === now.day && now.minutes >= MEASURED_AT);

/** Whether the entry is known not to start. */
export function isOut(world: SampleWorld, entry: number, known: Known): boolean {
  const status = world.status[entry] ?? 0;
  return (status === SCRATCHED && known.scratched) || (status === EXCLUDED && known.excluded);
}

/** Minutes since midnight at which the program of the race was last changed before its result; null if it was not. */
export function programChangedAt(world: SampleWorld, race: SampleRace, known: Known): number | null {
  const { post } = race.spec;
  const hasOut = (status: number) =>
    Array.from({ length: race.size }, (_, index) => world.status[race.first + index]).includes(status);
  if (known.excluded && hasOut(EXCLUDED)) return post - EXCLUDED_BEFORE;
  if (known.odds !== null) return post - WEIGHED_BEFORE;
  return known.scratched && hasOut(SCRATCHED) ? SCRATCHED_AT : null;
}
