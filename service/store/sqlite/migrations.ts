// Migrates a file of records of an earlier release to the layout of this one. The file has its version as
// `user_version`.

import type Database from 'better-sqlite3';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import {
  missingMigrations,
  newestVersion,
  NewerStoreError,
  type Migration as Numbered,
} from '#shared/migrations.ts';
import type { ReadyRecord } from '../bulk-writer.ts';
import { schemaOf } from './tables.ts';

/** Stores records in the layout of this release. */
type Keep = (table: TableCode, records: readonly ReadyRecord[]) => void;

interface Migration extends Numbered {
  /** Moves one table, in its own transaction: one for all tables would put the whole file into the write-ahead log. */
  readonly move: (database: Database.Database, table: Table, keep: Keep) => void;
}

const MIGRATIONS: readonly Migration[] = [
  // Version 0 is a new file, or one with a row per record; version 1 has a row per block of records.
  { version: 1, move: moveToBlocks },
];

/**
 * Creates the missing tables.
 *
 * @throws NewerStoreError
 */
export function migrate(database: Database.Database, tables: readonly Table[], keep: Keep): void {
  const stored = () => Number(database.pragma('user_version', { simple: true }));
  if (stored() > newestVersion(MIGRATIONS)) throw new NewerStoreError('The records have', stored());
  for (const { version, move } of missingMigrations(stored(), MIGRATIONS)) {
    for (const table of tables) {
      const transaction = database.transaction(() => {
        // Another process may have migrated the file meanwhile.
        if (stored() < version) move(database, table, keep);
      });
      transaction.immediate();
    }
    database.pragma(`user_version = ${version}`);
  }
}

/** Records moved per batch. */
const BATCH = 500;

function moveToBlocks(database: Database.Database, table: Table, keep: Keep): void {
  const columns = database.pragma(`table_info(${table.code})`) as { readonly name: string }[];
  const isEarlier = columns.some(({ name }) => name === 'record');
  const before = `${table.code}_before`;
  if (isEarlier) {
    const indices = database
      .prepare<[string], string>(
        `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
      )
      .pluck()
      .all(table.code);
    for (const name of indices) database.exec(`DROP INDEX ${name}`);
    database.exec(`ALTER TABLE ${table.code} RENAME TO ${before}`);
  }
  database.exec(schemaOf(table));
  if (!isEarlier) return;
  const next = database.prepare<[number], { id: number; json: Buffer }>(
    `SELECT rowid AS id, CAST(record AS BLOB) AS json FROM ${before} WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH}`,
  );
  for (let rows = next.all(-1); rows.length > 0; rows = next.all(rows.at(-1)?.id ?? 0)) {
    keep(
      table.code,
      rows.map(({ json }) => ({ fields: JSON.parse(json.toString()) as ReadyRecord['fields'], json })),
    );
  }
  database.exec(`DROP TABLE ${before}`);
}
