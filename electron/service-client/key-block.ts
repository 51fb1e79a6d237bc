// What is sent after the service has refused the keys. A refused key is not sent again until the user acts: an address is
// shut out after a few. A plan can be renewed on the service's website, so after a 403 a user's request finds out. Pure
// except for its own state; time is an argument in monotonic milliseconds.

import type { RailbirdError } from '#shared/errors.ts';
import type { Admission } from './breaker.ts';
import type { Priority } from './priority.ts';

/** The user may try again, but not by holding down a key. */
const ASK_AGAIN_MS = 5_000;

export class KeyBlock {
  #error: RailbirdError | undefined;
  #askFrom = Infinity;
  #isAsking = false;

  /** The service's refusal; undefined while requests may be sent. */
  get error(): RailbirdError | undefined {
    return this.#error;
  }

  refused(now: number, error: RailbirdError): void {
    this.#error = error;
    this.#askFrom = error.code === 'FORBIDDEN' ? now + ASK_AGAIN_MS : Infinity;
  }

  judge(now: number, priority: Priority): Admission {
    if (this.#error === undefined) return 'go';
    if (priority === 'batch') return 'refuse';
    if (this.#isAsking) return 'wait';
    return now >= this.#askFrom ? 'go' : 'refuse';
  }

  /** Call this when a request is sent. Returns whether it asks again, so that its end must be reported. */
  start(): boolean {
    if (this.#error === undefined) return false;
    this.#isAsking = true;
    return true;
  }

  /** The end of a request that asked again: whether it was answered, or undefined if it was cancelled. */
  end(now: number, isAnswered: boolean | undefined): void {
    this.#isAsking = false;
    if (isAnswered === true) this.reset();
    else if (isAnswered === false) this.#askFrom = Math.max(this.#askFrom, now + ASK_AGAIN_MS);
  }

  /** The user has acted, or the service answered. */
  reset(): void {
    this.#error = undefined;
    this.#askFrom = Infinity;
    this.#isAsking = false;
  }
}
