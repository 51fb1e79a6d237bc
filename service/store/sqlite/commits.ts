// Notices what others commit to a SQLite file, so that what was read from it can be remembered until then.

import type Database from 'better-sqlite3';

/**
 * Asks the file once per turn of the event loop: asking takes and gives back locks of the file, which under load would
 * be a tenth of the work of a request. No answer is older than the moment at which its request was sent: a turn reads
 * only the connections that had something to read when it began, so a request that is sent after a commit is read in a
 * later turn. Only a client that sends a request before the last one is answered may have both answered from the state of
 * the first.
 */
export class Commits {
  /** Increases with every commit of another connection, of this process or another. */
  readonly #version: Database.Statement<[], number>;
  #seen: number | undefined;
  #isAsked = false;

  constructor(database: Database.Database) {
    this.#version = database.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** Whether another connection has committed since the last call in an earlier turn. */
  haveCome(): boolean {
    if (this.#isAsked) return false;
    const version = this.#version.get();
    this.#isAsked = true;
    setImmediate(() => (this.#isAsked = false));
    const isNew = version !== this.#seen;
    this.#seen = version;
    return isNew;
  }
}
