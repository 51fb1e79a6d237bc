// What an operator does to the accounts: issue, rotate and revoke keys, set plans. Every change is in the audit log,
// in one transaction with it. A key leaves here once, to whoever asked for it; what stays is its digest.

import type Database from 'better-sqlite3';
import { digestOf } from './digest.ts';
import type { NewKey } from './new-key.ts';
import { newKey } from './new-key.ts';
import { openAccountsFile } from './schema.ts';

/** Whose key: a user's, or the application's where it is null. */
export type Holder = string | null;

export interface Plan {
  readonly name: string;
  /** ISO 8601 instant at which it ends; null when it does not. */
  readonly until: string | null;
}

export interface HeldKey {
  readonly key_id: string;
  readonly user: Holder;
  /** The newest of its holder; `previous` is the one that is being rotated out. */
  readonly state: 'current' | 'previous';
  readonly issued_at: string | null;
}

export interface HeldUser {
  readonly user: string;
  readonly plan: Plan | null;
  readonly keys: number;
}

export interface AuditEntry {
  readonly at: string;
  readonly operator: string;
  readonly action: 'issue' | 'rotate' | 'revoke' | 'set plan';
  readonly user: Holder;
  readonly key_id: string | null;
  readonly detail: string | null;
}

/** What cannot be done as things stand; the message says what to do instead. */
export class NotPossible extends Error {}

interface Surroundings {
  readonly pepper: Buffer;
  readonly now: () => Date;
  /** Who does it: the name that the system knows the operator by. */
  readonly operator: string;
}

/** During a rotation; more would be keys that nobody keeps track of. */
const MOST_KEYS = 2;

export class AccountBook {
  readonly #database: Database.Database;
  readonly #around: Surroundings;

  constructor(file: string, around: Surroundings) {
    this.#database = openAccountsFile(file);
    this.#around = around;
  }

  /**
   * The first key of a holder, and with `plan` the user's plan.
   *
   * @throws NotPossible where there is a key already
   */
  issue(holder: Holder, plan?: Plan | null): NewKey {
    return this.#atOnce(() => {
      if (this.#keysOf(holder).length > 0) {
        throw new NotPossible(
          `${named(holder)} has a key already. For a new one beside it: keys rotate ${asked(holder)}`,
        );
      }
      if (holder !== null) {
        this.#database.prepare('INSERT INTO user (id) VALUES (?) ON CONFLICT DO NOTHING').run(holder);
      }
      const key = this.#add('issue', holder);
      if (holder !== null && plan !== undefined) this.#setPlan(holder, plan);
      return key;
    });
  }

  /**
   * A second key; the one before stays valid until it is revoked.
   *
   * @throws NotPossible where there is no key, or a rotation that has not been ended
   */
  rotate(holder: Holder): { readonly key: NewKey; readonly previous: string } {
    return this.#atOnce(() => {
      const [current, previous] = this.#keysOf(holder);
      if (!current) throw new NotPossible(`${named(holder)} has no key yet: keys issue ${asked(holder)}`);
      if (previous) {
        throw new NotPossible(
          `${named(holder)} has ${MOST_KEYS} keys already. First end the older one: keys revoke ${previous.key_id}`,
        );
      }
      return { key: this.#add('rotate', holder), previous: current.key_id };
    });
  }

  /**
   * Ends one key, at once.
   *
   * @throws NotPossible where there is none with that id
   */
  revoke(keyId: string): HeldKey {
    return this.#atOnce(() => {
      const key = this.keys().find(({ key_id }) => key_id === keyId);
      if (!key) throw new NotPossible('There is no key with that id. The ids are in: keys list');
      this.#remove(key);
      return key;
    });
  }

  /**
   * Ends all keys of a user, at once; the user and the plan stay.
   *
   * @throws NotPossible where there is no such user
   */
  revokeAll(user: string): readonly HeldKey[] {
    return this.#atOnce(() => {
      this.#demandUser(user);
      const keys = this.#keysOf(user);
      keys.forEach((key) => this.#remove(key));
      return keys;
    });
  }

  /** @throws NotPossible where there is no such user */
  setPlan(user: string, plan: Plan | null): void {
    this.#atOnce(() => {
      this.#demandUser(user);
      this.#setPlan(user, plan);
    });
  }

  /** The application's keys, then the users' by name; of each holder the newest first. */
  keys(): HeldKey[] {
    return this.#database
      .prepare<[], HeldKey>(
        `SELECT key_id, user_id AS user, issued_at, CASE
           WHEN row_number() OVER (PARTITION BY user_id ORDER BY number DESC) = 1 THEN 'current' ELSE 'previous'
         END AS state FROM access_key ORDER BY user_id NULLS FIRST, number DESC`,
      )
      .all();
  }

  users(): HeldUser[] {
    return this.#database
      .prepare<[], { user: string; plan: string | null; until: string | null; keys: number }>(
        `SELECT id AS user, plan, plan_until AS until,
           (SELECT count(*) FROM access_key WHERE user_id = user.id) AS keys FROM user ORDER BY id`,
      )
      .all()
      .map(({ user, plan, until, keys }) => ({
        user,
        plan: plan === null ? null : { name: plan, until },
        keys,
      }));
  }

  /** Everything that was ever done, oldest first. */
  history(): AuditEntry[] {
    return this.#database
      .prepare<[], AuditEntry>(
        'SELECT at, operator, action, user_id AS user, key_id, detail FROM audit_log ORDER BY number',
      )
      .all();
  }

  close(): void {
    this.#database.close();
  }

  #keysOf(holder: Holder): HeldKey[] {
    return this.keys().filter(({ user }) => user === holder);
  }

  #demandUser(user: string): void {
    if (this.users().some((held) => held.user === user)) return;
    throw new NotPossible(
      `There is no user ${user}. A user comes with the first key: keys issue ${asked(user)}`,
    );
  }

  #add(action: 'issue' | 'rotate', holder: Holder): NewKey {
    const made = newKey(holder === null ? 'application' : 'user');
    this.#database
      .prepare('INSERT INTO access_key (digest, key_id, user_id, issued_at) VALUES (?, ?, ?, ?)')
      .run(digestOf(made.key, this.#around.pepper), made.id, holder, this.#around.now().toISOString());
    this.#log(action, holder, made.id);
    return made;
  }

  #remove({ key_id, user }: HeldKey): void {
    this.#database.prepare('DELETE FROM access_key WHERE key_id = ?').run(key_id);
    this.#log('revoke', user, key_id);
  }

  #setPlan(user: string, plan: Plan | null): void {
    this.#database
      .prepare('UPDATE user SET plan = ?, plan_until = ? WHERE id = ?')
      .run(plan?.name ?? null, plan?.until ?? null, user);
    this.#log('set plan', user, null, plan ? `${plan.name} until ${plan.until ?? 'no end'}` : 'none');
  }

  #log(action: AuditEntry['action'], user: Holder, keyId: string | null, detail: string | null = null): void {
    const { now, operator } = this.#around;
    this.#database
      .prepare(
        'INSERT INTO audit_log (at, operator, action, user_id, key_id, detail) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(now().toISOString(), operator, action, user, keyId, detail);
  }

  #atOnce<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }
}

const named = (holder: Holder): string => (holder === null ? 'The application' : `The user ${holder}`);

const asked = (holder: Holder): string => (holder === null ? '--api' : `--user ${holder}`);
