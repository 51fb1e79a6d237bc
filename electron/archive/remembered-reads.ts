// What was read of the archive, until it is next written: a race's page asks the same small questions for each of its
// records, and each costs more than reading the race.

/** Far more than the pages of a day ask. */
const MOST = 2000;

export class RememberedReads {
  readonly #most: number;
  readonly #answers = new Map<string, Promise<unknown>>();

  constructor(most = MOST) {
    this.#most = most;
  }

  /** The same key must mean the same question. A failure is not remembered. */
  async read<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    // The key stands for the question, and so for the type of its answer.
    if (known !== undefined) return known as Promise<T>;
    const answer = ask();
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest);
    try {
      return await answer;
    } catch (error) {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
      throw error;
    }
  }

  /** To be called after each write, before its writer goes on. */
  forget(): void {
    this.#answers.clear();
  }
}
