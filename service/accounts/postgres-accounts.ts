// Who may ask, in PostgreSQL, for several service processes. Only digests are kept.

import type pg from 'pg';
import { whileAvailable } from '../store/postgres/unavailable.ts';
import type { Accounts, StoredCredentials } from './accounts.ts';

interface Row {
  readonly id: string | null;
  readonly digest: Buffer;
  readonly plan: string | null;
  readonly planUntil: string | null;
}

export class PostgresAccounts implements Accounts {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** In one round trip: every request asks. */
  async lookUp(digest: Buffer): Promise<StoredCredentials> {
    const { rows } = await whileAvailable(() =>
      this.#pool.query<Row>({
        name: 'credentials',
        text: `SELECT NULL AS id, digest, NULL AS plan, NULL AS "planUntil" FROM access_key WHERE user_id IS NULL
          UNION ALL SELECT account.id, digest, plan, plan_until
          FROM access_key JOIN account ON account.id = user_id WHERE digest = $1`,
        values: [digest],
      }),
    );
    const user = rows.find(({ id }) => id !== null);
    return {
      applicationDigests: rows.filter(({ id }) => id === null).map((row) => row.digest),
      user: user && { ...user, id: user.id ?? '' },
    };
  }
}
