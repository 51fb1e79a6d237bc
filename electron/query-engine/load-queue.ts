// The order in which the columns of a row set are loaded: first those that a query waits for; then, in the background,
// the most recently shown ones, once scrolling has paused or while they stay on screen.

/**
 * Columns loaded together share one pass over the rows; more at once would delay other requests for longer. In the
 * background columns are loaded one at a time.
 */
const AT_ONCE = 2;
/** How many of the most recently shown columns are remembered for the background. */
const MOST_IN_BACKGROUND = 60;

/** Loading a whole column delays the archive by as much as a window or two of cells, which scrolling waits for. */
const PAUSE_MS = 100;

/**
 * A column that has been shown for this long is likely to stay on screen; once it is loaded, its cells cost next to
 * nothing.
 */
const STAYS_MS = 400;

/**
 * Calls back at once if the previous call was at least `PAUSE_MS` ago. Otherwise, and the first time, calls back after
 * `PAUSE_MS` without another call.
 */
export type AfterPause = (then: () => void) => void;

function afterPause(): AfterPause {
  let timer: NodeJS.Timeout | undefined;
  let lastCall = Infinity;
  return (then) => {
    const before = lastCall;
    lastCall = performance.now();
    clearTimeout(timer);
    if (lastCall - before >= PAUSE_MS) return then();
    timer = setTimeout(then, PAUSE_MS);
    timer.unref();
  };
}

/** One load: its columns are read from the archive, then coded by the worker. */
export interface ColumnLoad {
  readonly read: Promise<unknown>;
  /** Rejects if reading or coding failed. */
  readonly loaded: Promise<void>;
}

export class LoadQueue {
  readonly #load: (names: readonly string[]) => ColumnLoad;
  readonly #afterPause: AfterPause;
  readonly #now: () => number;
  readonly #loading = new Map<string, Promise<void>>();
  /** Columns of `#loading` that a query waits for. */
  readonly #awaited = new Set<string>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  /** Most recently shown first, with the time since when each has been shown. */
  #background = new Map<string, number>();
  /** The missing columns of the last window. */
  #shown: readonly string[] = [];
  #isPaused = false;
  /** When the columns of a query were last ready: it reads cells of its rows next. */
  #queriedAt = -Infinity;
  #isRunning = false;

  constructor(
    load: (names: readonly string[]) => ColumnLoad,
    whenPaused: AfterPause = afterPause(),
    now: () => number = () => performance.now(),
  ) {
    this.#load = load;
    this.#afterPause = whenPaused;
    this.#now = now;
  }

  /**
   * Columns that are on screen now, to be loaded in the background. If one fails, the query that needs it reports the
   * failure.
   */
  later(names: readonly string[]): void {
    this.#shown = names.filter((name) => !this.#loading.has(name) && !this.#waiting.has(name));
    const now = this.#now();
    const shown = this.#shown.map((name) => [name, this.#background.get(name) ?? now] as const);
    const before = [...this.#background].filter(([name]) => !this.#shown.includes(name));
    this.#background = new Map([...shown, ...before].slice(0, MOST_IN_BACKGROUND));
    if (this.#staying() !== undefined) this.#run();
    this.#waitForPause();
  }

  /** Loads the columns before all others. Errors: those of loading. */
  async now(names: readonly string[]): Promise<void> {
    const all = names.map((name) => {
      const loading = this.#loading.get(name);
      if (loading) this.#awaited.add(name);
      const coming = loading ?? this.#waiting.get(name)?.promise;
      if (coming) return coming;
      const waiting = Promise.withResolvers<void>();
      this.#waiting.set(name, waiting);
      return waiting.promise;
    });
    this.#run();
    await Promise.all(all);
  }

  /** Stops the background; a column that is being loaded is finished. */
  clear(): void {
    this.#background.clear();
  }

  #waitForPause(): void {
    this.#isPaused = false;
    this.#afterPause(() => {
      this.#isPaused = true;
      this.#run();
    });
  }

  /** A column that has been on screen for a while, unless a query was just answered. */
  #staying(): string | undefined {
    const now = this.#now();
    if (now - this.#queriedAt < PAUSE_MS) return undefined;
    return this.#shown.find((name) => now - (this.#background.get(name) ?? now) >= STAYS_MS);
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#work();
  }

  /**
   * While the worker codes columns that a query waits for, the archive reads the next ones. It is over as soon as it finds
   * nothing to load: a column that is wanted in the next moment begins another.
   */
  async #work(): Promise<void> {
    try {
      let before = Promise.resolve();
      for (let next = this.#next(); next.length > 0; next = this.#next()) {
        const { read, loaded } = this.#load(next);
        const settled = this.#settle(next, loaded);
        await read.catch(() => undefined);
        await (this.#waiting.size > 0 ? before : settled);
        before = settled;
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Tells the queries that wait for the columns. Never rejects. */
  async #settle(names: readonly string[], loaded: Promise<void>): Promise<void> {
    const waiting = names.map((name) => this.#waiting.get(name));
    for (const name of names) {
      if (this.#waiting.delete(name)) this.#awaited.add(name);
      this.#loading.set(name, loaded);
    }
    try {
      await loaded;
      if (names.some((name) => this.#awaited.has(name))) {
        this.#queriedAt = this.#now();
        this.#waitForPause();
      }
      for (const each of waiting) each?.resolve();
    } catch (error) {
      for (const each of waiting) each?.reject(error);
    } finally {
      for (const name of names) {
        this.#loading.delete(name);
        this.#awaited.delete(name);
      }
    }
  }

  #next(): readonly string[] {
    const awaited = [...this.#waiting.keys()].slice(0, AT_ONCE);
    const [idle] = this.#isPaused ? this.#background.keys() : [this.#staying()];
    const names = awaited.length > 0 ? awaited : idle === undefined ? [] : [idle];
    for (const name of names) this.#background.delete(name);
    return names;
  }
}
