// How many threads a query of the archive has. With two, the caller of a query that one thread can execute polls for the
// other's result, which takes as much of a processor as the query. DuckDB also writes a file row by row with one thread,
// instead of collecting its rows in memory to write them in several. An export keeps two threads busy without either:
// with two connections.

import { oneAtATime } from './one-at-a-time.ts';

export class QueryThreads {
  readonly #set: (threads: 'one' | 'usual') => Promise<void>;
  readonly #inTurn = oneAtATime();
  #uses = 0;

  constructor(set: (threads: 'one' | 'usual') => Promise<void>) {
    this.#set = set;
  }

  /** Queries have one thread each while `use` runs. */
  async inOne<T>(use: () => Promise<T>): Promise<T> {
    this.#uses += 1;
    try {
      await this.#follow();
      return await use();
    } finally {
      this.#uses -= 1;
      // If the file cannot be opened again, nothing runs in it.
      await this.#follow().catch(() => undefined);
    }
  }

  #follow(): Promise<void> {
    return this.#inTurn(() => this.#set(this.#uses > 0 ? 'one' : 'usual'));
  }
}
