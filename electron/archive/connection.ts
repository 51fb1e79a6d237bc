// A connection that keeps the statements it has prepared. DuckDB plans a query with values twice: when it is prepared,
// and again when the types of its values are known. That took a third of the time of the archive's small queries; a
// statement that is kept is not planned again.

import {
  DuckDBResultReader,
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from '@duckdb/node-api';

/** What the archive's own queries need of a connection. Errors: those of DuckDB. */
export interface Connection {
  run(sql: string, values?: DuckDBValue[]): Promise<DuckDBMaterializedResult>;
  runAndReadAll(sql: string, values?: DuckDBValue[]): Promise<DuckDBResultReader>;
}

/** Reads an archive. Errors: ARCHIVE_FAILED. */
export type Read = <T>(act: (connection: Connection) => Promise<T>) => Promise<T>;

export interface Keeps {
  /** How many statements. */
  readonly most: number;
  /** The longest text of a statement, in characters. */
  readonly longest: number;
}

/**
 * About twice as many as the archive has queries with values whose text is always the same. Longer texts are made for one
 * use: they list columns or rows.
 */
const KEEPS: Keeps = { most: 100, longest: 2000 };

/** The values of a query, which is mostly made for one use if it has none, and then not worth keeping. */
export const orNone = (values: readonly string[]): string[] | undefined =>
  values.length === 0 ? undefined : [...values];

export class KeepingConnection implements Connection {
  readonly #connection: DuckDBConnection;
  readonly #keeps: Keeps;
  /** Those that nobody is using, by their SQL; the one that was used last stands at the end. */
  readonly #idle = new Map<string, DuckDBPreparedStatement>();

  constructor(connection: DuckDBConnection, keeps: Keeps = KEEPS) {
    this.#connection = connection;
    this.#keeps = keeps;
  }

  /** Keeps the statement if values are given, be it none. */
  async run(sql: string, values?: DuckDBValue[]): Promise<DuckDBMaterializedResult> {
    if (values === undefined) return this.#connection.run(sql);
    if (sql.length > this.#keeps.longest) return this.#connection.run(sql, values);
    // Two queries at a time must not share a statement, since each binds its own values.
    const statement = this.#take(sql) ?? (await this.#connection.prepare(sql));
    try {
      if (values.length > 0) statement.bind(values);
      const result = await statement.run();
      this.#keep(sql, statement);
      return result;
    } catch (error) {
      statement.destroySync();
      throw error;
    }
  }

  async runAndReadAll(sql: string, values?: DuckDBValue[]): Promise<DuckDBResultReader> {
    const reader = new DuckDBResultReader(await this.run(sql, values));
    await reader.readAll();
    return reader;
  }

  /** Ends its statements as well. */
  closeSync(): void {
    this.#idle.clear();
    this.#connection.closeSync();
  }

  #take(sql: string): DuckDBPreparedStatement | undefined {
    const statement = this.#idle.get(sql);
    this.#idle.delete(sql);
    return statement;
  }

  #keep(sql: string, statement: DuckDBPreparedStatement): void {
    this.#idle.get(sql)?.destroySync();
    this.#idle.delete(sql);
    this.#idle.set(sql, statement);
    const [oldest] = this.#idle;
    if (this.#idle.size <= this.#keeps.most || oldest === undefined) return;
    this.#idle.delete(oldest[0]);
    oldest[1].destroySync();
  }
}
