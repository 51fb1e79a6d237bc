// An operator's changes to the accounts: issue, rotate and revoke keys, set plans. Every change is written to the audit
// log in the same transaction. A key is returned once, when it is issued; only its digest is stored.

import type {
  AccountPlan,
  AccountRows,
  Accounts,
  AuditEntry,
  KeyOwner,
  StoredKey,
  StoredUser,
} from './accounts.ts';
import { digestOf } from './digest.ts';
import type { NewKey } from './new-key.ts';
import { newKey } from './new-key.ts';

/** The accounts do not allow the change; the message says what to do instead. */
export class AccountError extends Error {}

interface AccountBookDeps {
  readonly pepper: Buffer;
  readonly now: () => Date;
  /** The system's name for the operator. */
  readonly operator: string;
}

/** Two during a rotation; an operator would lose track of more. */
const MOST_KEYS = 2;

export class AccountBook {
  readonly #accounts: Accounts;
  readonly #deps: AccountBookDeps;

  /** @param accounts closed together with this book */
  constructor(accounts: Accounts, deps: AccountBookDeps) {
    this.#accounts = accounts;
    this.#deps = deps;
  }

  /**
   * Issues an owner's first key, and sets the user's plan if one is given.
   *
   * @throws AccountError if there is a key already
   */
  issue(owner: KeyOwner, plan?: AccountPlan | null): Promise<NewKey> {
    return this.#accounts.atOnce(async (rows) => {
      if ((await keysOf(rows, owner)).length > 0) {
        throw new AccountError(
          `${named(owner)} already has a key. To add a second one: keys rotate ${asked(owner)}`,
        );
      }
      if (owner !== null) await rows.addUser(owner);
      const key = await this.#add(rows, 'issue', owner);
      if (owner !== null && plan !== undefined) await this.#setPlan(rows, owner, plan);
      return key;
    });
  }

  /**
   * Issues a second key; the previous one stays valid until it is revoked.
   *
   * @throws AccountError if there is no key, or the last rotation has not been finished
   */
  rotate(owner: KeyOwner): Promise<{ readonly key: NewKey; readonly previous: string }> {
    return this.#accounts.atOnce(async (rows) => {
      const [current, previous] = await keysOf(rows, owner);
      if (!current) throw new AccountError(`${named(owner)} has no key yet: keys issue ${asked(owner)}`);
      if (previous) {
        throw new AccountError(
          `${named(owner)} has ${MOST_KEYS} keys already. Revoke the older one first: keys revoke ${previous.key_id}`,
        );
      }
      return { key: await this.#add(rows, 'rotate', owner), previous: current.key_id };
    });
  }

  /**
   * Revokes one key, at once.
   *
   * @throws AccountError if there is no key with that id
   */
  revoke(keyId: string): Promise<StoredKey> {
    return this.#accounts.atOnce(async (rows) => {
      const key = (await rows.keys()).find(({ key_id }) => key_id === keyId);
      if (!key) throw new AccountError('There is no key with that id. The ids are in: keys list');
      await this.#remove(rows, key);
      return key;
    });
  }

  /**
   * Revokes all keys of a user, at once; the user and the plan stay.
   *
   * @throws AccountError if there is no such user
   */
  revokeAll(user: string): Promise<readonly StoredKey[]> {
    return this.#accounts.atOnce(async (rows) => {
      await demandUser(rows, user);
      const keys = await keysOf(rows, user);
      for (const key of keys) await this.#remove(rows, key);
      return keys;
    });
  }

  /** @throws AccountError if there is no such user */
  setPlan(user: string, plan: AccountPlan | null): Promise<void> {
    return this.#accounts.atOnce(async (rows) => {
      await demandUser(rows, user);
      await this.#setPlan(rows, user, plan);
    });
  }

  /** The application's keys, then the users' keys by name; each owner's newest key first. */
  keys(): Promise<StoredKey[]> {
    return this.#accounts.keys();
  }

  users(): Promise<StoredUser[]> {
    return this.#accounts.users();
  }

  /** The whole audit log, oldest first. */
  history(): Promise<AuditEntry[]> {
    return this.#accounts.history();
  }

  close(): Promise<void> {
    return this.#accounts.close();
  }

  async #add(rows: AccountRows, action: 'issue' | 'rotate', user: KeyOwner): Promise<NewKey> {
    const made = newKey(user === null ? 'application' : 'user');
    const digest = digestOf(made.key, this.#deps.pepper);
    await rows.addKey({ digest, key_id: made.id, user, issued_at: this.#deps.now().toISOString() });
    await this.#log(rows, { action, user, key_id: made.id, detail: null });
    return made;
  }

  async #remove(rows: AccountRows, { key_id, user }: StoredKey): Promise<void> {
    await rows.removeKey(key_id);
    await this.#log(rows, { action: 'revoke', user, key_id, detail: null });
  }

  async #setPlan(rows: AccountRows, user: string, plan: AccountPlan | null): Promise<void> {
    await rows.setPlan(user, plan);
    const detail = plan ? `${plan.name} until ${plan.until ?? 'no end'}` : 'none';
    await this.#log(rows, { action: 'set plan', user, key_id: null, detail });
  }

  async #log(rows: AccountRows, done: Omit<AuditEntry, 'at' | 'operator'>): Promise<void> {
    const { now, operator } = this.#deps;
    await rows.log({ at: now().toISOString(), operator, ...done });
  }
}

const keysOf = async (rows: AccountRows, owner: KeyOwner): Promise<StoredKey[]> =>
  (await rows.keys()).filter(({ user }) => user === owner);

async function demandUser(rows: AccountRows, user: string): Promise<void> {
  if ((await rows.users()).some((stored) => stored.user === user)) return;
  throw new AccountError(
    `There is no user ${user}. A user is created with the first key: keys issue ${asked(user)}`,
  );
}

const named = (owner: KeyOwner): string => (owner === null ? 'The application' : `The user ${owner}`);

const asked = (owner: KeyOwner): string => (owner === null ? '--api' : `--user ${owner}`);
