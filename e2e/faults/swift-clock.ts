// A clock that runs with the real one, but many times as fast: pauses and back-offs cost a run milliseconds.

import type { Clock } from '../../electron/api/clock.ts';

/** A back-off of ten seconds is over in 20 ms, a pause of two minutes in a quarter of a second. */
const TIMES_AS_FAST = 500;

export class SwiftClock implements Clock {
  readonly #began = performance.now();
  #base: number;
  #skipped = 0;

  /** `base`: epoch milliseconds at which it begins. */
  constructor(base: number) {
    this.#base = base;
  }

  now(): number {
    return Math.floor(this.#base + this.monotonic());
  }

  monotonic(): number {
    return this.#skipped + (performance.now() - this.#began) * TIMES_AS_FAST;
  }

  /** Somebody sets the computer's clock by so much: nothing of that has passed. */
  setBy(ms: number): void {
    this.#base += ms;
  }

  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.ceil(ms / TIMES_AS_FAST));
    return () => clearTimeout(timer);
  }

  /** Time passes while nobody looks: timers that run are not brought forward. */
  skip(ms: number): void {
    this.#skipped += ms;
  }
}
