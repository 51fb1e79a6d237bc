// Reading from the SQLite store over one connection. The bytes of an answer are put together inside SQLite and
// never become JavaScript strings or objects: that is several times faster than making JSON here.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import Database from 'better-sqlite3';
import type { Condition } from './conditions.ts';
import { valuesOf, where } from './conditions.ts';

type Key = (string | number)[];
type Row = Readonly<Record<string, string | number | Buffer | null>>;

export interface Page {
  readonly count: number;
  readonly bytes: Buffer | null;
}

export class SqliteReader {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement<Key, Row>>();

  constructor(file: string) {
    this.#database = new Database(file, { readonly: true, timeout: 10_000 });
    this.#database.pragma('mmap_size = 1073741824');
  }

  /** The first records of a selection, at most `size`. */
  page(table: TableCode, conditions: readonly Condition[], size: number): Page {
    const row = this.#get(
      `SELECT count(*) AS count, CAST(group_concat(record, ',' || char(10)) AS BLOB) AS bytes FROM
       (SELECT record FROM ${table} ${where(conditions)} ORDER BY ${orderOf(table)} LIMIT ?)`,
      [...valuesOf(conditions), size],
    );
    const bytes = row?.['bytes'];
    return { count: Number(row?.['count'] ?? 0), bytes: Buffer.isBuffer(bytes) ? bytes : null };
  }

  /** Key of the last record of that page; undefined where the page is not full. */
  lastKey(table: TableCode, conditions: readonly Condition[], size: number): Key | undefined {
    const row = this.#get(
      `SELECT ${orderOf(table)} FROM ${table} ${where(conditions)} ORDER BY ${orderOf(table)} LIMIT 1 OFFSET ?`,
      [...valuesOf(conditions), size - 1],
    );
    return (
      row && Object.values(row).filter((value) => typeof value === 'string' || typeof value === 'number')
    );
  }

  /** How many records there are, counted only up to `limit`. */
  count(table: TableCode, conditions: readonly Condition[], limit: number): number {
    const row = this.#get(
      `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} ${where(conditions)} LIMIT ?)`,
      [...valuesOf(conditions), limit],
    );
    return Number(row?.['count'] ?? 0);
  }

  /** Another whenever another connection has changed the store. */
  version(): number {
    return Number(this.#get('PRAGMA data_version', [])?.['data_version']);
  }

  newest(table: TableCode, upTo: string): string | undefined {
    const row = this.#get(`SELECT max(racedate) AS newest FROM ${table} WHERE racedate <= ?`, [upTo]);
    const newest = row?.['newest'];
    return typeof newest === 'string' ? newest : undefined;
  }

  /** From here to `endSnapshot` all reads see the same state of the store. */
  beginSnapshot(): void {
    this.#database.exec('BEGIN');
  }

  endSnapshot(): void {
    if (this.#database.inTransaction) this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }

  #get(sql: string, values: Key): Row | undefined {
    const held = this.#statements.get(sql);
    const statement = held ?? this.#database.prepare<Key, Row>(sql);
    if (!held) this.#statements.set(sql, statement);
    return statement.get(...values);
  }
}

const orderOf = (table: TableCode): string => tableOf(table).order.join(', ');

/** Only what comes after that key in the table's order. */
export function after(table: TableCode, key: Key): Condition {
  return [`(${orderOf(table)}) > (${key.map(() => '?').join(', ')})`, ...key];
}
