// The lag of the event loop, measured by the runtime and read twice a second.

import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The interval of the runtime's clock, in milliseconds; a loop that is never late appears one interval late. */
const TICK = 10;
const WINDOW = 500;

type Measure = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'enable' | 'disable' | 'percentile' | 'max' | 'reset'
>;

export class EventLoopLag {
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
   * The median lag of half a second, in milliseconds, the lower of the last two, because one long turn of the loop is
   * not overload, but several in a row are. A turn of a whole half second is its only sample, and so its median.
   */
  get median(): number {
    return Math.min(...this.#medians);
  }

  /** The longest lag of the last half second, in milliseconds. */
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
