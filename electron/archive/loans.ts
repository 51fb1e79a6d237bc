// The connections on which snapshots read one state of the archive each, for as long as that state is readable.

import type { DuckDBConnection } from '@duckdb/node-api';
import { beginReading, type Lease } from './lanes.ts';
import type { Turns } from './turns.ts';

export interface Loan {
  readonly connection: DuckDBConnection;
  isOver: boolean;
  /** When rows were last wanted that it holds (`performance.now`), once it holds some that can be read again without it. */
  wantedAt?: number;
  /** Reads in progress, during which DuckDB hangs or crashes if the connection is closed, and exports of the rows. */
  uses: number;
  /** On how many screens they are shown. */
  shown: number;
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
    const loan: Loan = { connection, isOver: false, uses: 0, shown: 0 };
    this.#open.add(loan);
    return loan;
  }

  end(loan: Loan): void {
    if (!loan.isOver) loan.connection.closeSync();
    loan.isOver = true;
    this.#open.delete(loan);
  }

  /**
   * Ends those that hold rows which nobody has wanted since then, by `performance.now`. Returns whether all that hold rows
   * are ended.
   */
  endUnwanted(since: { readonly shown: number; readonly hidden: number }): boolean {
    const holding = [...this.#open].filter(({ wantedAt }) => wantedAt !== undefined);
    const unwanted = holding.filter(
      ({ wantedAt = 0, uses, shown }) => uses === 0 && wantedAt < (shown > 0 ? since.shown : since.hidden),
    );
    for (const loan of unwanted) this.end(loan);
    return unwanted.length === holding.length;
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
