// The days that are still being generated, and the queries that wait for them.

interface Wait {
  readonly days: Set<string>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class PendingDays {
  readonly #pending: Set<string>;
  readonly #waits = new Set<Wait>();
  #failure: Error | undefined;

  constructor(racedates: Iterable<string>) {
    this.#pending = new Set(racedates);
  }

  isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  get size(): number {
    return this.#pending.size;
  }

  /**
   * Resolves when every pending day of the period, closed at both ends, has arrived; rejects when the signal aborts,
   * because it took too long.
   */
  ready(from = '', to = '99999999', enough?: AbortSignal): Promise<void> {
    const days = new Set([...this.#pending].filter((racedate) => racedate >= from && racedate <= to));
    if (days.size === 0) return Promise.resolve();
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const wait: Wait = { days, resolve, reject };
      this.#waits.add(wait);
      enough?.addEventListener('abort', () => {
        this.#waits.delete(wait);
        reject(new Error('not generated in time'));
      });
    });
  }

  newest(): string | undefined {
    return [...this.#pending].toSorted().at(-1);
  }

  /** The days that queries wait for. */
  awaited(): string[] {
    return [...new Set([...this.#waits].flatMap(({ days }) => [...days]))];
  }

  arrived(racedate: string): void {
    this.#pending.delete(racedate);
    for (const wait of this.#waits) {
      wait.days.delete(racedate);
      if (wait.days.size > 0) continue;
      this.#waits.delete(wait);
      wait.resolve();
    }
  }

  /** Moves the waiting queries to `there`, for the same days if they are pending there. */
  follow(next: PendingDays): void {
    for (const wait of this.#waits) {
      const days = new Set([...wait.days].filter((racedate) => next.#pending.has(racedate)));
      if (days.size === 0) wait.resolve();
      else next.#waits.add({ ...wait, days });
    }
    this.#waits.clear();
  }

  /** Rejects all current and future waits for days that have not arrived. */
  failed(reason: Error): void {
    this.#failure = reason;
    for (const wait of this.#waits) wait.reject(reason);
    this.#waits.clear();
  }
}
