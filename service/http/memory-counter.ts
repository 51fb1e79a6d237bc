// Counts points in the memory of this process, in windows of a fixed length that begin with their first point.

import type { CounterState, CounterWanted, RateCounter } from './limits.ts';
import { wholeMilliseconds } from './whole-milliseconds.ts';

interface Window {
  used: number;
  /** Its end, by `wholeMilliseconds`. */
  readonly until: number;
}

/** It answers at once: the libraries' counters return promises, and each request needs three answers. */
export class MemoryCounter implements RateCounter {
  readonly #points: number;
  readonly #milliseconds: number;
  /** In the order of their beginnings. As all are of one length, that is the order of their ends. */
  readonly #windows = new Map<string, Window>();

  constructor({ points, duration }: Pick<CounterWanted, 'points' | 'duration'>) {
    this.#points = points;
    this.#milliseconds = duration;
  }

  consume(key: string, points = 1): CounterState {
    const now = wholeMilliseconds();
    const window = this.#current(key, now) ?? this.#begin(key, now);
    window.used += points;
    return this.#stateOf(window, now);
  }

  penalty(key: string): CounterState {
    return this.consume(key);
  }

  get(key: string): CounterState | undefined {
    const now = wholeMilliseconds();
    const window = this.#current(key, now);
    return window && this.#stateOf(window, now);
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.until > now ? window : undefined;
  }

  /** Clears ended windows away, too, so that the memory of a flood of addresses is free after it. */
  #begin(key: string, now: number): Window {
    for (const [ended, { until }] of this.#windows) {
      if (until > now) break;
      this.#windows.delete(ended);
    }
    const window = { used: 0, until: now + this.#milliseconds };
    this.#windows.set(key, window);
    return window;
  }

  #stateOf({ used, until }: Window, now: number): CounterState {
    return {
      isRefused: used > this.#points,
      remainingPoints: Math.max(0, this.#points - used),
      consumedPoints: used,
      msBeforeNext: until - now,
    };
  }
}
