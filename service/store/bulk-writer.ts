// The port through which records that were checked are kept in bulk. SQLite stands behind it here.

import type { TableCode } from '#shared/catalogue/table.ts';

/** A record as it is to be kept. */
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
   * @returns how many changed what is held; of the others the same or a newer version was held already
   */
  keep(table: TableCode, records: readonly ReadyRecord[]): Promise<number>;
  close(): Promise<void>;
}
