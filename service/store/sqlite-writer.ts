// Writing records to the SQLite store: one connection, synchronous, in transactions.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import Database from 'better-sqlite3';
import type { ReadyRecord } from './intake.ts';
import { layoutOf, schemaOf } from './sqlite-tables.ts';

type Insert = (record: ReadyRecord) => number;

export class SqliteWriter {
  readonly database: Database.Database;
  readonly #inserts = new Map<TableCode, Insert>();

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
    const ready = (record: object): ReadyRecord => ({
      fields: record as ReadyRecord['fields'],
      json: Buffer.from(JSON.stringify(record)),
    });
    const insert = this.#insertOf(table);
    this.atOnce(() => records.forEach((record) => insert(ready(record))));
  }

  /** As `upsert`, for records that are ready; gives how many changed what is held. */
  keep(table: TableCode, records: readonly ReadyRecord[]): number {
    const insert = this.#insertOf(table);
    let changed = 0;
    this.atOnce(() => {
      for (const record of records) changed += insert(record);
    });
    return changed;
  }

  /** Removes a table's records of one day. */
  removeDay(table: TableCode, racedate: string): void {
    this.database.prepare(`DELETE FROM ${table} WHERE racedate = ?`).run(racedate);
  }

  close(): void {
    this.database.close();
  }

  #insertOf(table: TableCode): Insert {
    const held = this.#inserts.get(table);
    if (held) return held;
    const { columns, order } = layoutOf(tableOf(table));
    const names = columns.map(({ name }) => name);
    const changes = [...names, 'record'].map((name) => `${name} = excluded.${name}`).join(', ');
    const newer = names.includes('updated_at') ? `excluded.updated_at >= ${table}.updated_at AND` : '';
    // Bytes are bound and cast: a string would be written out as UTF-8 once more, at half the speed.
    const statement = this.database.prepare<(string | number | Uint8Array)[]>(
      `INSERT INTO ${table} (${names.join(', ')}, record)
       VALUES (${names.map(() => '?').join(', ')}, CAST(? AS TEXT))
       ON CONFLICT (${order.join(', ')}) DO UPDATE SET ${changes}
       WHERE ${newer} excluded.record <> ${table}.record`,
    );
    const insert: Insert = ({ fields, json }) => {
      const row: (string | number | Uint8Array)[] = columns.map(({ read }) => read(fields));
      row.push(json);
      return statement.run(...row).changes;
    };
    this.#inserts.set(table, insert);
    return insert;
  }
}
