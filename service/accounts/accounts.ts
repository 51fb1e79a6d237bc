// Who may ask: application keys (current and previous), user keys and plans, in SQLite. Only digests are kept.

import Database from 'better-sqlite3';

/** What the checks need to know of the accounts. */
export interface Accounts {
  /** Digests of the application keys that are valid now: the current one and, during a rotation, the previous. */
  applicationDigests(): readonly Uint8Array[];
  /** The user whose key has this digest, with the stored digest for a comparison in constant time. */
  userByDigest(digest: Buffer): User | undefined;
}

export interface User {
  readonly id: string;
  readonly digest: Uint8Array;
  /** Name of the plan; null when none is subscribed. */
  readonly plan: string | null;
  /** ISO 8601 instant at which the plan ends; null when it does not. */
  readonly planUntil: string | null;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS application_key (
    slot TEXT PRIMARY KEY CHECK (slot IN ('current', 'previous')),
    digest BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS user (
    id TEXT PRIMARY KEY,
    plan TEXT,
    plan_until TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS user_key (
    digest BLOB PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE
  ) STRICT;
`;

export class SqliteAccounts implements Accounts {
  readonly #database: Database.Database;
  readonly #applicationDigests;
  readonly #userByDigest;

  constructor(file: string) {
    this.#database = new Database(file);
    this.#database.pragma('journal_mode = WAL');
    this.#database.pragma('foreign_keys = ON');
    this.#database.exec(SCHEMA);
    this.#applicationDigests = this.#database
      .prepare<[], Buffer>('SELECT digest FROM application_key')
      .pluck();
    this.#userByDigest = this.#database.prepare<[Buffer], User>(
      `SELECT user.id, digest, plan, plan_until AS planUntil
       FROM user_key JOIN user ON user.id = user_id WHERE digest = ?`,
    );
  }

  applicationDigests(): readonly Uint8Array[] {
    return this.#applicationDigests.all();
  }

  userByDigest(digest: Buffer): User | undefined {
    return this.#userByDigest.get(digest);
  }

  /** Makes this the application key; with `keepPrevious` the one before stays valid until the next change. */
  setApplicationKey(digest: Buffer, { keepPrevious }: { readonly keepPrevious: boolean }): void {
    this.#database.transaction(() => {
      const current = this.#database
        .prepare<[], Buffer>(`SELECT digest FROM application_key WHERE slot = 'current'`)
        .pluck()
        .get();
      if (current && digest.equals(current)) return;
      this.#database.exec('DELETE FROM application_key');
      const insert = this.#database.prepare('INSERT INTO application_key (slot, digest) VALUES (?, ?)');
      insert.run('current', digest);
      if (current && keepPrevious) insert.run('previous', current);
    })();
  }

  /** Adds a user or changes the plan. */
  setUser(id: string, plan: { readonly name: string | null; readonly until: string | null }): void {
    this.#database
      .prepare(
        `INSERT INTO user (id, plan, plan_until) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, plan_until = excluded.plan_until`,
      )
      .run(id, plan.name, plan.until);
  }

  /** Gives the user a key; others that the user has stay valid until they are revoked. */
  addUserKey(id: string, digest: Buffer): void {
    this.#database
      .prepare(
        `INSERT INTO user_key (digest, user_id) VALUES (?, ?)
         ON CONFLICT (digest) DO UPDATE SET user_id = excluded.user_id`,
      )
      .run(digest, id);
  }

  revokeUserKey(digest: Buffer): void {
    this.#database.prepare('DELETE FROM user_key WHERE digest = ?').run(digest);
  }

  close(): void {
    this.#database.close();
  }
}
