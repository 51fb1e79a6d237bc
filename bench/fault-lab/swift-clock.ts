// A clock that runs with the real one, but many times as fast: pauses and back-offs cost a run milliseconds.

import type { Clock } from '../../electron/service-client/clock.ts';

/** A back-off of ten seconds is over in 20 ms, a pause of two minutes in a quarter of a second. */
const TIMES_AS_FAST = 500;

export class SwiftClock implements Clock {
  readonly #began = performance.now();
  #base: number;
  #skipped = 0;
  #waited = 0;
  #waitedUntil = -Infinity;

  /** `base`: epoch milliseconds at which it begins. */
  constructor(base: number) {
    this.#base = base;
  }

  now(): number {
    return Math.floor(this.#base + this.monotonic());
  }

  monotonic(): number {
    return (performance.now() - this.#began) * TIMES_AS_FAST + this.#skipped;
  }

  after(ms: number, run: () => void): () => void {
    const from = this.monotonic();
    const fire = () => {
      this.#waited += Math.max(0, from + ms - Math.max(from, this.#waitedUntil));
      this.#waitedUntil = Math.max(this.#waitedUntil, from + ms);
      run();
    };
    const timer = setTimeout(fire, Math.ceil(ms / TIMES_AS_FAST));
    return () => clearTimeout(timer);
  }

  /** Milliseconds of this clock in which a timer ran that was not stopped: what a person waits beside the work. */
  get waitedMs(): number {
    return this.#waited;
  }

  /** Time passes while nobody looks, as while a computer sleeps: timers that run are not brought forward. */
  skip(ms: number): void {
    this.#skipped += ms;
  }

  /** Somebody sets the computer's clock by so much: nothing of that has passed. */
  setBy(ms: number): void {
    this.#base += ms;
  }
}
