// The file of the accounts: users with their plans, digests of keys, and the log of what was done to them.

import type Database from 'better-sqlite3';
import { openDatabaseFile } from '../store/sqlite/database-file.ts';

/**
 * A key without a user is the application's; of two, the one with the higher number is the current one. Rows of
 * the audit log can be neither changed nor removed, over whatever connection.
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

/**
 * Opens the file, and makes in it what is not there yet. A running service and commands share it (WAL).
 *
 * @throws DamagedFile
 */
export function openAccountsFile(file: string): Database.Database {
  return openDatabaseFile(file, (database) => {
    database.pragma('journal_mode = WAL');
    // A key that was revealed must not be gone after a power cut.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.exec(SCHEMA);
  });
}
