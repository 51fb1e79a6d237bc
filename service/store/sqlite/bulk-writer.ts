// Bulk loading into the SQLite store, while a service reads it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { TableCode } from '#shared/catalogue/table.ts';
import type Database from 'better-sqlite3';
import type { BulkWriter, ImportedFile, OnNewerElsewhere, Publication, ReadyRecord } from '../bulk-writer.ts';
import { SqliteWriter } from './writer.ts';

/** Milliseconds that a publication waits for other writers. */
const WAIT_FOR_WRITERS = 60_000;
const BETWEEN_TRIES = 20;

/** Made when it is first needed: releases that do not know it are not disturbed by it. */
const SCHEMA = `CREATE TABLE IF NOT EXISTS imported_file (
  digest TEXT NOT NULL, table_code TEXT NOT NULL, name TEXT NOT NULL, imported_at TEXT NOT NULL,
  PRIMARY KEY (digest, table_code)
) STRICT`;

export class SqliteBulkWriter implements BulkWriter {
  readonly #writer: SqliteWriter;

  constructor(file: string) {
    this.#writer = new SqliteWriter(file);
  }

  async keep(
    table: TableCode,
    records: readonly ReadyRecord[],
    onNewerElsewhere?: OnNewerElsewhere,
  ): Promise<number> {
    return this.#writer.keep(table, records, onNewerElsewhere);
  }

  async publish<Result>(work: (publication: Publication) => Promise<Result>): Promise<Result> {
    const { database } = this.#writer;
    // The file is moved away afterwards, so its records must survive even a power cut.
    database.pragma('synchronous = FULL');
    await beginAlone(database);
    try {
      database.exec(SCHEMA);
      const result = await work({
        keep: (...given) => this.keep(...given),
        isKnown: async ({ digest, table }) =>
          database
            .prepare('SELECT 1 FROM imported_file WHERE digest = ? AND table_code = ?')
            .get(digest, table) !== undefined,
        note: async ({ digest, table, name }: ImportedFile) => {
          database
            .prepare('INSERT INTO imported_file VALUES (?, ?, ?, ?)')
            .run(digest, table, name, new Date().toISOString());
        },
      });
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK');
      throw error;
    } finally {
      database.pragma('synchronous = NORMAL');
    }
  }

  async close(): Promise<void> {
    this.#writer.close();
  }
}

/** Begins a transaction once no other writer has one. SQLite's own wait would block the process. */
async function beginAlone(database: Database.Database): Promise<void> {
  const started = performance.now();
  const usual = Number(database.pragma('busy_timeout', { simple: true }));
  database.pragma('busy_timeout = 0');
  try {
    for (;;) {
      try {
        database.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
        if (!isBusy || performance.now() - started > WAIT_FOR_WRITERS) throw error;
        await sleep(BETWEEN_TRIES);
      }
    }
  } finally {
    database.pragma(`busy_timeout = ${usual}`);
  }
}
