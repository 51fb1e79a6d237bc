// Who may ask: application keys (current and previous), user keys and plans, in SQLite. Only digests are kept.

import type Database from 'better-sqlite3';
import { openAccountsFile } from './schema.ts';

/** What the checks need to know of the accounts. */
export interface Accounts {
  /** @param digest of the user key that was sent */
  lookUp(digest: Buffer): Promise<StoredCredentials>;
}

export interface StoredCredentials {
  /** Digests of the application keys that are valid now: the current one and, during a rotation, the previous. */
  readonly applicationDigests: readonly Uint8Array[];
  /** The user whose key has this digest, with the stored digest for a comparison in constant time. */
  readonly user: User | undefined;
}

export interface User {
  readonly id: string;
  readonly digest: Uint8Array;
  /** Name of the plan; null when none is subscribed. */
  readonly plan: string | null;
  /** ISO 8601 instant at which the plan ends; null when it does not. */
  readonly planUntil: string | null;
}

/** Wrong keys are known too; what guesses them does not fill the memory. */
const MOST_KNOWN = 1_000;

/**
 * The accounts as the checks read them. What was found is kept until anything changes in the file, so that what a
 * command changes counts from the next request on. Its own changes are for keys that nobody issued (those of the
 * sample); a person’s go through
 * `AccountBook`, which logs them.
 */
export class SqliteAccounts implements Accounts {
  readonly #database: Database.Database;
  readonly #applicationDigests;
  readonly #userByDigest;
  /** Changes with every change that another connection commits, of this process or another. */
  readonly #version;
  readonly #known = new Map<string, StoredCredentials>();
  #knownAt = 0;

  constructor(file: string) {
    this.#database = openAccountsFile(file);
    this.#applicationDigests = this.#database
      .prepare<[], Buffer>('SELECT digest FROM access_key WHERE user_id IS NULL')
      .pluck();
    this.#userByDigest = this.#database.prepare<[Buffer], User>(
      `SELECT user.id, digest, plan, plan_until AS planUntil
       FROM access_key JOIN user ON user.id = user_id WHERE digest = ?`,
    );
    this.#version = this.#database.prepare<[], number>('PRAGMA data_version').pluck();
  }

  async lookUp(digest: Buffer): Promise<StoredCredentials> {
    const version = this.#version.get() ?? 0;
    if (version !== this.#knownAt || this.#known.size >= MOST_KNOWN) this.#forget();
    this.#knownAt = version;
    const name = digest.toString('latin1');
    const known = this.#known.get(name);
    if (known) return known;
    const found = { applicationDigests: this.applicationDigests(), user: this.userByDigest(digest) };
    this.#known.set(name, found);
    return found;
  }

  applicationDigests(): readonly Uint8Array[] {
    return this.#applicationDigests.all();
  }

  userByDigest(digest: Buffer): User | undefined {
    return this.#userByDigest.get(digest);
  }

  #forget(): void {
    this.#known.clear();
  }

  /** Makes this the application key; with `keepPrevious` the one before stays valid until the next change. */
  setApplicationKey(digest: Buffer, { keepPrevious }: { readonly keepPrevious: boolean }): void {
    this.#forget();
    this.#database.transaction(() => {
      const newest = 'SELECT max(number) FROM access_key WHERE user_id IS NULL';
      const current = this.#database
        .prepare<[], Buffer>(`SELECT digest FROM access_key WHERE number = (${newest})`)
        .pluck()
        .get();
      if (current && digest.equals(current)) return;
      const others = keepPrevious ? `AND number < (${newest})` : '';
      this.#database.exec(`DELETE FROM access_key WHERE user_id IS NULL ${others}`);
      this.#add(digest, null);
    })();
  }

  /** Adds a user or changes the plan. */
  setUser(id: string, plan: { readonly name: string | null; readonly until: string | null }): void {
    this.#forget();
    this.#database
      .prepare(
        `INSERT INTO user (id, plan, plan_until) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, plan_until = excluded.plan_until`,
      )
      .run(id, plan.name, plan.until);
  }

  /** Gives the user a key; others that the user has stay valid until they are revoked. */
  addUserKey(id: string, digest: Buffer): void {
    this.#add(digest, id);
  }

  revokeUserKey(digest: Buffer): void {
    this.#forget();
    this.#database.prepare('DELETE FROM access_key WHERE digest = ?').run(digest);
  }

  close(): void {
    this.#database.close();
  }

  #add(digest: Buffer, userId: string | null): void {
    this.#forget();
    this.#database
      .prepare(
        `INSERT INTO access_key (digest, key_id, user_id) VALUES (?, ?, ?)
         ON CONFLICT (digest) DO UPDATE SET user_id = excluded.user_id`,
      )
      .run(digest, digest.toString('hex', 0, 8), userId);
  }
}
