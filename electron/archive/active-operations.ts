// What is under way on a database handle. DuckDB must not be closed under a running query: the process would hang.

export class ActiveOperations {
  readonly #running = new Set<Promise<unknown>>();

  /** Counts the use until it has ended, well or not. */
  run<T>(use: () => Promise<T>): Promise<T> {
    const running = use();
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** When nothing is under way, what began meanwhile included. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
