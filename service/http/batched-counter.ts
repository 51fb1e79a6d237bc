// A limit that several processes share through a store, at no round trip for most requests.
//
// A process lets a request pass before the store has confirmed its point, as long as it knows of more than half of the
// limit that is left, and an eighth of the limit at most is unconfirmed. Nearer to the limit it asks first. So a request
// too many passes only if several processes let some pass at the same moment: at most an eighth of the limit (at least
// one) for each process and window. Of large limits a process also takes a sixteenth ahead, for itself alone.

import type { Awaitable } from '../awaitable.ts';
import type { CounterState, CounterWanted, RateCounter } from './limits.ts';
import { MemoryCounter } from './memory-counter.ts';
import type { PointsBatch, PointsTaken } from './points-batch.ts';
import { wholeMilliseconds } from './whole-milliseconds.ts';

/** The most points of a process that the store has not confirmed. */
export const unconfirmedOf = (limit: number): number => Math.max(1, Math.floor(limit / 8));

/** The points that a process takes ahead; they are lost to the others until the window ends. */
export const aheadOf = (limit: number): number => Math.floor(limit / 16);

interface Window {
  /** Points used by all processes, as the store last said. */
  confirmed: number;
  /** Points of requests that passed meanwhile. */
  unconfirmed: number;
  /** Points taken and not used yet. */
  ahead: number;
  /** Some are being taken ahead, so nobody else takes some, too. */
  isTakingAhead: boolean;
  /** Its end, by `wholeMilliseconds`. */
  until: number;
}

/** How often ended windows are cleared away, in milliseconds. */
const SWEEP = 1_000;

export class BatchedCounter implements RateCounter {
  readonly #wanted: CounterWanted;
  readonly #batch: PointsBatch;
  /** Counts for this process alone while the store is away. */
  readonly #alone: MemoryCounter;
  readonly #windows = new Map<string, Window>();

  constructor(wanted: CounterWanted, batch: PointsBatch) {
    this.#wanted = wanted;
    this.#batch = batch;
    this.#alone = new MemoryCounter(wanted);
    setInterval(() => this.#sweep(), SWEEP).unref();
  }

  consume(key: string): Awaitable<CounterState> {
    const window = this.#current(key);
    if (window && window.ahead > 0) {
      window.ahead -= 1;
      return this.#stateOf(window);
    }
    if (window && window.confirmed >= this.#wanted.points) return this.#refusedBy(window);
    if (this.#batch.isAway) return this.#alone.consume(key);
    return this.#mayPass(window) ? this.#passUnconfirmed(key) : this.#askFirst(key);
  }

  async #askFirst(key: string): Promise<CounterState> {
    let granted: number;
    try {
      granted = await this.#take(key, 'now', 0);
    } catch {
      return this.#alone.consume(key);
    }
    const window = this.#windowOf(key);
    return granted > 0 ? this.#stateOf(window) : this.#refusedBy(window);
  }

  async penalty(key: string): Promise<CounterState> {
    if (this.#batch.isAway) return this.#alone.penalty(key);
    try {
      const taken = await this.#batch.add(this.#points(key, 1), 'now');
      this.#note(key, taken);
      return {
        isRefused: false,
        remainingPoints: 0,
        consumedPoints: taken.before + 1,
        msBeforeNext: taken.msBeforeNext,
      };
    } catch {
      return this.#alone.penalty(key);
    }
  }

  /**
   * What the store last said, confirmed by it if it was anything. A key that was not heard of is looked up with the next
   * batch, for the request after this one.
   */
  async get(key: string): Promise<CounterState | undefined> {
    if (this.#batch.isAway) return this.#alone.get(key);
    const isKnown = (this.#current(key)?.confirmed ?? 0) > 0;
    const read = this.#batch.add(this.#points(key, 0), isKnown ? 'now' : 'soon');
    const noted = read.then((taken) => this.#note(key, taken));
    if (!isKnown) {
      noted.catch(() => {});
      return undefined;
    }
    try {
      await noted;
      const window = this.#windowOf(key);
      return window.confirmed > 0 ? this.#stateOf(window) : undefined;
    } catch {
      return this.#alone.get(key);
    }
  }

  #mayPass(window: Window | undefined): boolean {
    const { points: limit } = this.#wanted;
    if (!window) return true;
    const left = limit - window.confirmed - window.unconfirmed;
    return left > limit / 2 && window.unconfirmed < unconfirmedOf(limit);
  }

  #passUnconfirmed(key: string): CounterState {
    const window = this.#windowOf(key);
    window.unconfirmed += 1;
    this.#take(key, 'soon', 1).catch(() => (window.unconfirmed -= 1));
    return this.#stateOf(window);
  }

  /**
   * Takes a point, and some ahead.
   *
   * @param passed how many of them are used already
   * @returns how many of them were left
   * @throws the store's error
   */
  async #take(key: string, urgency: 'now' | 'soon', passed: 0 | 1): Promise<number> {
    const { points: limit } = this.#wanted;
    const asking = this.#windowOf(key);
    const takesAhead = !asking.isTakingAhead;
    const wanted = takesAhead ? 1 + aheadOf(limit) : 1;
    asking.isTakingAhead = true;
    try {
      const taken = await this.#batch.add(this.#points(key, wanted), urgency);
      const window = this.#note(key, taken);
      window.unconfirmed = Math.max(0, window.unconfirmed - passed);
      const granted = Math.max(0, Math.min(wanted, limit - taken.before));
      window.ahead += Math.max(0, granted - 1);
      return granted;
    } finally {
      if (takesAhead) asking.isTakingAhead = false;
    }
  }

  #note(key: string, { used, msBeforeNext }: PointsTaken): Window {
    const window = this.#windowOf(key);
    window.confirmed = used;
    window.until = wholeMilliseconds() + msBeforeNext;
    return window;
  }

  #points(key: string, points: number) {
    const { keyPrefix, duration } = this.#wanted;
    return { key: `${keyPrefix}:${key}`, points, duration };
  }

  #current(key: string): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.until > wholeMilliseconds() ? window : undefined;
  }

  #windowOf(key: string): Window {
    const window = this.#current(key) ?? {
      confirmed: 0,
      unconfirmed: 0,
      ahead: 0,
      isTakingAhead: false,
      until: wholeMilliseconds() + this.#wanted.duration,
    };
    this.#windows.set(key, window);
    return window;
  }

  #stateOf({ confirmed, unconfirmed, ahead, until }: Window): CounterState {
    const consumedPoints = confirmed + unconfirmed;
    return {
      isRefused: false,
      remainingPoints: Math.max(0, this.#wanted.points - consumedPoints) + ahead,
      consumedPoints,
      msBeforeNext: Math.max(1, until - wholeMilliseconds()),
    };
  }

  #refusedBy(window: Window): CounterState {
    return { ...this.#stateOf(window), isRefused: true };
  }

  #sweep(): void {
    const now = wholeMilliseconds();
    for (const [key, { until }] of this.#windows) if (until <= now) this.#windows.delete(key);
  }
}
