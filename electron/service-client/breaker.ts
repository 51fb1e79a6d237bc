// The circuit breaker of a service: after failures of the service as a whole, nothing is sent for a while, then one
// request probes it. Pure except for its own state; time is an argument in monotonic milliseconds.

import type { RequestFailure } from './failure.ts';
import type { Priority } from './priority.ts';

/** The total weight of failures in a row after which the service counts as down. */
const MOST_WEIGHT = 24;
/** The first pause; each failed probe doubles it. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** The user may try earlier, but not by holding down a key. */
const PERSON_WAITS_MS = 1_000;

/**
 * A missing connection weighs most. A timeout or a 500 of a large window may not occur with half of it, so it must
 * recur for several windows.
 */
const WEIGHT: { readonly [kind in RequestFailure['kind']]?: number } = {
  unreachable: 3,
  untrusted: 3,
  proxy: 3,
  proxy_login: 3,
  timeout: 2,
  failed: 1,
};

export type Admission =
  | 'go'
  /** A probe is running: its outcome applies to this request. */
  | 'wait'
  | 'refuse';

export class Breaker {
  #weight = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #failedAt = 0;
  #probeFrom: number | undefined;
  #isProbing = false;
  #failure: RequestFailure | undefined;

  /**
   * Nothing is sent automatically before this time, in monotonic milliseconds; undefined while the service counts as
   * up.
   */
  get downUntil(): number | undefined {
    return this.#probeFrom;
  }

  /** The service's last failure. */
  get failure(): RequestFailure | undefined {
    return this.#failure;
  }

  judge(now: number, priority: Priority): Admission {
    if (this.#probeFrom === undefined) return 'go';
    if (this.#isProbing) return 'wait';
    const mayProbe = now >= this.#probeFrom || (priority === 'interactive' && this.#isOldNews(now));
    return mayProbe ? 'go' : 'refuse';
  }

  /** Call this when a request is sent. Returns whether it is the probe, whose end must then be reported. */
  start(): boolean {
    if (this.#probeFrom === undefined) return false;
    this.#isProbing = true;
    return true;
  }

  /** The end of a request: its failure, or none if the service answered at all. */
  end(now: number, failure: RequestFailure | undefined, wasProbe: boolean): void {
    if (wasProbe) this.#isProbing = false;
    const weight = failure === undefined ? 0 : (WEIGHT[failure.kind] ?? 0);
    if (weight === 0) {
      this.reset();
      return;
    }
    this.#failure = failure;
    this.#failedAt = now;
    this.#weight += weight;
    if (this.#probeFrom !== undefined && !wasProbe) return;
    if (this.#probeFrom === undefined && this.#weight < MOST_WEIGHT) return;
    if (wasProbe) this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
    this.#probeFrom = now + this.#pauseMs;
  }

  /** The probe was cancelled without an outcome. */
  giveUp(wasProbe: boolean): void {
    if (wasProbe) this.#isProbing = false;
  }

  /** The service answered, or another one was connected. */
  reset(): void {
    this.#weight = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#probeFrom = undefined;
    this.#failure = undefined;
    this.#isProbing = false;
  }

  #isOldNews(now: number): boolean {
    return now >= this.#failedAt + PERSON_WAITS_MS;
  }
}
