// Long work in slices: between them other questions get their turn, and what is no longer wanted stops.

import { setImmediate } from 'node:timers/promises';
import { RailbirdError } from '#shared/errors.ts';

/** Longer than this nothing else waits. */
const SLICE_MS = 6;

export class Yielder {
  readonly #isCancelled: () => boolean;
  #began = performance.now();

  constructor(isCancelled: () => boolean) {
    this.#isCancelled = isCancelled;
  }

  /** Whether it is time to `rest`: asked often, so that most calls cost no promise. */
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
