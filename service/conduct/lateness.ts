// How late the event loop is: measured by the runtime, read off twice a second.

import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The runtime's clock ticks this often, milliseconds; a loop that is never late is one tick late to it. */
const TICK = 10;
const WINDOW = 500;

export class Lateness {
  readonly #histogram = monitorEventLoopDelay({ resolution: TICK });
  readonly #timer: NodeJS.Timeout;
  #median = 0;
  #worst = 0;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#read(), WINDOW).unref();
  }

  /** Milliseconds, the median of the last half second: one long turn is no strain, one after another is. */
  get median(): number {
    return this.#median;
  }

  /** Milliseconds, the longest of the last half second. */
  get worst(): number {
    return this.#worst;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #read(): void {
    const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - TICK);
    this.#median = milliseconds(this.#histogram.percentile(50));
    this.#worst = milliseconds(this.#histogram.max);
    this.#histogram.reset();
  }
}
