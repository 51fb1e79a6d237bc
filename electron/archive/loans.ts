// The connections on which snapshots read one state of the archive each, for as long as that state is readable.

import type { DuckDBConnection } from '@duckdb/node-api';
import { beginReading, type Lease } from './lanes.ts';
import type { Turns } from './turns.ts';

export interface Loan {
  readonly connection: DuckDBConnection;
  isOver: boolean;
}

export class Loans {
  readonly #open = new Set<Loan>();
  readonly #turns: Turns;
  readonly #connect: () => Promise<DuckDBConnection>;

  constructor(turns: Turns, connect: () => Promise<DuckDBConnection>) {
    this.#turns = turns;
    this.#connect = connect;
  }

  get count(): number {
    return this.#open.size;
  }

  begin(connection: DuckDBConnection): Loan {
    const loan: Loan = { connection, isOver: false };
    this.#open.add(loan);
    return loan;
  }

  end(loan: Loan): void {
    if (!loan.isOver) loan.connection.closeSync();
    loan.isOver = true;
    this.#open.delete(loan);
  }

  endAll(): void {
    for (const loan of this.#open) this.end(loan);
  }

  /** Another transaction in this state of the archive; undefined if a write has begun since. Errors: those of DuckDB. */
  async another(state: number | undefined): Promise<Lease | undefined> {
    if (state === undefined || this.#turns.state !== state) return undefined;
    const loan = this.begin(await this.#connect());
    await beginReading(loan.connection);
    if (this.#turns.state === state) return { connection: loan.connection, giveBack: () => this.end(loan) };
    this.end(loan);
    return undefined;
  }
}
