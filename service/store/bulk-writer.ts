// The port through which checked records are stored in bulk, with SQLite or PostgreSQL behind it.

import { join } from 'node:path';
import type { TableCode } from '#shared/catalogue/table.ts';
import { PostgresBulkWriter } from './postgres/bulk-writer.ts';
import { SqliteBulkWriter } from './sqlite/bulk-writer.ts';

/** A record ready to be stored. */
export interface ReadyRecord {
  /** At least the columns that keys, order and filters are read from. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The record as one line of JSON, UTF-8. */
  readonly json: Uint8Array;
}

export interface BulkWriter {
  /**
   * Adds records, all of them or none. One with the same primary key is replaced unless it is newer by its
   * `updated_at`; of two with the same time the later one stays.
   *
   * @returns how many were new or newer; the same or a newer version of the others was stored already
   */
  keep(table: TableCode, records: readonly ReadyRecord[]): Promise<number>;
  close(): Promise<void>;
}

/** @param databaseUrl of a PostgreSQL; without one the records are in the folder */
export async function openBulkWriter(folder: string, databaseUrl: string | undefined): Promise<BulkWriter> {
  return databaseUrl === undefined
    ? new SqliteBulkWriter(join(folder, 'records.sqlite'))
    : PostgresBulkWriter.open(databaseUrl);
}
