// A worker's share of what all workers have together. Shares are small beside a limit, so that none is refused while
// another worker holds what it needs, and large enough that a busy key seldom asks the primary.

import type { Awaitable } from '../awaitable.ts';
import type { CounterState, CounterWanted, InFlight, RateCounter } from '../http/limits.ts';
import type { PlacesAnswer, PointsAnswer, Question } from './messages.ts';
import { wholeMilliseconds } from '../http/whole-milliseconds.ts';

export interface Primary {
  ask(question: Question): Promise<unknown>;
  /** Places that are no longer needed. */
  placesBack(key: string, count: number): void;
}

/** The part of a limit that a worker takes at once: one of the default limits, many of raised ones. */
export const shareOf = (limit: number, workers: number): number =>
  Math.max(1, Math.floor(limit / (8 * workers)));

interface Share {
  /** Points that this worker may still use. */
  points: number;
  answer: PointsAnswer;
  /** End of the window, by `wholeMilliseconds`. */
  until: number;
}

/** How often ended windows and unused places are cleared away, in milliseconds. */
const SWEEP = 1_000;

/** A rate that all workers share. */
export class SharedCounter implements RateCounter {
  readonly #wanted: CounterWanted;
  readonly #primary: Primary;
  readonly #share: number;
  readonly #shares = new Map<string, Share>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(wanted: CounterWanted, primary: Primary, workers: number) {
    this.#wanted = wanted;
    this.#primary = primary;
    this.#share = shareOf(wanted.points, workers);
    setInterval(() => this.#sweep(), SWEEP).unref();
  }

  consume(key: string): Awaitable<CounterState> {
    return this.#consumed(key) ?? this.#askUntilKnown(key);
  }

  /** The state after the request; undefined if the primary has to be asked first. */
  #consumed(key: string): CounterState | undefined {
    const share = this.#current(key);
    if (share && share.points > 0) {
      share.points -= 1;
      return this.#stateOf(share);
    }
    // Refused without the primary until the window ends.
    return share?.answer.granted === 0 ? { ...this.#stateOf(share), isRefused: true } : undefined;
  }

  async #askUntilKnown(key: string): Promise<CounterState> {
    for (;;) {
      await this.#ask(key);
      const state = this.#consumed(key);
      if (state) return state;
    }
  }

  async penalty(key: string): Promise<CounterState> {
    const answer = (await this.#primary.ask({ ask: 'penalty', wanted: this.#wanted, key })) as PointsAnswer;
    this.heard(key, answer);
    return this.#stateOf(shareFrom(answer));
  }

  /** What this worker has heard of, confirmed by the primary; undefined without asking for a key that it has not. */
  async get(key: string): Promise<CounterState | undefined> {
    if (!this.#current(key) && !this.#asking.has(key)) return undefined;
    const answer = (await this.#primary.ask({ ask: 'state', wanted: this.#wanted, key })) as PointsAnswer;
    return answer.msBeforeNext > 0 ? this.#stateOf(shareFrom(answer)) : undefined;
  }

  /** Another worker has used points that no share covers. */
  heard(key: string, answer: PointsAnswer): void {
    this.#shares.set(key, shareFrom(answer));
  }

  #current(key: string): Share | undefined {
    const share = this.#shares.get(key);
    return share && share.until > wholeMilliseconds() ? share : undefined;
  }

  /** One question per key at a time; the others wait for it and look again. */
  #ask(key: string): Promise<void> {
    const asking = this.#asking.get(key) ?? this.#askPrimary(key);
    this.#asking.set(key, asking);
    return asking;
  }

  async #askPrimary(key: string): Promise<void> {
    const question = { ask: 'points', wanted: this.#wanted, key, most: this.#share } as const;
    try {
      this.#shares.set(key, shareFrom((await this.#primary.ask(question)) as PointsAnswer));
    } finally {
      this.#asking.delete(key);
    }
  }

  #stateOf({ points, answer, until }: Share): CounterState {
    return {
      isRefused: false,
      remainingPoints: answer.left + points,
      consumedPoints: answer.consumed,
      msBeforeNext: Math.max(1, until - wholeMilliseconds()),
    };
  }

  #sweep(): void {
    const now = wholeMilliseconds();
    for (const [key, { until }] of this.#shares) if (until <= now) this.#shares.delete(key);
  }
}

const shareFrom = (answer: PointsAnswer): Share => ({
  points: answer.granted,
  answer,
  until: wholeMilliseconds() + answer.msBeforeNext,
});

interface Places {
  taken: number;
  used: number;
  /** Whether a place was used since the last sweep. */
  isBusy: boolean;
}

/** Requests in flight that all workers count together. */
export class SharedInFlight implements InFlight {
  readonly #limit: number;
  readonly #primary: Primary;
  readonly #share: number;
  readonly #places = new Map<string, Places>();

  constructor(limit: number, primary: Primary, workers: number) {
    this.#limit = limit;
    this.#primary = primary;
    this.#share = shareOf(limit, workers);
    setInterval(() => this.#sweep(), SWEEP).unref();
  }

  take(key: string): Awaitable<(() => void) | undefined> {
    const places = this.#places.get(key);
    return places && places.taken > places.used ? this.#use(key, places) : this.#ask(key);
  }

  /** Gives unused places back, and returns how many they were; the caller tells the primary. */
  recall(key: string): number {
    const places = this.#places.get(key);
    if (!places) return 0;
    const unused = places.taken - places.used;
    places.taken = places.used;
    if (places.taken === 0) this.#places.delete(key);
    return unused;
  }

  async #ask(key: string): Promise<(() => void) | undefined> {
    const { granted } = (await this.#primary.ask({
      ask: 'places',
      key,
      most: this.#share,
      limit: this.#limit,
    })) as PlacesAnswer;
    const places = this.#places.get(key) ?? { taken: 0, used: 0, isBusy: true };
    places.taken += granted;
    if (places.taken > 0) this.#places.set(key, places);
    // Another request of this worker may have ended meanwhile.
    return places.taken > places.used ? this.#use(key, places) : undefined;
  }

  #use(key: string, places: Places): () => void {
    places.used += 1;
    places.isBusy = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const now = this.#places.get(key);
      if (now) now.used -= 1;
    };
  }

  /** Places that nobody used for a while go back. */
  #sweep(): void {
    for (const [key, places] of this.#places) {
      if (!places.isBusy) {
        const count = this.recall(key);
        if (count > 0) this.#primary.placesBack(key, count);
      }
      places.isBusy = false;
    }
  }
}
