// The accounts in a SQLite file, which a running service and commands share (WAL).

import type Database from 'better-sqlite3';
import type { Awaitable } from '../awaitable.ts';
import { andThen } from '../awaitable.ts';
import { Commits } from '../store/sqlite/commits.ts';
import { openDatabaseFile } from '../store/sqlite/database-file.ts';
import type { Accounts, StoredCredentials } from './accounts.ts';
import { AccountRows } from './accounts.ts';
import { migrateAccounts } from './sqlite-schema.ts';

/** Wrong keys are remembered too, so the number is limited: guessing must not fill the memory. */
const MOST_REMEMBERED = 1_000;

/**
 * Credentials that were looked up are remembered until anything changes in the file, so that a command's change
 * applies from the next request on (see Commits).
 */
export class SqliteAccounts extends AccountRows implements Accounts {
  readonly #database: Database.Database;
  readonly #commits: Commits;
  readonly #remembered: Map<string, StoredCredentials>;
  #lastWork: Promise<unknown> = Promise.resolve();

  /** @throws DamagedDatabaseError, NewerStoreError */
  constructor(file: string) {
    const database = openDatabaseFile(file, (opened) => {
      opened.pragma('journal_mode = WAL');
      // A key that was shown must survive a power cut.
      opened.pragma('synchronous = FULL');
      opened.pragma('foreign_keys = ON');
      migrateAccounts(opened);
    });
    const statements = new Map<string, Database.Statement>();
    const remembered = new Map<string, StoredCredentials>();
    super(async <Row>(sql: string, values: readonly unknown[] = []) => {
      const statement = statements.get(sql) ?? database.prepare(sql.replaceAll(/\$\d/g, '?'));
      statements.set(sql, statement);
      if (statement.reader) return statement.all(...values) as Row[];
      statement.run(...values);
      remembered.clear();
      return [];
    }, 'user');
    this.#database = database;
    this.#remembered = remembered;
    this.#commits = new Commits(database);
  }

  override lookUp(digest: Buffer): Awaitable<StoredCredentials> {
    if (this.#commits.haveCome() || this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    const name = digest.toString('latin1');
    const remembered = this.#remembered.get(name);
    if (remembered) return remembered;
    return andThen(super.lookUp(digest), (found) => {
      this.#remembered.set(name, found);
      return found;
    });
  }

  atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result> {
    // One after the other, since all share the connection.
    const done = this.#lastWork.then(() => this.#transaction(work));
    this.#lastWork = done.then(ignore, ignore);
    return done;
  }

  async #transaction<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result> {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(this);
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      this.#remembered.clear();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#lastWork;
    this.#database.close();
  }
}

const ignore = (): void => {};
