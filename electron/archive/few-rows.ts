// The rows of one race or one horse, by one statement: DuckDB plans a query over 276 columns for as long as it then reads
// sixteen rows. Each table has a connection of its own, which keeps the statement, and several tables are read at once.

import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { KeepingConnection, type Keeps } from './connection.ts';
import type { SqlFilter } from './filter-sql.ts';
import type { Relation } from './relation.ts';
import type { Snapshot } from './snapshot.ts';

/** A race, or a horse's runs. */
export const FEW = 64;

/** Statements that list all columns of a table, or those of one screen. */
const KEEPS: Keeps = { most: 10, longest: 40_000 };

export class FewRows {
  readonly #connect: () => Promise<DuckDBConnection>;
  /** By the relation's table. */
  readonly #connections = new Map<string, Promise<KeepingConnection>>();
  readonly #open: KeepingConnection[] = [];

  constructor(connect: () => Promise<DuckDBConnection>) {
    this.#connect = connect;
  }

  /**
   * The rows that match, as they are now, in the relation's order; undefined if they are more than a few. Errors: those
   * of DuckDB.
   */
  async read(relation: Relation, where: SqlFilter, names: readonly string[]): Promise<Snapshot | undefined> {
    const { from, list, pointers } = relation.select(names, `where ${where.sql}`, true);
    const connection = await this.#connectionOf(relation.table);
    const read = await connection.runAndReadAll(
      `select ${[relation.awaits, ...list].join(', ')} from ${from} order by ${relation.order} limit ${FEW + 1}`,
      [...pointers, ...where.values],
    );
    const [awaits = [], ...columns] = read.getColumns();
    if (awaits.length > FEW) return undefined;
    const at = new Map(names.map((name, index) => [name, index]));
    return {
      records: awaits.length,
      provisional: awaits.filter((each) => each === true).length,
      rows: {
        size: 'small',
        records: awaits.length,
        cells: (wanted) => wanted.map((name) => (columns[at.get(name) ?? -1] ?? []).map(textOf)),
      },
      close: () => undefined,
    };
  }

  /** No read may be in progress. */
  closeSync(): void {
    for (const connection of this.#open.splice(0)) connection.closeSync();
    this.#connections.clear();
  }

  #connectionOf(table: string): Promise<KeepingConnection> {
    const known = this.#connections.get(table);
    if (known !== undefined) return known;
    const opening = this.#openOne();
    this.#connections.set(table, opening);
    // The next read tries again.
    opening.catch(() => this.#connections.delete(table));
    return opening;
  }

  async #openOne(): Promise<KeepingConnection> {
    const connection = new KeepingConnection(await this.#connect(), KEEPS);
    this.#open.push(connection);
    return connection;
  }
}

const textOf = (cell: DuckDBValue): string | null => (cell === null ? null : String(cell));

/** Whether a filter leaves few rows: a race, a horse, or the races or meetings of a day. */
export function isOfFew({ grain }: Table, filter: Filter): boolean {
  if (filter.racekey !== undefined || filter.horse_id !== undefined) return true;
  if (grain !== 'race' && grain !== 'meeting') return false;
  const from = filter.start_racedate ?? filter.racedate;
  return from !== undefined && from === (filter.end_racedate ?? filter.racedate);
}
