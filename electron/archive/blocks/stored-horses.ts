// The blocks of horses in the archive: what the page of a horse reads, found by its identifier. A write of the horse's own
// records deletes its block. Of everything else a block holds while no row of the horse is outdated (outdated-runs.ts), and
// goes in the transaction that computes a row of the horse again.

import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { CARD_RECORDS } from '#shared/catalogue/subjects/subject.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Connection } from '../connection.ts';
import { quoted, whereOf } from '../filter-sql.ts';
import { deleteBytes, NEXT_ID, writeBytes } from './block-bytes.ts';

export const CREATE_HORSES = 'create table horse_block (horse_id VARCHAR, id BIGINT)';

/** A block with those after it. It has a tenth of the bytes of a race's, so fewer empty rows need to follow it. */
const ROWS_PER_HORSE = 16;

/** A horse is found by these records. */
const OWN: ReadonlySet<TableCode> = new Set(
  (['entry', 'result', ...CARD_RECORDS] as const).flatMap(tablesOfDay),
);

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
    const [id = null] = written.getRows()[0] ?? [];
    await writeBytes(connection, id, bytes, ROWS_PER_HORSE);
  }
}

/**
 * Deletes the blocks of the horses with records in a window. To be called in its transaction, before its records are replaced
 * and again afterwards: the old records and the new ones may be of different horses. Errors: those of DuckDB.
 */
export async function outdateHorses(connection: Connection, code: TableCode, filter: Filter): Promise<void> {
  if (!OWN.has(code)) return;
  const { sql, values } = whereOf(TABLES[code], filter);
  await deleteHorses(connection, `select horse_id from ${quoted(code)} where ${sql}`, values);
}

/**
 * Deletes the blocks of the horses that have a row on these days. To be called before rows are computed again, and again
 * afterwards. `where`: a condition on the race date. Errors: those of DuckDB.
 */
export const forgetHorses = (connection: Connection, where: string): Promise<void> =>
  deleteHorses(connection, `select horse_id from subject_runs where ${where}`);

async function deleteHorses(
  connection: Connection,
  horses: string,
  values?: readonly string[],
): Promise<void> {
  // Loading an archive for the first time pays one small question.
  const some = await connection.runAndReadAll('select 1 from horse_block limit 1', []);
  if (some.currentRowCount === 0) return;
  const deleted = await connection.runAndReadAll(
    `delete from horse_block where horse_id in (${horses}) returning id`,
    values && [...values],
  );
  await deleteBytes(
    connection,
    deleted.getRows().map(([id]) => Number(id)),
  );
}
