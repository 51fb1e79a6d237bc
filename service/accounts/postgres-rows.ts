// The accounts' rows in PostgreSQL.

import type pg from 'pg';
import { inTransactionAgain } from '../store/postgres/pool.ts';
import type { AccountRows, AuditEntry, StoredKey, KeyRow, AccountPlan, UserRow } from './account-rows.ts';
import { ALL_HISTORY, ALL_KEYS } from './account-rows.ts';

type Connection = pg.Pool | pg.PoolClient;

class Rows {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async keys(): Promise<StoredKey[]> {
    return (await this.#connection.query<StoredKey>(ALL_KEYS)).rows;
  }

  async users(): Promise<UserRow[]> {
    const { rows } = await this.#connection.query<UserRow>(
      `SELECT id AS user, plan, plan_until AS until,
         (SELECT count(*) FROM access_key WHERE user_id = account.id)::integer AS keys FROM account ORDER BY id`,
    );
    return rows;
  }

  async history(): Promise<AuditEntry[]> {
    return (await this.#connection.query<AuditEntry>(ALL_HISTORY)).rows;
  }

  async addUser(user: string): Promise<void> {
    await this.#connection.query('INSERT INTO account (id) VALUES ($1) ON CONFLICT DO NOTHING', [user]);
  }

  async addKey({ digest, key_id, user, issued_at }: KeyRow): Promise<void> {
    await this.#connection.query(
      'INSERT INTO access_key (digest, key_id, user_id, issued_at) VALUES ($1, $2, $3, $4)',
      [digest, key_id, user, issued_at],
    );
  }

  async removeKey(keyId: string): Promise<void> {
    await this.#connection.query('DELETE FROM access_key WHERE key_id = $1', [keyId]);
  }

  async setPlan(user: string, plan: AccountPlan | null): Promise<void> {
    await this.#connection.query('UPDATE account SET plan = $1, plan_until = $2 WHERE id = $3', [
      plan?.name ?? null,
      plan?.until ?? null,
      user,
    ]);
  }

  async log({ at, operator, action, user, key_id, detail }: AuditEntry): Promise<void> {
    await this.#connection.query(
      'INSERT INTO audit_log (at, operator, action, user_id, key_id, detail) VALUES ($1, $2, $3, $4, $5, $6)',
      [at, operator, action, user, key_id, detail],
    );
  }
}

export class PostgresRows extends Rows implements AccountRows {
  readonly #pool: pg.Pool;

  /** @param pool closed with this */
  constructor(pool: pg.Pool) {
    super(pool);
    this.#pool = pool;
  }

  async atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result> {
    return inTransactionAgain(this.#pool, async (client) => {
      // Two operators at once would each see the keys as they were before the other.
      await client.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
      return work(new WithinTransaction(client));
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

class WithinTransaction extends Rows implements AccountRows {
  async atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  async close(): Promise<void> {
    throw new Error('the transaction ends with its work');
  }
}
