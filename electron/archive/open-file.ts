// Opens one archive file: says so when another instance has it, sets a damaged one aside and begins anew.

import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';

/** DuckDB's own, unless told otherwise when the file is made. */
export const BLOCK_BYTES = 262_144;

export interface OpenedFile {
  readonly instance: DuckDBInstance;
  /** Where the damaged archive that stood here was moved to. */
  readonly setAside?: string;
}

export const MEMORY_LIMIT = '768MB';

// Loading peaked at 550 MB above the data without a limit (measured).
// At each checkpoint the last rows of every table are packed anew: with the usual 16 MB a window of a wide table would
// cost one, twice the work of loading it (measured).
// Its allocator keeps freed memory, 70 to 170 MB after columns were read, unless a thread of its own gives it back.
const OPTIONS = {
  memory_limit: MEMORY_LIMIT,
  threads: '2',
  preserve_insertion_order: 'true',
  checkpoint_threshold: '64MB',
  allocator_background_threads: 'true',
};

/** Errors: ARCHIVE_IN_USE; ARCHIVE_FAILED when the file may not be written, or is of a newer kind. */
export async function openFile(path: string, now: number): Promise<OpenedFile> {
  const dataDir = dirname(path);
  try {
    await mkdir(dataDir, { recursive: true });
    return { instance: await DuckDBInstance.create(path, OPTIONS) };
  } catch (error) {
    if (isInUse(error)) throw new RailbirdError('ARCHIVE_IN_USE', { dataDir }, { cause: error });
    if (!existsSync(path) || !isDamage(error)) {
      throw new RailbirdError('ARCHIVE_FAILED', { dataDir }, { cause: error });
    }
    return setAside(path, now, dataDir);
  }
}

async function setAside(path: string, now: number, dataDir: string): Promise<OpenedFile> {
  const aside = `${path}.damaged-${now}`;
  try {
    await rename(path, aside);
    // The log of changes belongs to the file that it was written for.
    if (existsSync(`${path}.wal`)) await rename(`${path}.wal`, `${aside}.wal`);
    return { instance: await DuckDBInstance.create(path, OPTIONS), setAside: aside };
  } catch (error) {
    throw new RailbirdError('ARCHIVE_FAILED', { dataDir }, { cause: error });
  }
}

/** DuckDB gives its errors no codes: these are its own and the systems' words. A corrupt block is no lock. */
const IN_USE = /could not set lock|lock is held|used by another process/i;
/** What a foreign right, a newer version or a full disk say is left alone. */
const LEFT_ALONE = /permission|access is denied|newer|version number|no space/i;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const isInUse = (error: unknown): boolean => IN_USE.test(messageOf(error));

const isDamage = (error: unknown): boolean => !LEFT_ALONE.test(messageOf(error));
