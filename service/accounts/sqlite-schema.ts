// The tables of the accounts in SQLite, as numbered migrations; the file has its version as `user_version`. PostgreSQL
// has the same tables (service/store/postgres/migrations).

import type Database from 'better-sqlite3';
import { missingMigrations, newestVersion, NewerStoreError, type Migration } from '#shared/migrations.ts';

interface AccountsMigration extends Migration {
  readonly sql: string;
}

const MIGRATIONS: readonly AccountsMigration[] = [
  {
    // A key without a user is the application's; of two keys, the one with the higher number is current. Rows of the
    // audit log can be neither changed nor removed, over any connection. Files of the first release have these tables
    // and version 0.
    version: 1,
    sql: `
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
    `,
  },
  {
    // The dashboard: who is an operator, passkeys, one-time links, sessions, and what each user requested per day.
    version: 2,
    sql: `
      ALTER TABLE user ADD COLUMN role TEXT;
      ALTER TABLE access_key ADD COLUMN expires_at TEXT;
      ALTER TABLE access_key ADD COLUMN last_used_at TEXT;
      CREATE INDEX audit_log_user ON audit_log (user_id);
      CREATE TABLE passkey (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
        public_key BLOB NOT NULL,
        counter INTEGER NOT NULL,
        transports TEXT NOT NULL,
        made_at TEXT NOT NULL,
        last_used_at TEXT
      ) STRICT;
      CREATE INDEX passkey_user ON passkey (user_id);
      CREATE TABLE invitation (
        digest BLOB PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
        expires_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE challenge (
        digest BLOB PRIMARY KEY,
        invitation BLOB,
        expires_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE dashboard_session (
        digest BLOB PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
        started_at TEXT NOT NULL,
        seen_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE usage_count (
        user_id TEXT NOT NULL,
        day TEXT NOT NULL,
        outcome TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (user_id, day, outcome)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_count_day ON usage_count (day);
    `,
  },
  // What a user calls a passkey, such as the name of its device.
  { version: 3, sql: 'ALTER TABLE passkey ADD COLUMN name TEXT' },
];

/**
 * Creates or updates the tables. Other connections wait meanwhile.
 *
 * @throws NewerStoreError
 */
export function migrateAccounts(database: Database.Database): void {
  const stored = () => Number(database.pragma('user_version', { simple: true }));
  const newest = newestVersion(MIGRATIONS);
  if (stored() > newest) throw new NewerStoreError('The accounts have', stored());
  if (stored() === newest) return;
  const update = database.transaction(() => {
    // Another process may have updated the file meanwhile.
    for (const { version, sql } of missingMigrations(stored(), MIGRATIONS)) {
      database.exec(sql);
      database.pragma(`user_version = ${version}`);
    }
  });
  update.immediate();
}
