// The accounts of the settings: a service's address with the application key and a name. The user key of each is in the
// keychain under its id. Accounts of one address share its archive: the records are the service's.

import type { SavedAccount, State } from '../settings/state-schema.ts';

export type SavedConnection = State['connection'];

export interface Account extends SavedAccount {
  /** The environment's application key: for this run instead of the saved one, and not written. */
  readonly givenApiKey?: string | undefined;
}

/** The saved accounts, the oldest first. Earlier versions had one without a name; its key has its address as the entry. */
export function accountsOf({ accounts, baseUrl, apiKey }: SavedConnection): readonly SavedAccount[] {
  if (baseUrl === undefined || accounts.some((each) => each.baseUrl === baseUrl)) return accounts;
  return [{ ...newAccount(accounts, baseUrl), ...(apiKey === undefined ? {} : { apiKey }) }, ...accounts];
}

/** The one that was used last. */
export function lastAccountOf(saved: SavedConnection): SavedAccount | undefined {
  const accounts = accountsOf(saved);
  return accounts.find(({ id }) => id === saved.account) ?? accounts[0];
}

/** With an id and a name that no other has: the address, numbered from the second account on. */
export function newAccount(accounts: readonly SavedAccount[], baseUrl: string): SavedAccount {
  const others = accounts.filter((each) => each.baseUrl === baseUrl).map(({ id }) => id);
  const host = URL.parse(baseUrl)?.host ?? baseUrl;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const id = `${baseUrl}${suffix}`;
    if (!others.includes(id)) return { id, name: `${host}${suffix}`, baseUrl };
  }
}

/** The settings with this account in place of the one with its id, and as the one in use. */
export function withAccount(saved: SavedConnection, account: SavedAccount): SavedConnection {
  const before = accountsOf(saved);
  const isKnown = before.some(({ id }) => id === account.id);
  const accounts = isKnown
    ? before.map((each) => (each.id === account.id ? account : each))
    : [...before, account];
  return { mode: 'account', account: account.id, accounts };
}

/** The settings with one account changed, and otherwise as they are. */
export function changedAccount(
  saved: SavedConnection,
  id: string,
  change: Partial<Pick<SavedAccount, 'name' | 'isKept' | 'isOutdated'>>,
): SavedConnection {
  const accounts = accountsOf(saved).map((each) => (each.id === id ? { ...each, ...change } : each));
  return { mode: saved.mode, ...lastOf(saved), accounts };
}

/** The settings without this account; nothing is connected if it was in use. */
export function withoutAccount(saved: SavedConnection, id: string): SavedConnection {
  const accounts = accountsOf(saved).filter((each) => each.id !== id);
  const isInUse = lastAccountOf(saved)?.id === id;
  const mode = isInUse && saved.mode === 'account' ? 'none' : saved.mode;
  return { mode, ...(isInUse ? {} : lastOf(saved)), accounts };
}

const lastOf = (saved: SavedConnection): { readonly account?: string } => {
  const last = lastAccountOf(saved);
  return last === undefined ? {} : { account: last.id };
};
