// Lets a limited number of operations run at a time; the others wait in the order in which they came.

import { RailbirdError } from '#shared/errors.ts';

export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param most how many operations may run at a time */
  constructor(most: number) {
    this.#free = most;
  }

  /** Errors: CANCELLED if the signal aborts while the operation waits; those of `act`. */
  async run<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await act();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const stop = () => {
      this.#waiting.delete(resolve);
      reject(new RailbirdError('CANCELLED'));
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Hands the slot to the next in line, so that nobody overtakes. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
