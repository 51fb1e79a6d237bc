// The accounts in a SQLite file, which a running service and commands share (WAL).

import type Database from 'better-sqlite3';
import { openDatabaseFile } from '../store/sqlite/database-file.ts';
import type { Accounts, StoredCredentials } from './accounts.ts';
import { AccountRows } from './accounts.ts';

/**
 * A key without a user is the application's; of two keys, the one with the higher number is current. Rows of the audit
 * log can be neither changed nor removed, over any connection.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS user (
    id TEXT PRIMARY KEY,
    plan TEXT,
    plan_until TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS access_key (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE,
    key_id TEXT NOT NULL UNIQUE,
    user_id TEXT REFERENCES user (id) ON DELETE CASCADE,
    issued_at TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS access_key_user ON access_key (user_id);
  CREATE TABLE IF NOT EXISTS audit_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    user_id TEXT,
    key_id TEXT,
    detail TEXT
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS audit_log_is_not_changed BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
  CREATE TRIGGER IF NOT EXISTS audit_log_is_not_removed BEFORE DELETE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
`;

/** Wrong keys are remembered too, so the number is limited: guessing must not fill the memory. */
const MOST_REMEMBERED = 1_000;

/**
 * Credentials that were looked up are remembered until anything changes in the file, so that a command's change
 * applies from the next request on.
 */
export class SqliteAccounts extends AccountRows implements Accounts {
  readonly #database: Database.Database;
  /** Increases with every commit of another connection, of this process or another. */
  readonly #version: Database.Statement<[], number>;
  readonly #remembered: Map<string, StoredCredentials>;
  #rememberedAt = 0;

  /** @throws DamagedDatabaseError */
  constructor(file: string) {
    const database = openDatabaseFile(file, (opened) => {
      opened.pragma('journal_mode = WAL');
      // A key that was shown must survive a power cut.
      opened.pragma('synchronous = FULL');
      opened.pragma('foreign_keys = ON');
      opened.exec(SCHEMA);
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
    this.#version = database.prepare<[], number>('PRAGMA data_version').pluck();
  }

  override async lookUp(digest: Buffer): Promise<StoredCredentials> {
    const version = this.#version.get() ?? 0;
    if (version !== this.#rememberedAt || this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#rememberedAt = version;
    const name = digest.toString('latin1');
    const remembered = this.#remembered.get(name);
    if (remembered) return remembered;
    const found = await super.lookUp(digest);
    this.#remembered.set(name, found);
    return found;
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

  async close(): Promise<void> {
    this.#database.close();
  }
}
