// Makes a new archive file under a name of its own, which is renamed when it is complete.

import { rm, stat } from 'node:fs/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { isInUse } from './damage.ts';
import { prepareSchema } from './schema.ts';

/** DuckDB's own, unless told otherwise when the file is made. */
export const BLOCK_BYTES = 262_144;

export const MEMORY_LIMIT = '768MB';

// Loading peaked at 550 MB above the data without a limit (measured).
// At each checkpoint the last rows of every table are packed anew: with the usual 16 MB a window of a wide table would
// cost one, twice the work of loading it (measured).
// Its allocator keeps freed memory, 70 to 170 MB after columns were read, unless a thread of its own gives it back.
// A file of another program's makes DuckDB ask the network for an extension that reads it, unless it may not.
export const OPTIONS = {
  memory_limit: MEMORY_LIMIT,
  threads: '2',
  preserve_insertion_order: 'true',
  checkpoint_threshold: '64MB',
  allocator_background_threads: 'true',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

/**
 * Fills a new archive; what a killed process left under the name goes first. The file is closed and complete
 * afterwards, or gone where that failed. Errors: those of DuckDB and node:fs.
 */
export async function buildFile<T>(
  path: string,
  fill: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  await insistOnUnused(path);
  await remove(path);
  const instance = await DuckDBInstance.create(path, OPTIONS);
  const connection = await instance.connect();
  let isComplete = false;
  try {
    await prepareSchema(connection);
    const filled = await fill(connection);
    await connection.run('checkpoint');
    isComplete = true;
    return filled;
  } finally {
    // A connection that stays open keeps the file locked.
    for (const part of [connection, instance]) part.closeSync();
    if (!isComplete) await remove(path);
  }
}

/** Another process may be building it at this moment: its lock says so. */
async function insistOnUnused(path: string): Promise<void> {
  if ((await statOf(path)) === undefined) return;
  try {
    const instance = await DuckDBInstance.create(path, { ...OPTIONS, access_mode: 'READ_ONLY' });
    instance.closeSync();
  } catch (error) {
    if (isInUse(error)) throw error;
  }
}

/** Undefined where there is nothing. Errors: those of node:fs. */
export const statOf = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

async function remove(path: string): Promise<void> {
  await Promise.all([path, `${path}.wal`].map((file) => rm(file, { force: true, recursive: true })));
}
