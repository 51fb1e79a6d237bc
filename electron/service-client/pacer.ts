// Decides how fast requests may be sent to one service address: a burst, then a rate that grows without failures and
// halves on a 429 (docs/decisions.md, "429"). If the server names its quota, requests are spread evenly up to that and
// never exceed it. Pure except for its own state; time is an argument in monotonic milliseconds, since the computer's
// clock may be set meanwhile.

import type { Advertised } from './rate-headers.ts';
import { LONGEST_PAUSE_MS } from './retry.ts';

export const START_RATE = 2;
export const START_BURST = 8;
export const MOST_IN_FLIGHT = 4;

const LOWEST_RATE = 0.2;
/** The limit unless the server names its own. */
const HIGHEST_RATE = 10;
const GROWTH_PER_CLEAN_ANSWER = 0.1;
/** Close to a rate that was refused before, the rate grows slowly. */
const CAREFUL_FROM = 0.9;
const CAREFUL_GROWTH = 0.01;
/** Stays below the server's own limit, because its clock differs. */
const SHARE_OF_ADVERTISED = 0.99;
/** Toward a limit that the server names, the rate grows fast. */
const SHARE_PER_CLEAN_ANSWER = 0.25;
const LARGEST_BURST = 100;
/** How much of a quota's even pace may be made up after a delay; more would leave nothing for the next caller. */
const CATCH_UP_SECONDS = 0.4;
/** The pause after a 429 that names none. */
const SHORTEST_PAUSE_MS = 1_000;

/** Servers report whole seconds, so a window may end a second later than reported. */
const SECOND_MS = 1_000;

/** The state of an address that is stored between runs. */
export interface LearnedRate {
  readonly perSecond: number;
}

/** `requests` in any `windowMs`, as the server counts them. */
interface Quota {
  readonly requests: number;
  readonly windowMs: number;
}

export class Pacer {
  #perSecond: number;
  #capacity = START_BURST;
  #tokens = START_BURST;
  #filledAt: number;
  #pausedUntil = 0;
  /** Until then nothing is left of the server's quota: it would refuse a request, but has not done so. */
  #emptyUntil = 0;
  #ceiling = HIGHEST_RATE;
  #quota: Quota | undefined;
  /** The rate at which a server that names no limit refused. */
  #refusedAt = Infinity;
  /** When the server must have counted each request at the latest, in order; requests in flight are not included. */
  #counted: number[] = [];
  #uncounted = 0;

  constructor(now: number, remembered?: LearnedRate) {
    const { perSecond = START_RATE } = remembered ?? {};
    this.#perSecond = Number.isFinite(perSecond) ? clamp(perSecond, LOWEST_RATE, HIGHEST_RATE) : START_RATE;
    this.#filledAt = now;
  }

  get pace(): LearnedRate {
    return { perSecond: this.#perSecond };
  }

  /** When the service's pause ends; 0 if it asked for none. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** When a long window's quota has requests left again; 0 if that is a moment away, or unknown. */
  get emptyUntil(): number {
    return this.#emptyUntil;
  }

  /**
   * Milliseconds until the next request may be sent; 0 means now. Within a quota that the server names, interactive
   * requests need not be evenly spaced.
   */
  delay(now: number, isWaitedFor = false): number {
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    const empty = this.#emptyUntil - now;
    // An interactive request does not wait for hours because of a figure that may be wrong: it is sent and finds out.
    if (empty > 0 && !(isWaitedFor && empty > LONGEST_PAUSE_MS)) return empty;
    const beyond = this.#quota === undefined ? 0 : this.#untilRoom(now, this.#quota);
    if (this.#quota !== undefined && isWaitedFor) return beyond;
    this.#fill(now);
    return Math.max(beyond, Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000));
  }

  /** A request is sent. */
  take(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
    this.#uncounted += 1;
  }

  /** The server has counted a request by now, or never will: its answer has begun, or it has ended. */
  counted(now: number): void {
    this.#uncounted = Math.max(0, this.#uncounted - 1);
    this.#counted.push(Math.max(now, this.#counted.at(-1) ?? now));
    if (this.#counted.length > 2 * LARGEST_BURST) this.#counted.splice(0, LARGEST_BURST);
  }

  /** An answer other than 429. */
  clean(now: number, advertised: Advertised): void {
    this.#fill(now);
    if (advertised.perSecond === undefined) this.#grow();
    else this.#heed(advertised.perSecond, advertised);
    if (advertised.remaining === undefined) return;
    const renews = advertised.renewsInMs ?? 0;
    const isLong = renews > (this.#quota?.windowMs ?? 0) + SECOND_MS;
    if (this.#quota === undefined || isLong) {
      this.#tokens = Math.min(this.#tokens, advertised.remaining);
      this.#emptyUntil = advertised.remaining === 0 ? now + renews : 0;
      return;
    }
    // The least that is left of all windows: none of them is used up any more.
    if (advertised.remaining > 0) this.#emptyUntil = 0;
    this.#countOthers(now, this.#quota, advertised.remaining);
  }

  /** A 429: all requests of this address wait, then continue at half the rate. */
  throttled(now: number, pauseMs: number | undefined): void {
    this.#fill(now);
    this.#refusedAt = this.#perSecond;
    this.#perSecond = Math.max(LOWEST_RATE, this.#perSecond / 2);
    this.#tokens = Math.min(this.#tokens, 1);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.max(SHORTEST_PAUSE_MS, pauseMs ?? 0));
  }

  /** Other keys are used: what the service said of the last ones does not concern them. The rate is the address's. */
  keysChanged(): void {
    this.#pausedUntil = 0;
    this.#emptyUntil = 0;
  }

  #grow(): void {
    const isNearRefusal = this.#perSecond > this.#refusedAt * CAREFUL_FROM;
    const growth = isNearRefusal ? CAREFUL_GROWTH : GROWTH_PER_CLEAN_ANSWER;
    this.#perSecond = Math.min(this.#ceiling, this.#perSecond + growth);
  }

  #heed(perSecond: number, { burst = START_BURST, quota }: Advertised): void {
    this.#ceiling = Math.max(LOWEST_RATE, perSecond * SHARE_OF_ADVERTISED);
    this.#perSecond = Math.min(
      this.#ceiling,
      this.#perSecond + Math.max(GROWTH_PER_CLEAN_ANSWER, this.#ceiling * SHARE_PER_CLEAN_ANSWER),
    );
    this.#quota = quota;
    const most = quota === undefined ? burst : Math.min(burst, perSecond * CATCH_UP_SECONDS);
    this.#capacity = clamp(most, 1, LARGEST_BURST);
    this.#tokens = Math.min(this.#tokens, this.#capacity);
  }

  /**
   * However the server divides time into windows, none of them exceeds the quota: a request is counted no earlier than
   * it is sent, and no later than its answer begins.
   */
  #untilRoom(now: number, { requests, windowMs }: Quota): number {
    const [recent, room] = [this.#recent(now, windowMs), requests - this.#uncounted];
    if (recent.length < room) return 0;
    // Requests in flight alone fill the quota, so one of them has to end first.
    if (room <= 0) return windowMs;
    const leaves = recent[recent.length - room] ?? now;
    return Math.max(1, Math.ceil(leaves + windowMs - now));
  }

  #recent(now: number, windowMs: number): readonly number[] {
    return this.#counted.filter((at) => at > now - windowMs);
  }

  /** Less is left than our own requests have used: someone else uses the same key. */
  #countOthers(now: number, { requests, windowMs }: Quota, remaining: number): void {
    const ours = this.#recent(now, windowMs).length + this.#uncounted;
    // A difference of one is tolerated while any are left: a gradually refilled quota is reported in whole requests.
    const others = requests - ours - remaining - (remaining > 0 ? 1 : 0);
    for (let other = 0; other < Math.min(others, LARGEST_BURST); other += 1) this.#counted.push(now);
  }

  #fill(now: number): void {
    const seconds = Math.max(0, now - this.#filledAt) / 1000;
    this.#tokens = Math.min(this.#capacity, this.#tokens + seconds * this.#perSecond);
    this.#filledAt = Math.max(this.#filledAt, now);
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
