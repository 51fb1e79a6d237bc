// How late the event loop is: measured by the runtime, read off twice a second.

import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The runtime's clock ticks this often, milliseconds; a loop that is never late is one tick late to it. */
const TICK = 10;
const WINDOW = 500;

type Measure = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'enable' | 'disable' | 'percentile' | 'max' | 'reset'
>;

export class Lateness {
  readonly #histogram: Measure;
  readonly #timer: NodeJS.Timeout;
  #medians: readonly [before: number, last: number] = [0, 0];
  #worst = 0;

  constructor(histogram: Measure = monitorEventLoopDelay({ resolution: TICK })) {
    this.#histogram = histogram;
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#read(), WINDOW).unref();
  }

  /**
   * Milliseconds, the median of half a second, the lower of the last two: one long turn is no strain, one after another
   * is. A turn that takes all of a half second is its only measure, and so its median.
   */
  get median(): number {
    return Math.min(...this.#medians);
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
    this.#medians = [this.#medians[1], milliseconds(this.#histogram.percentile(50))];
    this.#worst = milliseconds(this.#histogram.max);
    this.#histogram.reset();
  }
}
