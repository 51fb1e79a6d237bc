// Columns on their way into a view: what is waited for first; then what a press would need; what was last on screen
// next, once nobody scrolls over columns that are not here, or where they stay on screen while the rows go by.

/**
 * Read together, columns share one pass over the rows; more of them would keep others waiting for longer. Of those that
 * nobody waits for, one at a time.
 */
const AT_ONCE = 2;
/** Of the columns that were on screen and are not waited for, so many of the last ones. */
const MOST_LATER = 60;

/** A whole column takes the archive for as long as a window or two of cells, which who scrolls waits for. */
const QUIET_MS = 100;

/** Looked at for so long, a column stays on screen: held, its windows cost next to nothing. */
const STAYS_MS = 400;

/** Calls back at once after a while of quiet, else once it is quiet again; the first time, too, only after a while. */
export type WhenQuiet = (then: () => void) => void;

function whenQuiet(): WhenQuiet {
  let timer: NodeJS.Timeout | undefined;
  let called = Infinity;
  return (then) => {
    const before = called;
    called = performance.now();
    clearTimeout(timer);
    if (called - before >= QUIET_MS) return then();
    timer = setTimeout(then, QUIET_MS);
    timer.unref();
  };
}

export class LoadQueue {
  readonly #load: (names: readonly string[]) => Promise<void>;
  readonly #whenQuiet: WhenQuiet;
  readonly #now: () => number;
  readonly #loading = new Map<string, Promise<void>>();
  /** Of those that are loading, the ones that a question waits for. */
  readonly #awaited = new Set<string>();
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  /** Nobody waits for them yet. */
  #soon: readonly string[] = [];
  /** The last asked for in front, with the time since when. */
  #later = new Map<string, number>();
  /** Of the last question. */
  #looked: readonly string[] = [];
  #isQuiet = false;
  /** When a question last had what it waited for: cells of its rows are read next, by themselves. */
  #askedAt = -Infinity;
  #running = false;

  constructor(
    load: (names: readonly string[]) => Promise<void>,
    quiet: WhenQuiet = whenQuiet(),
    now: () => number = () => performance.now(),
  ) {
    this.#load = load;
    this.#whenQuiet = quiet;
    this.#now = now;
  }

  /** Some time, when nothing is waited for or looked at. A failure is met again by who waits. */
  later(names: readonly string[]): void {
    this.#looked = names.filter((name) => !this.#loading.has(name) && !this.#waiting.has(name));
    const now = this.#now();
    const requested = this.#looked.map((name) => [name, this.#later.get(name) ?? now] as const);
    const before = [...this.#later].filter(([name]) => !this.#looked.includes(name));
    this.#later = new Map([...requested, ...before].slice(0, MOST_LATER));
    if (this.#staying() !== undefined) this.#run();
    this.#waitForQuiet();
  }

  /** As soon as nothing is waited for, in place of those named so before. A failure is met again by who waits. */
  soon(names: readonly string[]): void {
    this.#soon = names.filter((name) => !this.#loading.has(name) && !this.#waiting.has(name));
    this.#run();
  }

  /** Before everything else. Errors: those of loading. */
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

  /** What is not begun is not loaded any more. */
  clear(): void {
    this.#soon = [];
    this.#later.clear();
  }

  #waitForQuiet(): void {
    this.#isQuiet = false;
    this.#whenQuiet(() => {
      this.#isQuiet = true;
      this.#run();
    });
  }

  /** A column that has been on screen for a while, where no question came in between. */
  #staying(): string | undefined {
    const now = this.#now();
    if (now - this.#askedAt < QUIET_MS) return undefined;
    return this.#looked.find((name) => now - (this.#later.get(name) ?? now) >= STAYS_MS);
  }

  #run(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#work().finally(() => {
      this.#running = false;
    });
  }

  async #work(): Promise<void> {
    for (let next = this.#next(); next.length > 0; next = this.#next()) {
      const waiting = next.map((name) => this.#waiting.get(name));
      const loading = this.#load(next);
      for (const name of next) {
        if (this.#waiting.delete(name)) this.#awaited.add(name);
        this.#loading.set(name, loading);
      }
      try {
        await loading;
        if (next.some((name) => this.#awaited.has(name))) {
          this.#askedAt = this.#now();
          this.#waitForQuiet();
        }
        for (const each of waiting) each?.resolve();
      } catch (error) {
        for (const each of waiting) each?.reject(error);
      } finally {
        for (const name of next) {
          this.#loading.delete(name);
          this.#awaited.delete(name);
        }
      }
    }
  }

  #next(): readonly string[] {
    const waited = [...this.#waiting.keys()].slice(0, AT_ONCE);
    const [next] =
      this.#soon.length > 0 ? this.#soon : this.#isQuiet ? this.#later.keys() : [this.#staying()];
    const names = waited.length > 0 ? waited : next === undefined ? [] : [next];
    for (const name of names) this.#later.delete(name);
    this.#soon = this.#soon.filter((name) => !names.includes(name));
    return names;
  }
}
