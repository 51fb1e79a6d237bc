// The server's statistics: active requests and connections, load, and the metrics.

import { EventLoopLag } from './event-loop-lag.ts';
import type { Ended, Gauge } from './metrics.ts';
import { Metrics } from './metrics.ts';
import type { SheddingLimits } from './shedding.ts';
import { DEFAULT_SHEDDING, pauseFor } from './shedding.ts';

interface Choices {
  readonly shedding?: SheddingLimits;
  /** Replaces the measured lag, in tests. */
  readonly lateness?: { readonly median: number; readonly worst: number; stop(): void };
}

/** The load of one process. */
export interface ServerLoad {
  /** Requests that are being answered. */
  readonly underWay: number;
  readonly connections: number;
  /** Median lag of the event loop. */
  readonly lagMs: number;
  readonly residentBytes: number;
  /** Since the process started. */
  readonly requests: number;
  readonly refusals: number;
}

export class ServerStats {
  readonly metrics = new Metrics();
  readonly #figures: SheddingLimits;
  readonly #lateness: NonNullable<Choices['lateness']>;
  #underWay = 0;
  #withKeys = 0;
  #connections = 0;

  constructor({ shedding = DEFAULT_SHEDDING, lateness = new EventLoopLag() }: Choices = {}) {
    this.#figures = shedding;
    this.#lateness = lateness;
  }

  began(): void {
    this.#underWay += 1;
  }

  ended(what: Ended): void {
    this.#underWay -= 1;
    this.metrics.ended(what);
  }

  /** Counts an active request with good keys. Returns a function to call when it ends. */
  passedKeys(): () => void {
    this.#withKeys += 1;
    return () => (this.#withKeys -= 1);
  }

  /** Counts an open connection. Returns a function to call when it closes. */
  connected(): () => void {
    this.#connections += 1;
    return () => (this.#connections -= 1);
  }

  /**
   * Seconds after which a request should be retried; undefined if it can be served. Only requests with good keys
   * count; otherwise a client without keys could cause everybody else to be refused.
   */
  pause(): number | undefined {
    return pauseFor({ late: this.#lateness.median, underWay: this.#withKeys }, this.#figures);
  }

  /** The load at this moment, and what was done since the start. */
  load(): ServerLoad {
    return {
      underWay: this.#underWay,
      connections: this.#connections,
      lagMs: this.#lateness.median,
      residentBytes: process.memoryUsage.rss(),
      ...this.metrics.totals(),
    };
  }

  /** The metrics as text, followed by other gauges. */
  text(others: readonly Gauge[] = []): string {
    return this.metrics.text([
      { name: 'in_flight', help: 'Active requests.', value: () => this.#underWay },
      {
        name: 'in_flight_with_keys',
        help: 'Active requests with good keys, which count toward shedding.',
        value: () => this.#withKeys,
      },
      { name: 'connections', help: 'Open connections.', value: () => this.#connections },
      {
        name: 'event_loop_delay_seconds',
        help: 'Median event loop lag of half a second, the lower of the last two.',
        value: () => this.#lateness.median / 1000,
      },
      {
        name: 'event_loop_delay_worst_seconds',
        help: 'Longest event loop lag of the last half second.',
        value: () => this.#lateness.worst / 1000,
      },
      {
        name: 'resident_memory_bytes',
        help: 'Memory of the process.',
        value: () => process.memoryUsage.rss(),
      },
      ...others,
    ]);
  }

  stop(): void {
    this.#lateness.stop();
  }
}
