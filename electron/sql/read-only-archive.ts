// The archive of a process that has nothing else to do with it: opened read-only, without access to other files, the
// network or settings.

import { DuckDBInstance } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';
import { Archive, type ArchiveOptions } from '../archive/archive.ts';
import { archiveError, isDamage } from '../archive/damage.ts';
import { salvageFile } from '../archive/open-file.ts';
import { checkSelect, select, SqlError, type SqlAnswer, type SqlArchive } from './select.ts';

/** Locked last: after this no setting can be changed. */
const LOCKED_DOWN = {
  access_mode: 'READ_ONLY',
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  memory_limit: '768MB',
  threads: '2',
  lock_configuration: 'true',
};

/**
 * Creates the archive if it does not exist. Errors: ARCHIVE_FAILED; ARCHIVE_IN_USE if another process has it open.
 * @param now epoch milliseconds
 */
export async function openReadOnly(
  path: string,
  now: number,
  options: Partial<ArchiveOptions> = {},
): Promise<SqlArchive> {
  // A new archive, one of an older version, or one that a killed process left is prepared first, and outdated rows of
  // subjects are computed: that requires writing, which a read-only instance cannot do.
  const archive = await Archive.open(path, now, options);
  await archive.renewSubjects();
  await archive.close();
  const instance = await openLocked(path);
  return {
    async select(sql, signal, use) {
      try {
        return await selectFrom(instance, sql, signal, use);
      } catch (error) {
        if (!(error instanceof SqlError) || !isDamage(error.cause)) throw error;
        instance.closeSync();
        await salvageFile(path, { now, onSalvage: options.onSalvage ?? (async () => undefined) });
        throw new RailbirdError('ARCHIVE_SALVAGED', {}, { cause: error });
      }
    },
    close: () => instance.closeSync(),
  };
}

async function selectFrom<T>(
  instance: DuckDBInstance,
  sql: string,
  signal: AbortSignal,
  use: (answer: SqlAnswer) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    await checkSelect(connection, sql, signal);
    const own = {
      run: <R>(act: (open: typeof connection) => Promise<R>) => act(connection),
      interrupt: () => connection.interrupt(),
    };
    return await select(own, sql, signal, use);
  } finally {
    connection.closeSync();
  }
}

async function openLocked(path: string): Promise<DuckDBInstance> {
  try {
    return await DuckDBInstance.create(path, LOCKED_DOWN);
  } catch (cause) {
    throw archiveError(path, cause);
  }
}
