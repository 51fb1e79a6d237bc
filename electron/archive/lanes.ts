// The connections on which a snapshot is read: its own, and for a while a second one that reads the same state. A
// connection runs one query at a time, so with two an export writes two files at once.

import type { DuckDBConnection } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';

/** A connection within a transaction. */
export interface Lease {
  readonly connection: DuckDBConnection;
  /** Ends the transaction. */
  readonly giveBack: () => void;
}

/** Begins a transaction; its state is that of its first read. Errors: those of DuckDB. */
export async function beginReading(connection: DuckDBConnection): Promise<void> {
  await connection.run('begin');
  await connection.run('select 1 from note limit 1');
}

class Lane {
  readonly connection: DuckDBConnection;
  /** Queries that run or wait. */
  waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: DuckDBConnection) {
    this.connection = connection;
  }

  /** One after another: DuckDB would let the next one wait in a thread that Node needs. */
  run<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    this.waiting += 1;
    const mine = this.#last
      .catch(() => undefined)
      .then(() => use(this.connection))
      .finally(() => (this.waiting -= 1));
    this.#last = mine;
    return mine;
  }
}

export class Lanes {
  readonly #own: DuckDBConnection;
  #open: Lane[];

  constructor(own: DuckDBConnection) {
    this.#own = own;
    this.#open = [new Lane(own)];
  }

  get count(): number {
    return this.#open.length;
  }

  /**
   * Runs a query on the connection that is free soonest. `isOwn` tells whether the snapshot's transaction has ended if it
   * fails.
   */
  run<T>(use: (connection: DuckDBConnection, isOwn: boolean) => Promise<T>): Promise<T> {
    const [first, ...others] = this.#open;
    if (first === undefined) throw new RailbirdError('RESULT_CLOSED');
    const lane = others.reduce((best, each) => (each.waiting < best.waiting ? each : best), first);
    return lane.run((connection) => use(connection, connection === this.#own));
  }

  /** Adds a connection while `use` runs. No query that `use` starts may outlast it. */
  async with<T>({ connection, giveBack }: Lease, use: () => Promise<T>): Promise<T> {
    const lane = new Lane(connection);
    this.#open.push(lane);
    try {
      return await use();
    } finally {
      this.#open = this.#open.filter((each) => each !== lane);
      await lane.run(async () => giveBack()).catch(() => undefined);
    }
  }
}
