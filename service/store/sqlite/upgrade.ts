// A file of an earlier release is brought to the layout of this one, table by table, each in a transaction.

import type Database from 'better-sqlite3';
import type { Table, TableCode } from '#shared/catalogue/table.ts';
import type { ReadyRecord } from '../bulk-writer.ts';
import { schemaOf } from './tables.ts';

/** Raised with every change of the layout; the file holds it as its `user_version`. 0 kept a row a record. */
const LAYOUT = 1;

/** Records moved at a time. */
const SOME = 500;

type Keep = (table: TableCode, records: readonly ReadyRecord[]) => void;

/**
 * Makes the tables that are not there yet.
 *
 * @throws where the file is of a later release
 */
export function bringUpToDate(database: Database.Database, tables: readonly Table[], keep: Keep): void {
  const layout = () => Number(database.pragma('user_version', { simple: true }));
  if (layout() > LAYOUT)
    throw new Error('The records are of a later release. Start that one, or restore a back-up.');
  if (layout() === LAYOUT) return;
  for (const table of tables) {
    database.transaction(() => {
      if (layout() !== LAYOUT) moveRows(database, table, keep);
    }).immediate();
  } // prettier-ignore
  database.pragma(`user_version = ${LAYOUT}`);
}

function moveRows(database: Database.Database, table: Table, keep: Keep): void {
  const columns = database.pragma(`table_info(${table.code})`) as { readonly name: string }[];
  const isEarlier = columns.some(({ name }) => name === 'record');
  const before = `${table.code}_before`;
  if (isEarlier) {
    const made = `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`;
    const indices = database.prepare<[string], string>(made).pluck().all(table.code);
    for (const name of indices) database.exec(`DROP INDEX ${name}`);
    database.exec(`ALTER TABLE ${table.code} RENAME TO ${before}`);
  }
  database.exec(schemaOf(table));
  if (!isEarlier) return;
  const next = database
    .prepare<[number], { id: number; json: Buffer }>(
      `SELECT rowid AS id, CAST(record AS BLOB) AS json FROM ${before} WHERE rowid > ? ORDER BY rowid LIMIT ${SOME}`,
    );
  for (let from = -1; ; ) {
    const rows = next.all(from);
    const last = rows.at(-1);
    if (!last) break;
    keep(table.code, rows.map(({ json }) => ({ fields: JSON.parse(json.toString()) as ReadyRecord['fields'], json })));
    from = last.id;
  }
  database.exec(`DROP TABLE ${before}`);
} // prettier-ignore
