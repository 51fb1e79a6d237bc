// Builds a new archive file under a temporary name and renames it when it is complete.

import { rm, stat } from 'node:fs/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Connection } from './connection.ts';
import { isInUse } from './damage.ts';
import { prepareSchema } from './schema.ts';

const MEMORY_LIMIT = '768MB';

const LEAST_MEMORY = '8MB';

/** So little that DuckDB looks through everything that it could evict. */
const NO_MEMORY = '1KB';

// Without a limit, loading peaked at 550 MB above the data (measured).
// Each checkpoint repacks the last rows of every table: with the usual 16 MB, every window of a wide table would cause
// one, which takes twice as long as loading the window (measured).
// DuckDB's allocator keeps freed memory, 70 to 170 MB after reading columns, unless a background thread releases it.
// Rows that were written take a block for each column and its nulls until the next checkpoint: 73 MB for a single row of
// 143 columns with DuckDB's usual blocks of 256 KB, 18 with these, and the file is a twentieth smaller, half for a few
// weeks. With blocks of 16 KB it would be a sixth larger. A file keeps the size that it was made with.
// By default DuckDB writes files that version 0.10 can read. They hold 4 KB of statistics for each of the 2,000 columns: an
// empty archive had 7 MB instead of 1.6, and opening it took 62 ms of processor time instead of 24 (measured).
// Given a file of another program, DuckDB tries to download an extension that reads it, unless this forbids it.
export const OPTIONS = {
  memory_limit: MEMORY_LIMIT,
  threads: '2',
  preserve_insertion_order: 'true',
  checkpoint_threshold: '64MB',
  allocator_background_threads: 'true',
  default_block_size: '65536',
  storage_compatibility_version: 'v1.4.0',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

/**
 * Makes DuckDB evict the blocks that it read of the file. No query may be running that needs more memory. Errors: those
 * of DuckDB.
 */
export async function forgetFile(connection: Connection): Promise<void> {
  // If DuckDB cannot evict that much, the limit stays as it was.
  await connection.run(`set memory_limit = '${LEAST_MEMORY}'`).catch(() => undefined);
  await connection.run(`set memory_limit = '${MEMORY_LIMIT}'`);
}

/**
 * Makes DuckDB return everything that it can do without: besides the blocks of the file, the records of blocks that
 * queries used. It keeps each of these, with a note in a queue of what could be evicted, although the block is gone, and
 * drops them only when there are very many or when it looks for something to evict. Of 12,000 joins they took 12 MB, and
 * what the allocator kept 41 (measured). No query may be running. Errors: those of DuckDB.
 */
export async function forgetEverything(connection: Connection): Promise<void> {
  // DuckDB refuses what it cannot do, after it has looked.
  await connection.run(`set memory_limit = '${NO_MEMORY}'`).catch(() => undefined);
  await connection.run(`set memory_limit = '${MEMORY_LIMIT}'`);
}

/**
 * Makes DuckDB's allocator return what it keeps of freed memory. It keeps some for each thread, and Node runs queries in
 * four: 35 MB each for a wide table (measured). Setting the limit, even to the same, does it. Errors: those of DuckDB.
 */
export async function returnFreed(connection: Connection): Promise<void> {
  await connection.run(`set memory_limit = '${MEMORY_LIMIT}'`);
}

/** Bytes of a block of the file: older files have larger ones. Errors: those of DuckDB. */
export async function blockBytes(connection: Connection): Promise<number> {
  const read = await connection.runAndReadAll('select block_size::DOUBLE from pragma_database_size()');
  return Number(read.getRows()[0]?.[0] ?? 0);
}

/** Bytes of the blocks of the file that are in memory. Errors: those of DuckDB. */
export async function cachedBytes(connection: Connection): Promise<number> {
  const read = await connection.runAndReadAll(
    `select memory_usage_bytes::DOUBLE from duckdb_memory() where tag = 'BASE_TABLE'`,
  );
  return Number(read.getRows()[0]?.[0] ?? 0);
}

/**
 * Fills a new archive; leftovers of a killed process under the same name are removed first. Afterwards the file is
 * closed and complete, or removed if filling it failed. Errors: those of DuckDB and node:fs.
 */
export async function buildFile<T>(
  path: string,
  fill: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  await requireUnused(path);
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
    // An open connection keeps the file locked.
    for (const part of [connection, instance]) part.closeSync();
    if (!isComplete) await remove(path);
  }
}

/** Another process may be building the file right now: its lock shows that. */
async function requireUnused(path: string): Promise<void> {
  if ((await statOf(path)) === undefined) return;
  try {
    const instance = await DuckDBInstance.create(path, { ...OPTIONS, access_mode: 'READ_ONLY' });
    instance.closeSync();
  } catch (error) {
    if (isInUse(error)) throw error;
  }
}

/** Undefined if the path does not exist. Errors: those of node:fs. */
export const statOf = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

async function remove(path: string): Promise<void> {
  await Promise.all([path, `${path}.wal`].map((file) => rm(file, { force: true, recursive: true })));
}
