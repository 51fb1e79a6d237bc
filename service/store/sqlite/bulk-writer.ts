// Bulk loading into the SQLite store, while a service reads it.

import type { TableCode } from '#shared/catalogue/table.ts';
import type { BulkWriter, ReadyRecord } from '../bulk-writer.ts';
import { SqliteWriter } from './writer.ts';

export class SqliteBulkWriter implements BulkWriter {
  readonly #writer: SqliteWriter;

  constructor(file: string) {
    this.#writer = new SqliteWriter(file);
  }

  async keep(table: TableCode, records: readonly ReadyRecord[]): Promise<number> {
    return this.#writer.keep(table, records);
  }

  async close(): Promise<void> {
    this.#writer.close();
  }
}
