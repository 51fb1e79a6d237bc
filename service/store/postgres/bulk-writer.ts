// Bulk loading into the PostgreSQL store, while services read it.

import type { TableCode } from '#shared/catalogue/table.ts';
import type pg from 'pg';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import type { BulkWriter, ReadyRecord } from '../bulk-writer.ts';
import { keepInPostgres } from './writer.ts';

export class PostgresBulkWriter implements BulkWriter {
  readonly #pool: pg.Pool;
  readonly #loaded = new Set<TableCode>();

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Opens the database and creates the schema if it does not exist yet. */
  static async open(url: string): Promise<PostgresBulkWriter> {
    const pool = openPool(url, 'command');
    try {
      await migrate(pool);
      return new PostgresBulkWriter(pool);
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  async keep(table: TableCode, records: readonly ReadyRecord[]): Promise<number> {
    const changed = await keepInPostgres(this.#pool, table, records);
    if (changed > 0) this.#loaded.add(table);
    return changed;
  }

  async close(): Promise<void> {
    try {
      // Without it the planner has no statistics of the new records until the next automatic ANALYZE.
      for (const table of this.#loaded) await this.#pool.query(`ANALYZE ${table}`);
    } finally {
      await this.#pool.end();
    }
  }
}
