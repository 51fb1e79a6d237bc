// The bytes of blocks: a table of their own, in which a block is found by the id of its first row.

import { DuckDBBlobValue, type DuckDBValue } from '@duckdb/node-api';
import type { Connection } from '../connection.ts';

/** Ids of blocks are this far apart, so the rows after a block have ids as well. */
const IDS_PER_BLOCK = 64;

/**
 * No id is used twice, so a reader never finds another block's bytes by it. The bytes are compressed already: DuckDB would
 * pack 2,048 rows together, and unpack all to read one. None of them is null, or DuckDB would read the whole column.
 */
export const CREATE_BYTES = [
  `create sequence if not exists block_id start ${IDS_PER_BLOCK} increment by ${IDS_PER_BLOCK}`,
  'create table block_bytes (id BIGINT, bytes BLOB using compression uncompressed)',
];

/** The id of a block that will be written, as SQL. */
export const NEXT_ID = "nextval('block_id')";

/**
 * DuckDB reads a column 2,048 rows at a time wherever they cross from one of its segments into the next, and then reads
 * 47 MB for one block of a race. So a block is followed by empty rows: 2,048 rows should have the bytes of 32 races.
 * `rows`: those of the block and after it, 64 at most. Errors: those of DuckDB.
 */
export async function writeBytes(
  connection: Connection,
  id: DuckDBValue,
  bytes: Uint8Array,
  rows: number,
): Promise<void> {
  await connection.run(
    `insert into block_bytes
       select ?::BIGINT + row, case when row = 0 then ? else ''::blob end from range(${rows}) rows(row)`,
    [id, new DuckDBBlobValue(bytes)],
  );
}

/** Undefined if the block has been deleted since. Errors: those of DuckDB. */
export async function readBytes(connection: Connection, id: bigint): Promise<Uint8Array | undefined> {
  // A parameter would be read as another type, which keeps DuckDB from skipping the other rows.
  const read = await connection.runAndReadAll(`select bytes from block_bytes where id = ${id}`);
  const [bytes] = read.getRows()[0] ?? [];
  return bytes instanceof DuckDBBlobValue ? bytes.bytes : undefined;
}

/** Errors: those of DuckDB. */
export async function deleteBytes(connection: Connection, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // Blocks that go together were mostly made one after another, so few rows lie between the first and the last.
  const first = ids.reduce((least, id) => Math.min(least, id));
  const last = ids.reduce((most, id) => Math.max(most, id));
  await connection.run(
    `delete from block_bytes where id between ${first} and ${last + IDS_PER_BLOCK - 1}
       and id // ${IDS_PER_BLOCK} in (${ids.map((id) => id / IDS_PER_BLOCK).join(', ')})`,
  );
}
