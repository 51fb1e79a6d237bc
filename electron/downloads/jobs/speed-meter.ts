// How fast a job goes and how long it will take, by what was done in the last half minute. Pure but for its samples.

const SPAN_MS = 30_000;
/** Before that nothing can be said. */
const LEAST_MS = 1_000;

interface Sample {
  readonly at: number;
  readonly windows: number;
  readonly records: number;
}

export interface DownloadSpeed {
  readonly recordsPerSecond: number;
  readonly remainingSeconds?: number;
}

export class Meter {
  #samples: Sample[];

  /** `at`: monotonic milliseconds at which the run begins. */
  constructor(at: number) {
    this.#samples = [{ at, windows: 0, records: 0 }];
  }

  /** Windows and records done since the run began. */
  read(sample: Sample, windowsLeft: number): DownloadSpeed {
    this.#samples.push(sample);
    // The sample before the span is where the span begins.
    const first = this.#samples.findLastIndex(({ at }) => at <= sample.at - SPAN_MS);
    if (first > 0) this.#samples = this.#samples.slice(first);
    const since = this.#samples[0] ?? sample;
    const ms = sample.at - since.at;
    if (ms < LEAST_MS) return { recordsPerSecond: 0 };
    const windows = sample.windows - since.windows;
    const recordsPerSecond = ((sample.records - since.records) / ms) * 1000;
    if (windows <= 0) return { recordsPerSecond };
    return { recordsPerSecond, remainingSeconds: ((ms / windows) * windowsLeft) / 1000 };
  }
}
