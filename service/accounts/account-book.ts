// Changes to the accounts, by an operator or by users in the dashboard: issue, replace and revoke keys, set plans, invite
// to the dashboard. Every change is written to the audit log in the same transaction. A key is returned once, when it is
// issued; only its digest is stored, and so it is with the links of invitations.

import type {
  AccountPlan,
  AccountRows,
  Accounts,
  AuditEntry,
  KeyOwner,
  Role,
  StoredKey,
  StoredUser,
} from './accounts.ts';
import { digestOf } from './digest.ts';
import type { NewKey } from './new-key.ts';
import { newKey } from './new-key.ts';
import { isOver } from './plan-date.ts';
import { newSecret } from './secret.ts';

/** The accounts do not allow the change; the message says what to do instead. */
export class AccountError extends Error {}

interface AccountBookDeps {
  readonly pepper: Buffer;
  readonly now: () => Date;
  /** Who makes the changes: the system's name for the operator, or `dashboard: NAME` for a user of the dashboard. */
  readonly operator: string;
}

/** Two during a rotation; an operator would lose track of more. */
const MOST_KEYS = 2;

/** Somebody who replaces a key again and again within a day has to revoke one. */
const MOST_REVEALED = 4;

/** How long the earlier key is good after a new one was revealed. */
const GRACE_MS = 86_400_000;

/** How long the link of an invitation is good. */
export const INVITATION_MS = 86_400_000;

interface InvitationWanted {
  /** `operator`, or null to take that away; undefined leaves it as it is. */
  readonly role?: Role | null | undefined;
  /** The user's devices are lost: ends all passkeys and sessions. */
  readonly isLost: boolean;
}

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
      if ((await this.#keysOf(rows, owner)).length > 0) {
        throw new AccountError(
          `${named(owner)} already has a key. To add a second one: keys rotate ${ownerArguments(owner)}`,
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
      const [current, previous] = await this.#keysOf(rows, owner);
      if (!current)
        throw new AccountError(`${named(owner)} has no key yet: keys issue ${ownerArguments(owner)}`);
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
      await demandUser(rows, user, this.#deps.now());
      const keys = await this.#keysOf(rows, user);
      for (const key of keys) await this.#remove(rows, key);
      return keys;
    });
  }

  /**
   * Makes a key for a user who asks for one. The current key stays good for a day.
   *
   * @param expected id of the current key as the user was shown it, null for none: a request that is repeated makes no
   *   second key
   * @throws AccountError if there is no such user, the current key is another by now, or there are too many keys
   */
  reveal(user: string, expected: string | null): Promise<NewKey> {
    return this.#accounts.atOnce(async (rows) => {
      await demandUser(rows, user, this.#deps.now());
      const now = this.#deps.now();
      await rows.removeExpiredKeys(now.toISOString());
      const keys = await this.#keysOf(rows, user);
      const [current] = keys;
      if ((current?.key_id ?? null) !== expected) throw new AccountError('There is a newer key by now.');
      if (keys.length >= MOST_REVEALED) {
        throw new AccountError(`There are ${keys.length} keys already. Revoke one of them first.`);
      }
      const end = new Date(now.getTime() + GRACE_MS).toISOString();
      for (const { key_id, expires_at } of keys) {
        if (expires_at === null) await rows.expireKey(key_id, end);
      }
      const detail = current && `${current.key_id} is good until ${current.expires_at ?? end}`;
      return this.#add(rows, current ? 'rotate' : 'issue', user, detail);
    });
  }

  /**
   * Revokes one of the user's own keys, at once.
   *
   * @throws AccountError if the user has no such key
   */
  revokeOwn(user: string, keyId: string): Promise<StoredKey> {
    return this.#accounts.atOnce(async (rows) => {
      const key = (await this.#keysOf(rows, user)).find(({ key_id }) => key_id === keyId);
      if (!key) throw new AccountError('You have no key with that id.');
      await this.#remove(rows, key);
      return key;
    });
  }

  /**
   * Invites a user, who is created if necessary, to the dashboard. An earlier invitation of the user ends.
   *
   * @returns the secret of the link, which is good for one passkey, and the ISO 8601 instant at which it ends
   */
  invite(user: string, { role, isLost }: InvitationWanted): Promise<{ secret: string; until: string }> {
    return this.#accounts.atOnce(async (rows) => {
      await rows.addUser(user);
      const stored = (await rows.users(this.#deps.now())).find((one) => one.user === user);
      if (role !== undefined && stored?.role !== role) {
        await rows.setRole(user, role);
        await this.#log(rows, { action: 'set role', user, key_id: null, detail: role ?? 'subscriber' });
      }
      if (isLost) {
        await rows.signIn.removePasskeys(user);
        await rows.signIn.removeSessions(user);
        await this.#log(rows, { action: 'remove passkeys', user, key_id: null, detail: null });
      }
      const secret = newSecret();
      const until = new Date(this.#deps.now().getTime() + INVITATION_MS).toISOString();
      await rows.signIn.setInvitation(digestOf(secret, this.#deps.pepper), { user, expiresAt: until });
      await this.#log(rows, { action: 'invite', user, key_id: null, detail: `until ${until}` });
      return { secret, until };
    });
  }

  /** @throws AccountError if there is no such user */
  setPlan(user: string, plan: AccountPlan | null): Promise<void> {
    return this.#accounts.atOnce(async (rows) => {
      await demandUser(rows, user, this.#deps.now());
      await this.#setPlan(rows, user, plan);
    });
  }

  /** The good keys: the application's, then the users' by name; each owner's newest first. */
  async keys(): Promise<StoredKey[]> {
    return this.#good(await this.#accounts.keys());
  }

  users(): Promise<StoredUser[]> {
    return this.#accounts.users(this.#deps.now());
  }

  /** The whole audit log, oldest first. */
  history(): Promise<AuditEntry[]> {
    return this.#accounts.history();
  }

  close(): Promise<void> {
    return this.#accounts.close();
  }

  #good(keys: readonly StoredKey[]): StoredKey[] {
    return keys.filter(({ expires_at }) => !isOver(expires_at, this.#deps.now()));
  }

  async #keysOf(rows: AccountRows, owner: KeyOwner): Promise<StoredKey[]> {
    return this.#good(await rows.keys()).filter(({ user }) => user === owner);
  }

  async #add(
    rows: AccountRows,
    action: 'issue' | 'rotate',
    user: KeyOwner,
    detail: string | null = null,
  ): Promise<NewKey> {
    const made = newKey(user === null ? 'application' : 'user');
    const digest = digestOf(made.key, this.#deps.pepper);
    await rows.addKey({ digest, key_id: made.id, user, issued_at: this.#deps.now().toISOString() });
    await this.#log(rows, { action, user, key_id: made.id, detail });
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

async function demandUser(rows: AccountRows, user: string, now: Date): Promise<void> {
  if ((await rows.users(now)).some((stored) => stored.user === user)) return;
  throw new AccountError(
    `There is no user ${user}. A user is created with the first key: keys issue ${ownerArguments(user)}`,
  );
}

const named = (owner: KeyOwner): string => (owner === null ? 'The application' : `The user ${owner}`);

const ownerArguments = (owner: KeyOwner): string => (owner === null ? '--api' : `--user ${owner}`);
