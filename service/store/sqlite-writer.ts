// Writing records to the SQLite store: one connection, synchronous, in transactions.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import Database from 'better-sqlite3';
import { layoutOf, schemaOf } from './sqlite-tables.ts';

type Row = readonly (string | number)[];

export class SqliteWriter {
  readonly database: Database.Database;
  readonly #inserts = new Map<TableCode, (record: object) => void>();

  constructor(file: string) {
    this.database = new Database(file, { timeout: 10_000 });
    // A record of a wide table fits a page, so reading one does not follow a chain of overflow pages.
    this.database.pragma('page_size = 16384');
    this.database.pragma('journal_mode = WAL');
    this.database.pragma('synchronous = NORMAL');
    this.database.exec(schemaOf());
  }

  /** Runs the work as one transaction: all of it or nothing. */
  atOnce(work: () => void): void {
    this.database.transaction(work).immediate();
  }

  /** Adds records; one with the same primary key is replaced unless it is newer. */
  upsert(table: TableCode, records: readonly object[]): void {
    const insert = this.#insertOf(table);
    this.atOnce(() => records.forEach(insert));
  }

  /** Removes a table's records of one day. */
  removeDay(table: TableCode, racedate: string): void {
    this.database.prepare(`DELETE FROM ${table} WHERE racedate = ?`).run(racedate);
  }

  close(): void {
    this.database.close();
  }

  #insertOf(table: TableCode): (record: object) => void {
    const held = this.#inserts.get(table);
    if (held) return held;
    const { columns, order } = layoutOf(tableOf(table));
    const names = [...columns.map(({ name }) => name), 'record'];
    const changes = names.map((name) => `${name} = excluded.${name}`).join(', ');
    const newer = names.includes('updated_at') ? `WHERE excluded.updated_at >= ${table}.updated_at` : '';
    const statement = this.database.prepare<[...Row]>(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (${order.join(', ')}) DO UPDATE SET ${changes} ${newer}`,
    );
    const insert = (record: object) => {
      const fields = record as Readonly<Record<string, unknown>>;
      statement.run(...columns.map(({ read }) => read(fields)), JSON.stringify(record));
    };
    this.#inserts.set(table, insert);
    return insert;
  }
}
