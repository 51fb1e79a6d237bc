// Who may send requests: application keys (current and previous), user keys and plans. One port, with the same SQL for
// SQLite and PostgreSQL. Only digests of keys are stored.

import type { Awaitable } from '../awaitable.ts';
import { SignInRows } from './sign-in-rows.ts';
import type { Query } from './sql.ts';
import { UsageRows } from './usage-rows.ts';

/** The owner of a key: a user, or the application if it is null. */
export type KeyOwner = string | null;

export interface AccountPlan {
  readonly name: string;
  /** ISO 8601 instant at which it ends; null if it does not. */
  readonly until: string | null;
}

export interface StoredKey {
  readonly key_id: string;
  readonly user: KeyOwner;
  /** The owner's newest key is current; `previous` is the one that is being rotated out. */
  readonly state: 'current' | 'previous';
  readonly issued_at: string | null;
  /** ISO 8601 instant from which it is refused; null if it has no end. */
  readonly expires_at: string | null;
  /** Up to a quarter of a minute old, since uses are written in batches; null if it was never used. */
  readonly last_used_at: string | null;
}

/** May see and set the plans of all users in the dashboard. */
export const OPERATOR = 'operator';

export type Role = typeof OPERATOR;

export interface StoredUser {
  readonly user: string;
  /** `operator`, or null for a subscriber. */
  readonly role: Role | null;
  readonly plan: AccountPlan | null;
  /** How many keys are good. */
  readonly keys: number;
}

export interface AuditEntry {
  readonly at: string;
  readonly operator: string;
  readonly action:
    | 'issue'
    | 'rotate'
    | 'revoke'
    | 'set plan'
    | 'set role'
    | 'invite'
    | 'add passkey'
    | 'name passkey'
    | 'remove passkey'
    | 'remove passkeys'
    | 'sign in'
    | 'sign in failed'
    | 'sign out'
    | 'import';
  readonly user: KeyOwner;
  readonly key_id: string | null;
  readonly detail: string | null;
}

export interface NewStoredKey {
  readonly digest: Buffer;
  readonly key_id: string;
  readonly user: KeyOwner;
  readonly issued_at: string | null;
}

/** The user of a key, as the checks of a request need them. */
export interface User {
  readonly id: string;
  readonly digest: Uint8Array;
  /** Name of the plan; null if there is none. */
  readonly plan: string | null;
  /** ISO 8601 instant at which the plan ends; null if it does not. */
  readonly planUntil: string | null;
  readonly keyId: string;
  /** ISO 8601 instant from which the key is refused; null if it has no end. */
  readonly keyUntil: string | null;
}

/** How current credentials must be. */
export type Freshness = 'remembered' | 'read again';

export interface StoredCredentials {
  /** Digests of the valid application keys: the current one and, during a rotation, the previous one. */
  readonly applicationDigests: readonly Uint8Array[];
  /** The user whose key has this digest, with the stored digest for a comparison in constant time. */
  readonly user: User | undefined;
  /** The version of the accounts that they are of, if the store has versions. */
  readonly version?: number | undefined;
  /** They were read for an earlier request. */
  readonly isRemembered?: boolean;
}

/** Reads and writes rows without checks; `AccountBook` has the rules. */
export class AccountRows {
  readonly #query: Query;
  /** PostgreSQL reserves the name "user". */
  readonly #users: 'user' | 'account';
  /** For the dashboard. */
  readonly signIn: SignInRows;
  readonly usage: UsageRows;

  constructor(query: Query, users: 'user' | 'account') {
    this.#query = query;
    this.#users = users;
    this.signIn = new SignInRows(query, users);
    this.usage = new UsageRows(query);
  }

  /**
   * @param digest of the user key in the request
   * @param _freshness whether a store that remembers credentials may do so
   */
  lookUp(digest: Buffer, _freshness: Freshness = 'remembered'): Awaitable<StoredCredentials> {
    return this.#readCredentials(digest);
  }

  async #readCredentials(digest: Buffer): Promise<StoredCredentials> {
    // One round trip, since every request may need it. The version is of the same snapshot.
    const version = this.#users === 'user' ? 'NULL' : '(SELECT version FROM credential_version)';
    const rows = await this.#query<Row>(
      `SELECT NULL AS id, digest, NULL AS plan, NULL AS "planUntil", key_id AS "keyId", NULL AS "keyUntil",
         ${version} AS version
       FROM access_key WHERE user_id IS NULL
       UNION ALL SELECT owner.id, digest, plan, plan_until, key_id, expires_at, ${version}
       FROM access_key JOIN ${this.#users} AS owner ON owner.id = user_id WHERE digest = $1`,
      [digest],
      'credentials',
    );
    const user = rows.find(({ id }) => id !== null);
    return {
      applicationDigests: rows.filter(({ id }) => id === null).map((row) => row.digest),
      user: user && userFrom(user),
      version: user?.version === undefined || user.version === null ? undefined : Number(user.version),
    };
  }

  /** The application's keys, then the users' keys by name; each owner's newest key first. */
  keys(): Promise<StoredKey[]> {
    return this.#query(
      `SELECT key_id, user_id AS user, issued_at, expires_at, last_used_at, CASE
         WHEN row_number() OVER (PARTITION BY user_id ORDER BY number DESC) = 1 THEN 'current' ELSE 'previous'
       END AS state FROM access_key ORDER BY user_id NULLS FIRST, number DESC`,
    );
  }

  /** @param now keys that end then, or have ended, are not counted */
  async users(now: Date): Promise<StoredUser[]> {
    const rows = await this.#query<{
      user: string;
      role: Role | null;
      plan: string | null;
      until: string | null;
      keys: number;
    }>(
      `SELECT id AS user, role, plan, plan_until AS until,
         CAST((SELECT count(*) FROM access_key
           WHERE user_id = owner.id AND (expires_at IS NULL OR expires_at > $1)) AS integer) AS keys
       FROM ${this.#users} AS owner ORDER BY id`,
      [now.toISOString()],
    );
    return rows.map(({ user, role, plan, until, keys }) => ({
      user,
      role,
      plan: plan === null ? null : { name: plan, until },
      keys,
    }));
  }

  /** The whole audit log, oldest first. */
  history(): Promise<AuditEntry[]> {
    return this.#query(`${ENTRIES} ORDER BY number`);
  }

  /** What was done to the user and to the user's keys, newest first. */
  historyOf(user: string, most: number): Promise<AuditEntry[]> {
    return this.#query(`${ENTRIES} WHERE user_id = $1 ORDER BY number DESC LIMIT $2`, [user, most]);
  }

  /** The entries of that action, newest first. */
  historyOfAction(action: AuditEntry['action'], most: number): Promise<AuditEntry[]> {
    return this.#query(`${ENTRIES} WHERE action = $1 ORDER BY number DESC LIMIT $2`, [action, most]);
  }

  async setRole(user: string, role: Role | null): Promise<void> {
    await this.#query(`UPDATE ${this.#users} SET role = $1 WHERE id = $2`, [role, user]);
  }

  /** Does nothing if the user exists. */
  async addUser(user: string): Promise<void> {
    await this.#query(`INSERT INTO ${this.#users} (id) VALUES ($1) ON CONFLICT DO NOTHING`, [user]);
  }

  async addKey({ digest, key_id, user, issued_at }: NewStoredKey): Promise<void> {
    await this.#query('INSERT INTO access_key (digest, key_id, user_id, issued_at) VALUES ($1, $2, $3, $4)', [
      digest,
      key_id,
      user,
      issued_at,
    ]);
  }

  async removeKey(keyId: string): Promise<void> {
    await this.#query('DELETE FROM access_key WHERE key_id = $1', [keyId]);
  }

  /** The key is refused from that instant on. */
  async expireKey(keyId: string, at: string): Promise<void> {
    await this.#query('UPDATE access_key SET expires_at = $1 WHERE key_id = $2', [at, keyId]);
  }

  /** Removes the keys that are refused from that instant on, or from an earlier one. */
  async removeExpiredKeys(now: string): Promise<void> {
    await this.#query('DELETE FROM access_key WHERE expires_at <= $1', [now]);
  }

  async usedKey(keyId: string, at: string): Promise<void> {
    await this.#query('UPDATE access_key SET last_used_at = $1 WHERE key_id = $2', [at, keyId]);
  }

  async setPlan(user: string, plan: AccountPlan | null): Promise<void> {
    await this.#query(`UPDATE ${this.#users} SET plan = $1, plan_until = $2 WHERE id = $3`, [
      plan?.name ?? null,
      plan?.until ?? null,
      user,
    ]);
  }

  async log({ at, operator, action, user, key_id, detail }: AuditEntry): Promise<void> {
    await this.#query(
      'INSERT INTO audit_log (at, operator, action, user_id, key_id, detail) VALUES ($1, $2, $3, $4, $5, $6)',
      [at, operator, action, user, key_id, detail],
    );
  }
}

/** PostgreSQL writes large integers as text. */
type Row = Omit<User, 'id'> & { readonly id: string | null; readonly version: string | number | null };

const userFrom = ({ id, digest, plan, planUntil, keyId, keyUntil }: Row): User => ({
  id: id ?? '',
  digest,
  plan,
  planUntil,
  keyId,
  keyUntil,
});

const ENTRIES = 'SELECT at, operator, action, user_id AS user, key_id, detail FROM audit_log';

export interface Accounts extends AccountRows {
  /** Runs the work as one isolated transaction: all of it or nothing. */
  atOnce<Result>(work: (rows: AccountRows) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Gives the owner exactly these keys, the newest last, and a user the plan if one is given, without an operator or
 * audit log. Used for the sample.
 */
export async function setKeys(
  accounts: Accounts,
  user: KeyOwner,
  digests: readonly Buffer[],
  plan?: AccountPlan | null,
): Promise<void> {
  const wanted = new Map(digests.map((digest) => [digest.toString('hex', 0, 8), digest]));
  await accounts.atOnce(async (rows) => {
    if (user !== null) await rows.addUser(user);
    for (const key of await rows.keys()) {
      if (key.user === user && !wanted.delete(key.key_id)) await rows.removeKey(key.key_id);
    }
    for (const [key_id, digest] of wanted) await rows.addKey({ digest, key_id, user, issued_at: null });
    if (user !== null && plan !== undefined) await rows.setPlan(user, plan);
  });
}
