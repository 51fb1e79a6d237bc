// How fast one service address may be asked: a burst, then a rate that grows while all is clean and halves
// on a 429 (DECISIONS, "429"). Pure but for its own numbers; time is handed in, in epoch milliseconds.

import type { Advertised } from './rate-headers.ts';

export const START_RATE = 2;
export const START_BURST = 8;
export const MOST_IN_FLIGHT = 4;

const LOWEST_RATE = 0.2;
/** Unless the server names a limit of its own, no more than this. */
const HIGHEST_RATE = 10;
const GROWTH_PER_CLEAN_ANSWER = 0.1;
/** Keeps below the server's own count, whose clock is not ours. */
const SHARE_OF_ADVERTISED = 0.95;
/** Towards a limit that the server names, the way is short. */
const SHARE_PER_CLEAN_ANSWER = 0.25;
const LARGEST_BURST = 100;
/** A 429 that names no pause. */
const SHORTEST_PAUSE_MS = 1_000;

/** What is remembered of an address between runs. */
export interface Pace {
  readonly perSecond: number;
}

export class Pacer {
  #perSecond: number;
  #burst = START_BURST;
  #tokens = START_BURST;
  #filledAt: number;
  #pausedUntil = 0;
  #emptyUntil = 0;
  #ceiling = HIGHEST_RATE;

  constructor(now: number, remembered?: Pace) {
    this.#perSecond = clamp(remembered?.perSecond ?? START_RATE, LOWEST_RATE, HIGHEST_RATE);
    this.#filledAt = now;
  }

  get pace(): Pace {
    return { perSecond: this.#perSecond };
  }

  /** When the service's pause ends; 0 if it asked for none. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Milliseconds until the next request may go; 0 means now. */
  delay(now: number): number {
    const shut = Math.max(this.#pausedUntil, this.#emptyUntil);
    if (now < shut) return shut - now;
    this.#fill(now);
    if (this.#tokens >= 1) return 0;
    return Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000);
  }

  /** A request goes. */
  take(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
  }

  /** An answer other than 429. */
  clean(now: number, advertised: Advertised): void {
    this.#fill(now);
    let growth = GROWTH_PER_CLEAN_ANSWER;
    if (advertised.perSecond !== undefined) {
      this.#ceiling = Math.max(LOWEST_RATE, advertised.perSecond * SHARE_OF_ADVERTISED);
      this.#burst = clamp(advertised.burst ?? START_BURST, 1, LARGEST_BURST);
      growth = Math.max(growth, this.#ceiling * SHARE_PER_CLEAN_ANSWER);
    }
    this.#perSecond = Math.min(this.#ceiling, this.#perSecond + growth);
    if (advertised.remaining === undefined) return;
    this.#tokens = Math.min(this.#tokens, advertised.remaining);
    if (advertised.remaining === 0) this.#emptyUntil = now + (advertised.renewsInMs ?? 0);
  }

  /** A 429: everything of this address waits, then goes at half the rate. */
  throttled(now: number, pauseMs: number | undefined): void {
    this.#fill(now);
    this.#perSecond = Math.max(LOWEST_RATE, this.#perSecond / 2);
    this.#tokens = Math.min(this.#tokens, 1);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.max(SHORTEST_PAUSE_MS, pauseMs ?? 0));
  }

  #fill(now: number): void {
    const seconds = Math.max(0, now - this.#filledAt) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + seconds * this.#perSecond);
    this.#filledAt = Math.max(this.#filledAt, now);
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
