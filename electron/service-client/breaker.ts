// Whether a service is worth asking at all: after failures that concern it as a whole nothing is sent for a while, then
// one request finds out. Pure but for its own numbers; time is handed in, in monotonic milliseconds.

import type { RequestFailure } from './failure.ts';
import type { Priority } from './priority.ts';

/** Failures without an answer in between, by weight, after which the service counts as down. */
const MOST_WEIGHT = 24;
/** The first pause; it doubles with each probe that fails. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** A person may try earlier than that, but not by leaning on the key. */
const PERSON_WAITS_MS = 1_000;

/**
 * No connection says the most. What a large window runs into, a time-out or a 500, may be better with half of it: it
 * has to be seen for window after window.
 */
const WEIGHT: { readonly [kind in RequestFailure['kind']]?: number } = {
  unreachable: 3,
  untrusted: 3,
  proxy: 3,
  timeout: 2,
  failed: 1,
};

export type Admission =
  | 'go'
  /** A request is finding out: what it finds holds for this one. */
  | 'wait'
  | 'refuse';

export class Breaker {
  #weight = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #failedAt = 0;
  #probeFrom: number | undefined;
  #isProbing = false;
  #failure: RequestFailure | undefined;

  /** Monotonic milliseconds before which nothing is asked of itself; undefined while the service counts as up. */
  get downUntil(): number | undefined {
    return this.#probeFrom;
  }

  /** What it last failed with. */
  get failure(): RequestFailure | undefined {
    return this.#failure;
  }

  judge(now: number, priority: Priority): Admission {
    if (this.#probeFrom === undefined) return 'go';
    if (this.#isProbing) return 'wait';
    const mayProbe = now >= this.#probeFrom || (priority === 'interactive' && this.#isOldNews(now));
    return mayProbe ? 'go' : 'refuse';
  }

  /** A request goes. Whether it is the one that finds out: its end must then be told. */
  start(): boolean {
    if (this.#probeFrom === undefined) return false;
    this.#isProbing = true;
    return true;
  }

  /** The end of a request: its failure, or none where the service answered, whatever it said. */
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

  /** A request that found out nothing: it was given up. */
  giveUp(wasProbe: boolean): void {
    if (wasProbe) this.#isProbing = false;
  }

  /** The service answers, or another one is meant. */
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
