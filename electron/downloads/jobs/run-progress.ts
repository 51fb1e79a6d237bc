// The progress of a run whose tables follow one another, each after its reference tables, and its speed.

import type { FetchFigures, Fetched } from '../fetch/fetched.ts';

/** Since the run began. `windowsDone`: windows that are stored now. */
export interface RunProgress {
  readonly windowsDone: number;
  readonly windowsLeft: number;
  readonly records: number;
  readonly bytes: number;
}

type Figures = Pick<FetchFigures, 'windowsDone' | 'records' | 'bytes'>;

const NOTHING: Figures = { windowsDone: 0, records: 0, bytes: 0 };

export class RunFigures {
  /** Windows left of each table, in the order of the run. */
  readonly #ahead: number[];
  /** Windows left of the reference tables. */
  #referenceWindows: number;
  /** The finished tables. */
  #done = NOTHING;
  #references = NOTHING;
  #table = NOTHING;
  readonly #listener: (progress: RunProgress) => void;

  constructor(ahead: readonly number[], referenceWindows: number, listener: (progress: RunProgress) => void) {
    this.#ahead = [...ahead];
    this.#referenceWindows = referenceWindows;
    this.#listener = listener;
    listener(this.now);
  }

  get now(): RunProgress {
    return {
      ...sum([this.#done, this.#references, this.#table]),
      windowsLeft: this.#ahead.reduce((total, windows) => total + windows, this.#referenceWindows),
    };
  }

  /** Progress of the current table's reference tables. */
  references(progress: FetchFigures): void {
    const answered = progress.windowsDone - this.#references.windowsDone;
    this.#referenceWindows = Math.max(
      progress.windowsTotal - progress.windowsDone,
      this.#referenceWindows - answered,
    );
    this.#references = progress;
    this.#listener(this.now);
  }

  /** Progress of the current table. */
  table(at: number, progress: FetchFigures): void {
    this.#ahead[at] = progress.windowsTotal - progress.windowsDone;
    this.#table = progress;
    this.#listener(this.now);
  }

  /** The current table is finished. Only stored windows count as done. */
  through(fetched: readonly Fetched[], isLast: boolean): void {
    const stored = fetched.map(({ answered, records, bytes }) => ({ windowsDone: answered, records, bytes }));
    this.#done = sum([this.#done, ...stored]);
    [this.#references, this.#table] = [NOTHING, NOTHING];
    if (isLast) this.#referenceWindows = 0;
  }
}

const sum = (all: readonly Figures[]): Figures => ({
  windowsDone: all.reduce((total, each) => total + each.windowsDone, 0),
  records: all.reduce((total, each) => total + each.records, 0),
  bytes: all.reduce((total, each) => total + each.bytes, 0),
});

const SPAN_MS = 30_000;
/** A shorter time gives no meaningful speed. */
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

  /** `sample`: windows and records done since the run began. */
  read(sample: Sample, windowsLeft: number): DownloadSpeed {
    this.#samples.push(sample);
    // The last sample before the span marks its beginning.
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
