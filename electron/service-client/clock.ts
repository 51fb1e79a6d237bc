// Time as a parameter, so that tests need no sleeping. A computer has two clocks: the date, which the user, a time
// server or another operating system may set at any moment, and monotonic time, which only advances. Dates and ages of
// stored records use the first, waits the second.

import { uptime } from 'node:os';

export interface Clock {
  /** Epoch milliseconds, as the computer's clock is set: it may jump back and forward. */
  now(): number;
  /** Milliseconds since some moment, sleep included. It never goes back when the clock is set. */
  monotonic(): number;
  /** Calls `run` once, `ms` of monotonic time from now, unless the returned function is called first. */
  after(ms: number, run: () => void): () => void;
}

/** The longest single timer. After the computer slept, a timer is late by at most this much. */
const LONGEST_TIMER_MS = 15_000;

/** The system's uptime is in whole seconds; a difference beyond its rounding is sleep. */
const LEAST_SLEEP_MS = 2_000;

/**
 * Monotonic time that counts sleep: `performance.now()` stands still while a computer sleeps (on Linux and macOS),
 * the uptime of the system does not. Both in milliseconds.
 */
export function countingSleep(passed: () => number, up: () => number): () => number {
  const first = up() - passed();
  let slept = 0;
  return () => {
    const ahead = up() - passed() - first;
    if (ahead > slept + LEAST_SLEEP_MS) slept = ahead;
    return passed() + slept;
  };
}

/** `now` and `monotonic` in milliseconds. */
export function createClock(now: () => number, monotonic: () => number): Clock {
  return {
    now,
    monotonic,
    after(ms, run) {
      const due = monotonic() + (Math.max(0, ms) || 0);
      let timer: ReturnType<typeof setTimeout>;
      const wait = () => {
        const left = due - monotonic();
        timer = setTimeout(
          () => (monotonic() >= due ? run() : wait()),
          Math.min(LONGEST_TIMER_MS, Math.max(1, Math.ceil(left))),
        );
      };
      wait();
      return () => clearTimeout(timer);
    },
  };
}

export const systemClock: Clock = createClock(
  () => Date.now(),
  countingSleep(
    () => performance.now(),
    () => uptime() * 1000,
  ),
);

/** A smaller change of the clock is not worth showing. */
const SAME_MS = 1_000;

/**
 * An instant of monotonic time as epoch milliseconds by the computer's clock. Returns `previous`
 * unless the clock was set since.
 */
export function wallTimeOf(clock: Clock, instant: number, previous?: number): number {
  const at = Math.round(clock.now() + instant - clock.monotonic());
  return previous !== undefined && Math.abs(at - previous) < SAME_MS ? previous : at;
}
