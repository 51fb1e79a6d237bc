// A clock that runs with the real one, but many times faster: pauses and back-offs cost a run milliseconds.

import type { Clock } from '../../electron/service-client/clock.ts';

/** A back-off of ten seconds takes 20 ms, a pause of two minutes a quarter of a second. */
const TIMES_AS_FAST = 500;

export class SwiftClock implements Clock {
  readonly #began = performance.now();
  #base: number;
  #skipped = 0;
  #waited = 0;
  #waitedUntil = -Infinity;

  /** `base`: its start in epoch milliseconds. */
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

  /** Milliseconds of this clock during which an uncanceled timer ran: the time a user waits besides the work. */
  get waitedMs(): number {
    return this.#waited;
  }

  /** Time passes as while a computer sleeps: running timers do not fire early. */
  skip(ms: number): void {
    this.#skipped += ms;
  }

  /** The user sets the computer's clock by this much: no time has passed. */
  setBy(ms: number): void {
    this.#base += ms;
  }
}
