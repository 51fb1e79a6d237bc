// Returns free space inside an archive's file to the disk: DuckDB keeps freed blocks for later data and only truncates
// those at the end. The stored records are copied into a new file, which then replaces the old one.

import { rm } from 'node:fs/promises';
import type { Connection } from './connection.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { PLACE } from '../service-client/record-line.ts';
import { blockBytes } from './build-file.ts';
import { literal, quoted } from './filter-sql.ts';

/** Less free space than this soon fills up again. */
const WORTH_BYTES = 32 * 1024 * 1024;
/** Copying more than this takes longer than users wait. Later downloads fill the free blocks instead. */
const MOST_COPIED_BYTES = 1024 * 1024 * 1024;

/** The path of the new file until it replaces the old one. */
export const freshPath = (path: string): string => `${path}.fresh`;

/**
 * Whether more than half of the file is dead data and copying the rest is worth it. `worthBytes` is for tests. Deleted
 * rows stay in blocks that they share with live rows.
 */
export async function isMostlyFree(connection: Connection, worthBytes = WORTH_BYTES): Promise<boolean> {
  const read = await connection.runAndReadAll(
    'select (block_size * free_blocks)::DOUBLE, (block_size * used_blocks)::DOUBLE from pragma_database_size()',
  );
  let [free = 0, used = 0] = (read.getRows()[0] ?? []).map(Number);
  for (const code of TABLE_CODES) {
    const deleted = await deletedBytes(connection, code);
    free += deleted;
    used -= deleted;
  }
  return free >= worthBytes && free > used && used <= MOST_COPIED_BYTES;
}

/** The share of dead rows in a table, applied to its blocks. */
async function deletedBytes(connection: Connection, code: TableCode): Promise<number> {
  const read = await connection.runAndReadAll(
    `select count(distinct block_id) filter (block_id >= 0),
         coalesce(sum(count) filter (column_name = ? and segment_type <> 'VALIDITY'), 0), (select count(*) from ${quoted(code)})
       from pragma_storage_info(?) where persistent`,
    [PLACE, code],
  );
  const [blocks = 0, stored = 0, live = 0] = (read.getRows()[0] ?? []).map(Number);
  return stored > live ? blocks * (await blockBytes(connection)) * (1 - live / stored) : 0;
}

/** Copies everything, views included, into a file beside this one. Nothing may write meanwhile. */
export async function copyAfresh(connection: Connection, path: string): Promise<void> {
  const fresh = freshPath(path);
  await rm(fresh, { force: true });
  const current = await connection.runAndReadAll('select current_database()');
  await connection.run(`attach ${literal(fresh)} as fresh`);
  try {
    await connection.run(`copy from database ${quoted(String(current.getRows()[0]?.[0]))} to fresh`);
  } finally {
    await connection.run('detach fresh');
  }
}
