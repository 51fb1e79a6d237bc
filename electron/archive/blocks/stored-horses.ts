// The blocks of horses in the archive: the runs that a horse's page shows, found by its identifier. A block has the rows as
// they were computed last, so it says nothing of a horse with outdated rows, and goes in the transaction that computes any
// row of the horse again.

import type { Connection } from '../connection.ts';
import { deleteBytes, NEXT_ID, writeBytes } from './block-bytes.ts';

export const CREATE_HORSES = 'create table horse_block (horse_id VARCHAR, id BIGINT)';

/** The block of a horse has an eighth of the bytes of a race's. */
const ROWS_PER_HORSE = 8;

export interface MadeHorse {
  readonly horse_id: string;
  readonly bytes: Uint8Array;
}

/** The id of the horse's block; undefined if it has none. Errors: those of DuckDB. */
export async function readHorse(connection: Connection, horse_id: string): Promise<bigint | undefined> {
  const read = await connection.runAndReadAll('select id from horse_block where horse_id = ?', [horse_id]);
  const [id] = read.getRows()[0] ?? [];
  return typeof id === 'bigint' ? id : undefined;
}

/** Errors: those of DuckDB. */
export async function writeHorses(connection: Connection, made: readonly MadeHorse[]): Promise<void> {
  for (const { horse_id, bytes } of made) {
    const written = await connection.runAndReadAll(
      `insert into horse_block values (?, ${NEXT_ID}) returning id`,
      [horse_id],
    );
    await writeBytes(connection, String(written.getRows()[0]?.[0]), bytes, ROWS_PER_HORSE);
  }
}

/**
 * Deletes the blocks of the horses that have a row on these days. To be called before rows are computed again, and again
 * afterwards: the new ones may be of other horses. `where`: a condition on the race date. Errors: those of DuckDB.
 */
export async function forgetHorses(connection: Connection, where: string): Promise<void> {
  // Loading an archive for the first time pays one small question.
  const some = await connection.runAndReadAll('select 1 from horse_block limit 1', []);
  if (some.currentRowCount === 0) return;
  const deleted = await connection.runAndReadAll(
    `delete from horse_block where horse_id in (select horse_id from subject_runs where ${where}) returning id`,
  );
  await deleteBytes(
    connection,
    deleted.getRows().map(([id]) => Number(id)),
  );
}
