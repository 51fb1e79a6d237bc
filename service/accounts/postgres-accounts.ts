// The accounts in PostgreSQL, for several service processes.

import type pg from 'pg';
import { inTransactionAgain } from '../store/postgres/pool.ts';
import { whileAvailable } from '../store/postgres/unavailable.ts';
import type { Accounts, StoredCredentials } from './accounts.ts';
import { AccountRows } from './accounts.ts';
import type { Query } from './sql.ts';

export class PostgresAccounts extends AccountRows implements Accounts {
  readonly #pool: pg.Pool;

  /** @param pool closed together with the accounts */
  constructor(pool: pg.Pool) {
    super(queryOver(pool), 'account');
    this.#pool = pool;
  }

  override lookUp(digest: Buffer): Promise<StoredCredentials> {
    return whileAvailable(() => super.lookUp(digest));
  }

  async atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result> {
    let hasBegun = false;
    try {
      return await inTransactionAgain(this.#pool, async (client) => {
        // Otherwise two operators at once would each see the keys as they were before the other's change.
        await client.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
        hasBegun = true;
        return work(new AccountRows(queryOver(client), 'account'));
      });
    } catch (error) {
      // Later errors are those of the work, which knows them.
      if (hasBegun) throw error;
      return whileAvailable(async () => {
        throw error;
      });
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

const queryOver =
  (connection: pg.Pool | pg.PoolClient): Query =>
  async <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
    (
      await whileAvailable(() =>
        connection.query({ ...(name !== undefined && { name }), text, values: [...values] }),
      )
    ).rows as Row[];
