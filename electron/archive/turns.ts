// Writes, one after another, and what can be known between them: whether something was written since a moment.

export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #begun = 0;
  #isInProgress = false;

  /** A state in which nothing is being written; undefined during a write. As long as it is the same, so is all that is read. */
  get state(): number | undefined {
    return this.#isInProgress ? undefined : this.#begun;
  }

  /** Runs a write after those before it. One that fails does not keep the next from running. */
  take(write: () => Promise<void>): Promise<void> {
    const before = this.#last;
    const mine = (async () => {
      await before;
      this.#begun += 1;
      this.#isInProgress = true;
      try {
        await write();
      } finally {
        this.#isInProgress = false;
      }
    })();
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Runs something that writes nothing between two writes. */
  between<T>(use: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(use);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Resolves when the writes that were asked for have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
