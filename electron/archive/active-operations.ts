// Counts the operations in progress on a database handle. DuckDB must not be closed during a query: the process would
// hang.

export class ActiveOperations {
  readonly #running = new Set<Promise<unknown>>();
  #lastEnded = performance.now();

  /** Counts the operation until it settles, whether it succeeds or fails. */
  run<T>(use: () => Promise<T>): Promise<T> {
    const running = use();
    this.#running.add(running);
    const forget = () => {
      this.#running.delete(running);
      this.#lastEnded = performance.now();
    };
    running.then(forget, forget);
    return running;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** For how many milliseconds there has been none. */
  get idleMs(): number {
    return this.isIdle ? performance.now() - this.#lastEnded : 0;
  }

  /** Resolves when no operation is in progress, including those that started while waiting. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
