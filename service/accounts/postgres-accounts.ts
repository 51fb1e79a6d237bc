// The accounts in PostgreSQL, for several service processes.

import type pg from 'pg';
import { inTransactionAgain, isConflict } from '../store/postgres/pool.ts';
import { whileAvailable } from '../store/postgres/unavailable.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Accounts, Freshness, StoredCredentials } from './accounts.ts';
import { AccountRows } from './accounts.ts';
import type { RememberedCredentials } from './remembered-credentials.ts';
import type { Query } from './sql.ts';

/** Where the accounts are. */
export interface AccountServers {
  /** The pool of the server that takes writes. */
  writing(): pg.Pool;
  /** Reads credentials, from a replica if that is all that is left. */
  readCredentials<Result>(read: (pool: pg.Pool) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Accounts on one server. @param pool closed together with the accounts */
export const accountsOn = (pool: pg.Pool): PostgresAccounts =>
  new PostgresAccounts({
    writing: () => pool,
    readCredentials: (read) => whileAvailable(() => read(pool)),
    close: () => pool.end(),
  });

export class PostgresAccounts extends AccountRows implements Accounts {
  readonly #servers: AccountServers;
  readonly #remembered: RememberedCredentials | undefined;

  /**
   * @param servers closed together with the accounts
   * @param remembered credentials, if whoever uses them asks whether they are still good
   */
  constructor(servers: AccountServers, remembered?: RememberedCredentials) {
    super(
      queryOver(() => servers.writing()),
      'account',
    );
    this.#servers = servers;
    this.#remembered = remembered;
  }

  override lookUp(digest: Buffer, freshness: Freshness = 'remembered'): Awaitable<StoredCredentials> {
    const known = freshness === 'remembered' ? this.#remembered?.find(digest) : undefined;
    return known ?? this.#lookUpAgain(digest);
  }

  async #lookUpAgain(digest: Buffer): Promise<StoredCredentials> {
    const credentials = await this.#servers.readCredentials(async (pool) =>
      new AccountRows(
        queryOver(() => pool),
        'account',
      ).lookUp(digest),
    );
    if (credentials.version !== undefined) {
      this.#remembered?.remember(digest, credentials, credentials.version);
    }
    return credentials;
  }

  async atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result> {
    let hasBegun = false;
    try {
      return await inTransactionAgain(this.#servers.writing(), async (client) => {
        // Otherwise two operators at once would each see the keys as they were before the other's change.
        await client.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
        hasBegun = true;
        return work(new AccountRows(queryIn(client), 'account'));
      });
    } catch (error) {
      // Later errors are those of the work, which knows them, unless it met another transaction at each try.
      if (hasBegun && !isConflict(error)) throw error;
      return whileAvailable(async () => {
        throw error;
      });
    }
  }

  close(): Promise<void> {
    return this.#servers.close();
  }
}

type Connection = pg.Pool | pg.PoolClient;

const run = async <Row>(
  connection: Connection,
  text: string,
  values: readonly unknown[],
  name: string | undefined,
): Promise<Row[]> => {
  const { rows } = await connection.query({ ...(name !== undefined && { name }), text, values: [...values] });
  return rows as Row[];
};

const queryOver =
  (connection: () => Connection): Query =>
  (text, values = [], name) =>
    whileAvailable(() => run(connection(), text, values, name));

/** In a transaction, which is repeated after a conflict with another one: that error stays as it is. */
const queryIn =
  (client: pg.PoolClient): Query =>
  async (text, values = [], name) => {
    try {
      return await run(client, text, values, name);
    } catch (error) {
      if (isConflict(error)) throw error;
      return whileAvailable(async () => {
        throw error;
      });
    }
  };
