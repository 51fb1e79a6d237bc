// Connections that the archive lends for queries of any length. Such a query must not keep the archive from replacing
// its file, so the archive can recall a connection: the query is interrupted, and the connection closed.

import type { DuckDBConnection } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';
import { ActiveOperations } from './active-operations.ts';

export interface LentConnection {
  /** Errors: those of `use`; RESULT_CLOSED once the connection was recalled. */
  run<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Stops the operation in progress, if there is one. */
  interrupt(): void;
  /** Makes the connection the caller's own, to close and no longer recalled. Errors: RESULT_CLOSED if it was recalled. */
  keep(): DuckDBConnection;
  /** No operation may be in progress. */
  close(): void;
}

interface Lent {
  readonly operations: ActiveOperations;
  readonly recall: () => Promise<void>;
}

/** An interrupt that comes before the query has begun has no effect, so it is repeated. */
const INTERRUPT_EVERY_MS = 20;

export class Lending {
  readonly #lent = new Set<Lent>();

  get isIdle(): boolean {
    return this.#lent.size === 0;
  }

  /** `explain` is called with each failure after the operation has ended, and returns what to throw. */
  lend(connection: DuckDBConnection, explain: (error: unknown) => Promise<Error>): LentConnection {
    const operations = new ActiveOperations();
    const recalling = new AbortController();
    let isOpen = true;
    const close = () => {
      if (isOpen) connection.closeSync();
      isOpen = false;
      this.#lent.delete(lent);
    };
    const lent: Lent = {
      operations,
      recall: async () => {
        recalling.abort();
        const repeated = setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS);
        try {
          await operations.idle();
        } finally {
          clearInterval(repeated);
        }
        close();
      },
    };
    this.#lent.add(lent);
    return {
      run: async (use) => {
        if (!isOpen || recalling.signal.aborted) throw new RailbirdError('RESULT_CLOSED');
        try {
          return await operations.run(() => use(connection));
        } catch (error) {
          if (recalling.signal.aborted) throw new RailbirdError('RESULT_CLOSED', {}, { cause: error });
          throw await explain(error);
        }
      },
      interrupt: () => {
        if (isOpen) connection.interrupt();
      },
      keep: () => {
        if (!isOpen || recalling.signal.aborted) throw new RailbirdError('RESULT_CLOSED');
        isOpen = false;
        this.#lent.delete(lent);
        return connection;
      },
      close,
    };
  }

  /** Interrupts what runs and closes every connection. */
  async recall(): Promise<void> {
    await Promise.all([...this.#lent].map((lent) => lent.recall()));
  }
}
