// Opens a SQLite file of the service: for its owner's eyes alone, and named where it cannot be read.

import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

/** A file that is no SQLite file, or not a whole one. The message says which and what to do. */
export class DamagedFile extends Error {
  constructor(file: string, cause: Error) {
    super(
      `${file} is damaged (${cause.message}). Stop the service and put a back-up in its place. Without one, move the ` +
        'file and those beside it that end in -wal and -shm away and start again: records are then imported again, ' +
        'keys issued again.',
      { cause },
    );
    this.name = 'DamagedFile';
  }
}

const isDamage = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^SQLITE_(?:NOTADB|CORRUPT)/.test(error.code);

/**
 * Opens the file, and makes it where it is not there yet. SQLite gives the files beside it the same mode.
 *
 * @param prepare what is done first
 * @throws DamagedFile
 */
export function openDatabaseFile(
  file: string,
  prepare: (database: Database.Database) => void,
): Database.Database {
  makePrivate(file);
  const database = new Database(file, { timeout: 10_000 });
  try {
    prepare(database);
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw isDamage(error) ? new DamagedFile(file, error) : error;
  }
}

/** Takes a file away with those that SQLite keeps beside it. */
export function removeDatabaseFile(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const ending of ['', '-wal', '-shm']) {
    const path = `${file}${ending}`;
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined && (mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}
