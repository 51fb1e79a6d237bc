// Opens SQLite files of the service, readable only by their owner. Errors about damage name the file.

import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

/** A file that is damaged or not SQLite. The message names the file and says what to do. */
export class DamagedDatabaseError extends Error {
  constructor(file: string, cause: Error) {
    super(
      `${file} is damaged (${cause.message}). Stop the service and replace the file with a backup. Without one, move the ` +
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
 * Opens the file, and creates it if it is missing. SQLite gives the files beside it the same mode.
 *
 * @param prepare runs before the file is checked
 * @throws DamagedDatabaseError
 */
export function openDatabaseFile(
  file: string,
  prepare: (database: Database.Database) => void,
): Database.Database {
  makePrivate(file);
  const database = new Database(file, { timeout: 10_000 });
  try {
    nameDamage(database, file);
    prepare(database);
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens an existing file for reading, mapped into memory. */
export function openToRead(file: string): Database.Database {
  const database = new Database(file, { readonly: true, timeout: 10_000 });
  nameDamage(database, file);
  database.pragma('mmap_size = 1073741824');
  return database;
}

/** Checking a larger file would delay the start; its damage is found when it is read. */
const MOST_CHECKED = 2 ** 30;

/**
 * Checks all pages of a file, if it exists, because SQLite itself finds a damaged page only when it reads it. Eight
 * weeks of sample racing (290 MB) take about 50 ms, and half a second if they are not in the file cache.
 *
 * @throws DamagedDatabaseError
 */
export function checkPages(file: string): void {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size === 0 || size > MOST_CHECKED) return;
  const database = openToRead(file);
  try {
    const found = String(database.pragma('quick_check(1)', { simple: true }));
    if (found !== 'ok') throw new DamagedDatabaseError(file, new Error(found.replaceAll(/\s+/g, ' ')));
  } finally {
    database.close();
  }
}

/** Any statement may meet a damaged page, long after the file was opened, so its error names the file. */
function nameDamage(database: Database.Database, file: string): void {
  const naming =
    <Given extends unknown[], Result>(call: (...given: Given) => Result) =>
    (...given: Given): Result => {
      try {
        return call(...given);
      } catch (error) {
        throw isDamage(error) ? new DamagedDatabaseError(file, error) : error;
      }
    };
  const prepare = naming(database.prepare.bind(database));
  database.exec = naming(database.exec.bind(database));
  database.pragma = naming(database.pragma.bind(database));
  database.prepare = ((sql: string) => {
    const statement = prepare(sql);
    statement.all = naming(statement.all.bind(statement));
    statement.get = naming(statement.get.bind(statement));
    statement.run = naming(statement.run.bind(statement));
    return statement;
  }) as typeof database.prepare;
}

/** Removes a file with the files that SQLite keeps beside it. */
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
