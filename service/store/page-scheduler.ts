// Allows one page per turn of the event loop, however many large answers are active, so that a small query waits for at
// most one page and not for one of each answer.

export class PageScheduler {
  readonly #waiting: (() => void)[] = [];

  /** Resolves at the caller's turn, in the order of the calls; never in the same turn of the event loop. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  #schedule(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
