// Divides long work into slices: between them other requests are handled, and cancelled work stops.

import { setImmediate } from 'node:timers/promises';
import { RailbirdError } from '#shared/errors.ts';

/** The longest time in milliseconds that another request waits for a slice. */
const SLICE_MS = 6;

export class Yielder {
  readonly #isCancelled: () => boolean;
  #began = performance.now();

  constructor(isCancelled: () => boolean) {
    this.#isCancelled = isCancelled;
  }

  /** Whether to `rest` now. Checking first saves a promise in most iterations. */
  get isDue(): boolean {
    return performance.now() - this.#began > SLICE_MS;
  }

  /** Errors: CANCELLED. */
  async rest(): Promise<void> {
    await setImmediate();
    this.check();
    this.#began = performance.now();
  }

  /** Errors: CANCELLED. */
  check(): void {
    if (this.#isCancelled()) throw new RailbirdError('CANCELLED');
  }
}
