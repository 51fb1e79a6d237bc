// Bulk loading into the PostgreSQL store, while services read it.

import type { TableCode } from '#shared/catalogue/table.ts';
import type pg from 'pg';
import { migrate } from './migrate.ts';
import { inTransaction, openPool } from './pool.ts';
import type { BulkWriter, OnNewerElsewhere, Publication, ReadyRecord } from '../bulk-writer.ts';
import { keepInPostgres, keepInTransaction, writeAlone } from './writer.ts';

export class PostgresBulkWriter implements BulkWriter {
  readonly #pool: pg.Pool;
  readonly #loaded = new Set<TableCode>();

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Opens the database and creates the schema if it does not exist yet. */
  static async open(url: string): Promise<PostgresBulkWriter> {
    await migrate(url);
    return new PostgresBulkWriter(openPool(url, 'command'));
  }

  async keep(
    table: TableCode,
    records: readonly ReadyRecord[],
    onNewerElsewhere?: OnNewerElsewhere,
  ): Promise<number> {
    const changed = await keepInPostgres(this.#pool, table, records, onNewerElsewhere);
    if (changed > 0) this.#loaded.add(table);
    return changed;
  }

  async publish<Result>(work: (publication: Publication) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#pool, async (client) => {
      await writeAlone(client);
      return work({
        keep: (...given) => keepInTransaction(client, ...given),
        async isKnown({ digest, table }) {
          const { rowCount } = await client.query(
            'SELECT 1 FROM imported_file WHERE digest = $1 AND table_code = $2',
            [digest, table],
          );
          return rowCount === 1;
        },
        async note({ digest, table, name }) {
          await client.query('INSERT INTO imported_file (digest, table_code, name) VALUES ($1, $2, $3)', [
            digest,
            table,
            name,
          ]);
        },
      });
    });
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
