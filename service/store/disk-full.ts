// Tells that the disk is full from everything else that can go wrong with a file.

/**
 * What the system and SQLite say then. A full disk also keeps SQLite from the file that the readers of a database
 * share, for which it has a word of its own.
 */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.has(error.code);
