// What is under way, how strained the service is, and what it has done: the server's memory of itself.

import { Lateness } from './event-loop-lag.ts';
import type { Ended, Gauge } from './metrics.ts';
import { Metrics } from './metrics.ts';
import type { SheddingFigures } from './shedding.ts';
import { USUAL_SHEDDING, pauseFor } from './shedding.ts';

interface Choices {
  readonly shedding?: SheddingFigures;
  /** Instead of the event loop's own measure. */
  readonly lateness?: { readonly median: number; readonly worst: number; stop(): void };
}

export class Watch {
  readonly metrics = new Metrics();
  readonly #figures: SheddingFigures;
  readonly #lateness: NonNullable<Choices['lateness']>;
  #underWay = 0;
  #withKeys = 0;
  #connections = 0;

  constructor({ shedding = USUAL_SHEDDING, lateness = new Lateness() }: Choices = {}) {
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

  /** A request that is under way passed the keys; to be called back when it ends. */
  passedKeys(): () => void {
    this.#withKeys += 1;
    return () => (this.#withKeys -= 1);
  }

  /** Tells of a connection that is open now; to be called back when it closes. */
  connected(): () => void {
    this.#connections += 1;
    return () => (this.#connections -= 1);
  }

  /**
   * Seconds after which a request that has begun should come again, undefined where it can be taken. Only requests with
   * good keys count: whoever has none could otherwise have everybody else sent away.
   */
  pause(): number | undefined {
    return pauseFor({ late: this.#lateness.median, underWay: this.#withKeys }, this.#figures);
  }

  /** The metrics as text, with gauges of others after those of its own. */
  text(others: readonly Gauge[] = []): string {
    return this.metrics.text([
      { name: 'in_flight', help: 'Requests under way.', value: () => this.#underWay },
      {
        name: 'in_flight_with_keys',
        help: 'Those of them that passed the keys, which count toward shedding.',
        value: () => this.#withKeys,
      },
      { name: 'connections', help: 'Open connections.', value: () => this.#connections },
      {
        name: 'event_loop_delay_seconds',
        help: 'How late the event loop is, median of half a second, the lower of the last two.',
        value: () => this.#lateness.median / 1000,
      },
      {
        name: 'event_loop_delay_worst_seconds',
        help: 'How late the event loop was at worst in the last half second.',
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
