// Takes snapshots of the archive: a small one on a connection of its own, a large one in a transaction that holds its rows.

import type { DuckDBConnection } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';
import type { SqlFilter } from './filter-sql.ts';
import { beginReading } from './lanes.ts';
import type { LentConnection } from './lending.ts';
import { Loans, type Loan } from './loans.ts';
import type { Relation } from './relation.ts';
import {
  takeSnapshot,
  type Guard,
  type MakeRelation,
  type Snapshot,
  type SnapshotLease,
} from './snapshot.ts';
import type { Turns } from './turns.ts';

/** What snapshots need of the archive. */
export interface SnapshotParts extends Pick<SnapshotLease, 'rest' | 'inOneThread' | 'cachedBytes'> {
  readonly turns: Turns;
  readonly guard: Guard;
  readonly connect: () => Promise<DuckDBConnection>;
  /** Commits something. */
  readonly commit: () => Promise<void>;
}

/** Whether what a snapshot reads has to be made from something else first, and how. */
export interface Upkeep {
  /** Whether it is made, as the connection reads it. */
  readonly isDone: (connection: DuckDBConnection) => Promise<boolean>;
  /** Makes it, in a write that is in line when this returns. */
  readonly doIt: () => Promise<void>;
}

/** `state`: that of the archive; undefined if no other connection can read the same rows. */
interface Reading {
  readonly loan: Loan;
  readonly holdsRows: boolean;
  /** Whether its transaction has begun; always if it holds rows. */
  readonly hasBegun?: boolean;
  readonly state?: number | undefined;
}

/**
 * Rows that are on no screen, and that nobody has wanted for so long, are not held while others are written; in
 * milliseconds. As long as some are held, each checkpoint adds groups of rows to the tables that it could otherwise join:
 * after fifty minutes of browsing with large tables open, coverage had 112 of them, and DuckDB kept 58 MB for all (measured).
 */
const UNWANTED_MS = 60_000;
/** Every so often those on screen are let go, too, unless they are being read. */
const SHOWN_MS = 600_000;
const READ_MS = 10_000;

/** Only damage that shows at each try ends them. */
const MOST_TRIES = 3;

export class Snapshots {
  readonly #parts: SnapshotParts;
  readonly #loans: Loans;
  /** When a checkpoint last found no rows held. */
  #tidiedAt = performance.now();

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.#loans = new Loans(parts.turns, parts.connect);
  }

  /** How many still read the file. */
  get count(): number {
    return this.#loans.count;
  }

  /** No longer holds rows that nobody has wanted for a while: to be called before a checkpoint. */
  endUnwanted(): void {
    const now = performance.now();
    const since = now - this.#tidiedAt > SHOWN_MS ? now - READ_MS : Number.NEGATIVE_INFINITY;
    const isTidied = this.#loans.endUnwanted({ shown: since, hidden: Math.max(since, now - UNWANTED_MS) });
    if (isTidied) this.#tidiedAt = now;
  }

  /** Their rows can no longer be read. No read may be in progress. */
  endAll(): void {
    this.#loans.endAll();
  }

  /** `upkeep`: only a state in which it is done is read. Errors: those of the archive. */
  async of(
    relation: Relation | MakeRelation,
    where: SqlFilter,
    names: readonly string[],
    upkeep?: Upkeep,
  ): Promise<Snapshot> {
    const { guard, connect } = this.#parts;
    let isOutdated = false;
    const small = await guard(async () => {
      const loan = this.#loans.begin(await connect());
      isOutdated = upkeep !== undefined && !(await this.#begins(loan, upkeep));
      if (!isOutdated)
        return this.#take({ loan, holdsRows: false, hasBegun: upkeep !== undefined }, relation, where, names);
      this.#loans.end(loan);
      return undefined;
    });
    if (small !== undefined) return small;
    return this.#whileRead(upkeep, isOutdated, async (reading) => {
      const large = await this.#take(reading, relation, where, names);
      // Not before: its rows are still being put in order.
      if (large !== undefined) reading.loan.wantedAt = performance.now();
      return large;
    });
  }

  /** Runs a query in a state in which the upkeep is done. Errors: those of the archive. */
  async read<T>(upkeep: Upkeep, query: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const { guard, connect } = this.#parts;
    const ended = async (loan: Loan): Promise<{ readonly found: T }> => {
      try {
        return { found: await query(loan.connection) };
      } finally {
        this.#loans.end(loan);
      }
    };
    const first = await guard(async () => {
      const loan = this.#loans.begin(await connect());
      if (await this.#begins(loan, upkeep)) return ended(loan);
      this.#loans.end(loan);
      return undefined;
    });
    return (first ?? (await this.#whileRead(upkeep, true, ({ loan }) => ended(loan)))).found;
  }

  /** Begins a transaction, and says whether the upkeep is done in it. Errors: those of DuckDB, and then the loan has ended. */
  async #begins(loan: Loan, upkeep: Upkeep): Promise<boolean> {
    try {
      await loan.connection.run('begin');
    } catch (error) {
      this.#loans.end(loan);
      throw error;
    }
    return this.#isDone(loan, upkeep);
  }

  /** Errors: those of DuckDB, and then the loan has ended. */
  async #isDone(loan: Loan, upkeep: Upkeep): Promise<boolean> {
    try {
      return await upkeep.isDone(loan.connection);
    } catch (error) {
      this.#loans.end(loan);
      throw error;
    }
  }

  /** Tries again if `use` answers nothing. `wasOutdated`: the upkeep is due. Errors: those of the archive. */
  async #whileRead<T>(
    upkeep: Upkeep | undefined,
    wasOutdated: boolean,
    use: (reading: Reading) => Promise<T | undefined>,
  ): Promise<T> {
    const { guard } = this.#parts;
    let isOutdated = wasOutdated;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // What the upkeep itself leaves undone would be left again.
      const isDone = isOutdated || upkeep === undefined;
      const reading = await this.#holdRows(isOutdated ? upkeep : undefined);
      const { loan } = reading;
      const found = await guard(async () => {
        // Damage ends all loans, and is followed by a second try.
        if (loan.isOver) return undefined;
        isOutdated = !isDone && !(await this.#isDone(loan, upkeep));
        if (!isOutdated) return use(reading);
        this.#loans.end(loan);
        return undefined;
      });
      if (found !== undefined) return found;
    }
    throw new RailbirdError('RESULT_CLOSED');
  }

  /** Of a temporary table, which no checkpoint concerns. Takes over the connection. Errors: RESULT_CLOSED if it was recalled. */
  ofLent(
    lent: LentConnection,
    relation: Relation,
    where: SqlFilter,
    names: readonly string[],
  ): Promise<Snapshot> {
    return this.#parts.guard(async () => {
      const loan = this.#loans.begin(lent.keep());
      await loan.connection.run('begin');
      const snapshot = await this.#take({ loan, holdsRows: true }, relation, where, names);
      if (snapshot === undefined) throw new RailbirdError('RESULT_CLOSED');
      return snapshot;
    });
  }

  /**
   * A transaction during which no checkpoint numbers rows anew: none is running between two writes, and those to come find a
   * transaction that is older than the last commit. `upkeep`: is done in the write before.
   */
  #holdRows(upkeep: Upkeep | undefined): Promise<Reading> {
    const { turns, guard, connect, commit } = this.#parts;
    // Both are in line before anything else can be.
    const done = upkeep?.doIt();
    done?.catch(() => undefined);
    return turns.between(() =>
      guard(async () => {
        await done;
        const loan = this.#loans.begin(await connect());
        try {
          await beginReading(loan.connection);
          await commit();
          return { loan, holdsRows: true, state: turns.state };
        } catch (error) {
          this.#loans.end(loan);
          throw error;
        }
      }),
    );
  }

  #take(
    { loan, holdsRows, state, hasBegun = holdsRows }: Reading,
    relation: Relation | MakeRelation,
    where: SqlFilter,
    names: readonly string[],
  ): Promise<Snapshot | undefined> {
    const { guard, rest, inOneThread, cachedBytes } = this.#parts;
    const lease: SnapshotLease = {
      connection: loan.connection,
      holdsRows,
      hasBegun,
      isOver: () => loan.isOver,
      wanted: (uses) => {
        loan.uses += uses;
        if (loan.wantedAt !== undefined) loan.wantedAt = performance.now();
      },
      shown: (screens) => void (loan.shown += screens),
      giveBack: () => this.#loans.end(loan),
      rest,
      another: async () => (loan.isOver ? undefined : this.#loans.another(state)),
      inOneThread,
      cachedBytes,
    };
    return takeSnapshot(lease, relation, where, names, (use) =>
      guard(async () => {
        // The snapshot's rows belong to a file that has been replaced since.
        if (loan.isOver) throw new RailbirdError('RESULT_CLOSED');
        return use();
      }),
    );
  }
}
