// Classifies DuckDB's errors about an archive's file: its content is damaged, another process has it open, or the
// system refused an operation for the moment. DuckDB's errors have no codes, so the messages have to do.

import { dirname } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';

const IN_USE = /could not set lock|lock is held|used by another process/i;

/** Only damage that DuckDB found in the bytes of the file or its log. */
const DAMAGE =
  /corrupt (database|wal) file|computed checksum|not a valid duckdb database|could not read enough bytes|while replaying wal|serialization error|failed to deserialize|sqlite_scanner/i;

/** A refusal by the system. It may occur inside a message about the log. */
const SYSTEM =
  /cannot open file|could not (read from|write|open|seek|sync|fsync|truncate|move|remove|create|get)|failed to (open|read|write|allocate)|out of memory|not enough memory|no space left|permission denied/i;

/** DuckDB's own text, without what an SQL query quotes. */
const OF_THE_FILE = /^(IO|FATAL|Serialization|INTERNAL) Error/;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Another process has the file open. */
export const isInUse = (error: unknown): boolean => IN_USE.test(messageOf(error));

/** The file's content is damaged. Never true for a system error, which may pass. */
export function isDamage(error: unknown): boolean {
  const message = messageOf(error);
  return OF_THE_FILE.test(message) && DAMAGE.test(message) && !SYSTEM.test(message) && !IN_USE.test(message);
}

/** DuckDB answers no more queries until the file is reopened: an earlier write failed half way. */
export const isInvalidated = (error: unknown): boolean =>
  /database has been invalidated/i.test(messageOf(error));

/** ARCHIVE_FAILED with the system's own message, or ARCHIVE_IN_USE. */
export function archiveError(path: string, cause: unknown): RailbirdError {
  if (cause instanceof RailbirdError) return cause;
  const dataDir = dirname(path);
  if (isInUse(cause)) return new RailbirdError('ARCHIVE_IN_USE', { dataDir }, { cause });
  return archiveFailed(dataDir, cause);
}

/** Handles errors of both node:fs and DuckDB. */
export const archiveFailed = (dataDir: string, cause: unknown): RailbirdError =>
  new RailbirdError('ARCHIVE_FAILED', { dataDir, problem: firstLine(messageOf(cause)) }, { cause });

/** Without the advice for programmers that follows, and no longer than a notice can show. */
const firstLine = (message: string): string => message.split('\n', 1)[0]?.slice(0, 300) ?? '';
