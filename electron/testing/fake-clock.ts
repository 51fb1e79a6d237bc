// A clock that moves only when a test advances it.

import type { Clock } from '../service-client/clock.ts';

export class FakeClock implements Clock {
  /** Monotonic time starts far from any date, so that confusing the two is noticed. */
  #passed = 1_000;
  #ahead: number;
  #timers: { at: number; run: () => void }[] = [];

  /** Noon of 15 November 2026 in Tokyo by default. */
  constructor(now = Date.UTC(2026, 10, 15, 3)) {
    this.#ahead = now - this.#passed;
  }

  now(): number {
    return this.#passed + this.#ahead;
  }

  monotonic(): number {
    return this.#passed;
  }

  /** The user sets the computer's clock; no time passes. */
  set(now: number): void {
    this.#ahead = now - this.#passed;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#passed + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Advances the time and runs due timers, each at its own moment. */
  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms;
    for (;;) {
      await settle();
      const next = this.#timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#passed = Math.max(this.#passed, next.at);
      next.run();
    }
    // Another call may have advanced further meanwhile: time never goes back.
    this.#passed = Math.max(this.#passed, end);
    await settle();
  }
}

/** A clock on which every wait ends as soon as nothing else is left to do. */
export class HastyClock extends FakeClock {
  override after(ms: number, run: () => void): () => void {
    const cancel = super.after(ms, run);
    const soon = setImmediate(() => void this.advance(ms));
    return () => {
      clearImmediate(soon);
      cancel();
    };
  }
}

/** Runs everything that only waits for promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
