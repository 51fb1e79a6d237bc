// The accounts' rows in SQLite.

import type Database from 'better-sqlite3';
import type { AccountRows, AuditEntry, StoredKey, KeyRow, AccountPlan, UserRow } from './account-rows.ts';
import { ALL_HISTORY, ALL_KEYS } from './account-rows.ts';
import { openAccountsFile } from './schema.ts';

export class SqliteRows implements AccountRows {
  readonly #database: Database.Database;

  constructor(file: string) {
    this.#database = openAccountsFile(file);
  }

  async atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result> {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(this);
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  async keys(): Promise<StoredKey[]> {
    return this.#database.prepare<[], StoredKey>(ALL_KEYS).all();
  }

  async users(): Promise<UserRow[]> {
    return this.#database
      .prepare<[], UserRow>(
        `SELECT id AS user, plan, plan_until AS until,
           (SELECT count(*) FROM access_key WHERE user_id = user.id) AS keys FROM user ORDER BY id`,
      )
      .all();
  }

  async history(): Promise<AuditEntry[]> {
    return this.#database.prepare<[], AuditEntry>(ALL_HISTORY).all();
  }

  async addUser(user: string): Promise<void> {
    this.#database.prepare('INSERT INTO user (id) VALUES (?) ON CONFLICT DO NOTHING').run(user);
  }

  async addKey({ digest, key_id, user, issued_at }: KeyRow): Promise<void> {
    this.#database
      .prepare('INSERT INTO access_key (digest, key_id, user_id, issued_at) VALUES (?, ?, ?, ?)')
      .run(digest, key_id, user, issued_at);
  }

  async removeKey(keyId: string): Promise<void> {
    this.#database.prepare('DELETE FROM access_key WHERE key_id = ?').run(keyId);
  }

  async setPlan(user: string, plan: AccountPlan | null): Promise<void> {
    this.#database
      .prepare('UPDATE user SET plan = ?, plan_until = ? WHERE id = ?')
      .run(plan?.name ?? null, plan?.until ?? null, user);
  }

  async log({ at, operator, action, user, key_id, detail }: AuditEntry): Promise<void> {
    this.#database
      .prepare(
        'INSERT INTO audit_log (at, operator, action, user_id, key_id, detail) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(at, operator, action, user, key_id, detail);
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
