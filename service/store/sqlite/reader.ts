// Reads from the SQLite store over one connection. Blocks have records as an answer sends them, so their bytes are
// passed on, unpacked if necessary, and never become JavaScript strings or objects.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import type Database from 'better-sqlite3';
import type { SqlCondition } from '../conditions.ts';
import { valuesOf, where } from '../conditions.ts';
import type { DayCount } from '../store.ts';
import { unpacked } from './block.ts';
import { Commits } from './commits.ts';
import { openToRead } from './database-file.ts';
import { blockLayoutOf } from './tables.ts';

type Key = (string | number)[];

export interface ReadBlock {
  readonly count: number;
  readonly records: Buffer;
}

type Row = ReadBlock & Readonly<Record<string, string | number | Buffer>>;

export class SqliteReader {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement<Key>>();

  constructor(file: string) {
    this.#database = openToRead(file);
  }

  /**
   * A selection's only block; undefined if it has several. Queried without an order: with one, SQLite prepares the
   * statement again each time it is bound, which takes longer than reading.
   */
  onlyBlock(table: TableCode, conditions: readonly SqlCondition[]): ReadBlock | 'none' | undefined {
    const [block, ...more] = this.#statement(
      `SELECT count, records FROM ${table} ${where(conditions)} LIMIT 2`,
    ).all(...valuesOf(conditions)) as ReadBlock[];
    if (more.length > 0) return undefined;
    return block === undefined ? 'none' : { count: block.count, records: unpacked(block.records) };
  }

  /** The first blocks of a selection, at most `most`, with a condition for the blocks after them, if there are any. */
  page(
    table: TableCode,
    conditions: readonly SqlCondition[],
    most: number,
  ): { readonly blocks: readonly ReadBlock[]; readonly after: SqlCondition | undefined } {
    const key = keyOf(table);
    const blocks = this.#statement(
      `SELECT ${key.join(', ')}, count, records FROM ${table} ${where(conditions)}
       ORDER BY ${key.join(', ')} LIMIT ?`,
    ).all(...valuesOf(conditions), most) as Row[];
    const last = blocks.length < most ? undefined : blocks.at(-1);
    const after: SqlCondition | undefined = last && [
      `(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`,
      ...key.map((name) => String(last[name])),
    ];
    return { blocks: blocks.map(({ count, records }) => ({ count, records: unpacked(records) })), after };
  }

  /** The number of matching records, counted only a little beyond `limit`. */
  count(table: TableCode, conditions: readonly SqlCondition[], limit: number): number {
    const counted = this.#statement(
      `SELECT sum(count) AS count FROM (SELECT count FROM ${table} ${where(conditions)} LIMIT ?)`,
    ).get(...valuesOf(conditions), limit) as { readonly count: number | null } | undefined;
    return counted?.count ?? 0;
  }

  newest(table: TableCode, upTo: string): string | undefined {
    const found = this.#statement(`SELECT max(racedate) AS newest FROM ${table} WHERE racedate <= ?`).get(
      upTo,
    ) as { readonly newest: string | null } | undefined;
    return found?.newest ?? undefined;
  }

  storedDays(table: TableCode): DayCount[] {
    const day = keyOf(table).includes('racedate') ? 'racedate' : "''";
    return this.#statement(
      `SELECT ${day} AS racedate, sum(count) AS records FROM ${table} GROUP BY 1 ORDER BY 1`,
    ).all() as DayCount[];
  }

  /** What others commit to the file. */
  commits(): Commits {
    return new Commits(this.#database);
  }

  /** Until `endSnapshot`, all reads see the same state of the store. */
  beginSnapshot(): void {
    this.#database.exec('BEGIN');
  }

  endSnapshot(): void {
    if (this.#database.inTransaction) this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }

  #statement(sql: string): Database.Statement<Key> {
    const stored = this.#statements.get(sql);
    if (stored) return stored;
    const statement = this.#database.prepare<Key>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const keys = new Map<TableCode, readonly string[]>();

/** The columns by which blocks are sorted. */
function keyOf(table: TableCode): readonly string[] {
  const stored = keys.get(table);
  if (stored) return stored;
  const key = blockLayoutOf(tableOf(table)).block.map(({ name }) => name);
  keys.set(table, key);
  return key;
}
