// What an error of DuckDB says of an archive's file: that its content is damaged, that another process has it open, or
// that the system refused something for the moment. DuckDB gives its errors no codes, so its words have to do.

import { dirname } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';

const IN_USE = /could not set lock|lock is held|used by another process/i;

/** Only what DuckDB found in the bytes of the file or of its log. */
const DAMAGE =
  /corrupt (database|wal) file|computed checksum|not a valid duckdb database|could not read enough bytes|while replaying wal|serialization error|failed to deserialize|sqlite_scanner/i;

/** What the system refused. It may stand inside of a message about the log. */
const SYSTEM =
  /cannot open file|could not (read from|write|open|seek|sync|fsync|truncate|move|remove|create|get)|failed to (open|read|write|allocate)|out of memory|not enough memory|no space left|permission denied/i;

/** DuckDB's own, not what a question in SQL quotes. */
const OF_THE_FILE = /^(IO|FATAL|Serialization|INTERNAL) Error/;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Another process has the file open. */
export const isInUse = (error: unknown): boolean => IN_USE.test(messageOf(error));

/** The content of the file is damaged. Never true for an error of the system, which may pass. */
export function isDamage(error: unknown): boolean {
  const message = messageOf(error);
  return OF_THE_FILE.test(message) && DAMAGE.test(message) && !SYSTEM.test(message) && !IN_USE.test(message);
}

/** DuckDB answers nothing more until the file is opened again: an earlier write failed half way. */
export const isInvalidated = (error: unknown): boolean =>
  /database has been invalidated/i.test(messageOf(error));

/** ARCHIVE_FAILED with the system's own words, or ARCHIVE_IN_USE. */
export function archiveError(path: string, cause: unknown): RailbirdError {
  if (cause instanceof RailbirdError) return cause;
  const dataDir = dirname(path);
  if (isInUse(cause)) return new RailbirdError('ARCHIVE_IN_USE', { dataDir }, { cause });
  return archiveFailed(dataDir, cause);
}

/** Errors of node:fs and of DuckDB alike. */
export const archiveFailed = (dataDir: string, cause: unknown): RailbirdError =>
  new RailbirdError('ARCHIVE_FAILED', { dataDir, problem: firstLine(messageOf(cause)) }, { cause });

/** Without the advice for programmers that follows, and no longer than a notice can show. */
const firstLine = (message: string): string => message.split('\n', 1)[0]?.slice(0, 300) ?? '';
