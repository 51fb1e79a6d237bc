// Which service is connected, with which keys: the connection's states and transitions.

import { RailbirdError } from '#shared/errors.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import { isSendable, oddityOf, readPastedKey, type KeyKind, type PastedKey } from '#shared/pasted-key.ts';
import type { ServiceCredentials } from '../service-client/credentials.ts';
import type { ServiceIdentity } from '../service-client/service-identity.ts';
import type { Keychain } from '../keychain/keychain.ts';
import {
  accountsOf,
  changedAccount,
  lastAccountOf,
  newAccount,
  withAccount,
  withoutAccount,
  type Account,
  type SavedConnection,
} from './accounts.ts';
import type { SavedAccount } from '../settings/state-schema.ts';
import { baseUrlOf } from './base-url.ts';
import type { EnvironmentConnection } from './environment.ts';
import type { SampleService } from './sample-service.ts';
import { createUserKeys, type KeptKey, type KeyMemory, type UserKeys } from './user-keys.ts';

export type { SavedConnection };

type ChangeSaved = (saved: SavedConnection) => SavedConnection;

export interface ConnectionOptions {
  readonly saved: SavedConnection;
  /**
   * Another process may have connected meanwhile: the change is applied to what is saved at that moment. Resolves with
   * what is saved then. `keyOf`: the user key of the account with this id was replaced.
   */
  readonly save: (change: ChangeSaved, keyOf?: string) => Promise<SavedConnection>;
  /** For this run only, without a trace in the settings. `account` applies only if there is one. */
  readonly startWith?: 'sample' | 'account' | undefined;
  readonly environment: EnvironmentConnection;
  /** A command's: the keys of its environment were given for this run, and stay whatever another connection saves. */
  readonly keepsEnvironment?: boolean | undefined;
  readonly keychain: Keychain;
  /** How long the app waits for the keychain, in milliseconds. */
  readonly keychainLimitMs: number;
  /** The keys in memory, if other connections share them. */
  readonly memory?: KeyMemory;
  /** The user key of the account with this id is gone from memory. */
  readonly keyForgotten?: (id: string) => void;
  readonly sample: SampleService;
  /** Sends one request with these keys; rejects with a coded error. */
  readonly check: (credentials: ServiceCredentials, signal?: AbortSignal) => Promise<void>;
  /** A user key is no longer used. */
  readonly forgotten?: (userKey: string) => void;
  /** For errors of background work. */
  readonly report: (error: unknown) => void;
}

export interface ConnectInput {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userKey: string;
  /** The id of the account whose keys these are; without it, an account of that address. */
  readonly account?: string | undefined;
  /** One more account, even if the address has one. */
  readonly isAnother?: boolean | undefined;
  /** Keep the user key in memory only. */
  readonly forSession?: boolean | undefined;
  /** Fail before anything is sent if a key looks wrong. */
  readonly mayAsk?: boolean | undefined;
}

export interface ConnectionKeeper {
  status(): Promise<Connection>;
  trySample(): Promise<Connection>;
  /**
   * Nothing is changed if `signal` is aborted while the keys are checked. Errors: those of `check`, CANCELLED, KEY_MISSING,
   * NOT_THE_SERVICE, those of shared/key-errors.ts, FILE_FAILED.
   */
  connect(input: ConnectInput, signal?: AbortSignal): Promise<Connection>;
  /** Errors: ACCOUNT_UNKNOWN, FILE_FAILED. */
  switchAccount(id: string): Promise<Connection>;
  /** Errors: ACCOUNT_UNKNOWN, FILE_FAILED. */
  renameAccount(id: string, name: string): Promise<Connection>;
  /** Errors: ACCOUNT_UNKNOWN, FILE_FAILED; KEYCHAIN_KEPT, and the account stays. */
  forgetAccount(id: string): Promise<Connection>;
  retryKeychain(): Promise<Connection>;
  /** Errors: KEYCHAIN_KEPT; the key is gone from memory even then. */
  forgetKey(): Promise<Connection>;
  disconnect(): Promise<Connection>;
  /** Of the connected service. Errors: NOT_CONNECTED, KEY_MISSING, those of the keychain and of starting the sample. */
  credentials(): Promise<ServiceCredentials>;
  /** The identity under which the archive stores records; undefined if nothing is connected. */
  identity(): ServiceIdentity | undefined;
  /** Called after every change of service or keys. */
  onChange(listener: () => void): void;
  /** Another connection of this data folder saved this, with the user key of `keyOf`. What is connected here stays so. */
  savedElsewhere(saved: SavedConnection, keyOf?: string): void;
  /** Another connection of this data folder forgot the user key of the account with this id. */
  keyForgottenElsewhere(id: string): void;
}

export const createConnection = (options: ConnectionOptions): ConnectionKeeper => new Keeper(options);

class Keeper implements ConnectionKeeper {
  readonly #options: ConnectionOptions;
  readonly #listeners: (() => void)[] = [];
  readonly #keys: UserKeys;
  #saved: SavedConnection;
  #mode: Connection['mode'];
  /** The connected account, or the one to return to. */
  #account: Account | undefined;

  constructor(options: ConnectionOptions) {
    const { environment, saved } = options;
    this.#options = options;
    this.#saved = saved;
    this.#account = firstAccount(environment, saved);
    this.#mode = firstMode(options, this.#account);
    this.#keys = createUserKeys({
      keychain: options.keychain,
      limitMs: options.keychainLimitMs,
      memory: options.memory,
      changed: ({ id, isKept }) => {
        if (isKept !== undefined)
          this.#note(id, { where: isKept ? 'keychain' : 'session', isOutdated: false }).catch(options.report);
        this.#announce();
      },
      forgotten: (userKey) => options.forgotten?.(userKey),
      ...(this.#account !== undefined && environment.userKey !== undefined
        ? { fromEnvironment: { id: this.#account.id, userKey: environment.userKey } }
        : {}),
    });
  }

  async status(): Promise<Connection> {
    const mode = this.#mode;
    const account = this.#account;
    const accounts = accountsOf(this.#saved);
    const described = await this.#keys.describe(mode === 'account' ? account : undefined);
    return {
      mode,
      ...(mode === 'account' && account !== undefined ? { baseUrl: account.baseUrl } : {}),
      ...(account === undefined ? {} : { accountBaseUrl: account.baseUrl }),
      ...(accounts.some(({ id }) => id === account?.id) ? { account: account?.id } : {}),
      accounts: accounts.map(({ id, name, baseUrl }) => ({ id, name, baseUrl })),
      keychain: described.keychain,
      // The sample's own key lives as long as the sample service does.
      userKey: mode === 'sample' ? 'session' : described.userKey,
    };
  }

  async trySample(): Promise<Connection> {
    await this.#options.sample.credentials();
    return this.#moveTo('sample', this.#account, (saved) => ({ ...saved, mode: 'sample' }));
  }

  async connect(typed: ConnectInput, signal?: AbortSignal): Promise<Connection> {
    const input = cleaned(typed);
    const next = this.#accountFor(input);
    const stored = input.userKey === '' ? await this.#keys.find(next) : undefined;
    const userKey = input.userKey || stored?.userKey;
    const apiKey = apiKeyOf(next);
    if (userKey === undefined || apiKey === undefined) throw new RailbirdError('KEY_MISSING');
    if (input.mayAsk === true && userKey === apiKey) throw new RailbirdError('KEYS_ARE_EQUAL');
    await this.#options.check({ baseUrl: next.baseUrl, apiKey, userKey }, signal);
    if (signal?.aborted === true) throw new RailbirdError('CANCELLED');
    const place = input.forSession === true ? 'session' : 'keychain';
    // A stored key stays where it is, unless it is wanted for the session only; the environment's is never stored.
    const isKept = stored === undefined || (place === 'session' && stored.where !== 'environment');
    const noted = isKept ? noteOf(await this.#keys.keep(next, userKey, place)) : {};
    const account = { ...next, ...noted };
    // A blank application key keeps the one that is stored by then.
    const change: ChangeSaved = (saved) => {
      const stored = accountsOf(saved).find(({ id }) => id === account.id)?.apiKey;
      const kept = input.apiKey === '' && stored !== undefined ? { ...account, apiKey: stored } : account;
      return withAccount(saved, storable(kept));
    };
    return this.#moveTo('account', account, change, input.userKey === '' ? undefined : account.id);
  }

  async switchAccount(id: string): Promise<Connection> {
    const account = this.#accountOf(id);
    return this.#moveTo('account', account, (saved) => ({ ...saved, mode: 'account', account: id }));
  }

  async renameAccount(id: string, name: string): Promise<Connection> {
    const account = { ...this.#accountOf(id), name };
    const connected = this.#account?.id === id ? account : this.#account;
    return this.#moveTo(this.#mode, connected, (saved) => changedAccount(saved, id, { name }));
  }

  async forgetAccount(id: string): Promise<Connection> {
    await this.#forgetKeyOf(this.#accountOf(id));
    if (this.#account?.id !== id)
      return this.#moveTo(this.#mode, this.#account, (saved) => withoutAccount(saved, id));
    const mode = this.#mode === 'account' ? 'none' : this.#mode;
    const rest = withoutAccount(this.#saved, id);
    return this.#moveTo(mode, lastAccountOf(rest), (saved) => withoutAccount(saved, id));
  }

  async retryKeychain(): Promise<Connection> {
    await this.#keys.retry(this.#mode === 'account' ? this.#account : undefined);
    this.#announce();
    return this.status();
  }

  async forgetKey(): Promise<Connection> {
    const account = this.#account;
    if (this.#mode !== 'account' || account === undefined) return this.status();
    await this.#forgetKeyOf(account).finally(() => this.#announce());
    await this.#note(account.id, { where: 'session', isOutdated: false });
    return this.status();
  }

  disconnect(): Promise<Connection> {
    return this.#moveTo('none', this.#account, (saved) => ({ ...saved, mode: 'none' }));
  }

  async credentials(): Promise<ServiceCredentials> {
    if (this.#mode === 'sample') return this.#options.sample.credentials();
    const account = this.#account;
    if (this.#mode === 'none' || account === undefined) throw new RailbirdError('NOT_CONNECTED');
    const { baseUrl } = account;
    const apiKey = apiKeyOf(account);
    const stored = await this.#keys.find(account);
    if (stored === undefined || apiKey === undefined) throw new RailbirdError('KEY_MISSING');
    return { baseUrl, apiKey, userKey: stored.userKey };
  }

  identity(): ServiceIdentity | undefined {
    if (this.#mode === 'sample') return { kind: 'sample' };
    if (this.#mode === 'none' || this.#account === undefined) return undefined;
    return { kind: 'account', baseUrl: this.#account.baseUrl };
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  savedElsewhere(saved: SavedConnection, keyOf?: string): void {
    if (keyOf !== undefined) this.#keyChangedElsewhere(keyOf);
    this.#account = this.#accountIn(saved);
    this.#saved = saved;
    this.#announce();
  }

  keyForgottenElsewhere(id: string): void {
    this.#keyChangedElsewhere(id);
    this.#announce();
  }

  #keyChangedElsewhere(id: string): void {
    if (this.#options.keepsEnvironment !== true) this.#keys.changedElsewhere(id);
  }

  async #moveTo(
    mode: Connection['mode'],
    account: Account | undefined,
    change: ChangeSaved,
    keyOf?: string,
  ): Promise<Connection> {
    // If saving fails this connection is as it was, and the caller reports it.
    this.#saved = await this.#options.save(change, keyOf);
    this.#mode = mode;
    // Another connection may have saved another application key meanwhile.
    const saved = accountsOf(this.#saved).find(({ id }) => id === account?.id);
    this.#account =
      account === undefined || saved === undefined ? account : { ...account, apiKey: saved.apiKey };
    this.#announce();
    return this.status();
  }

  /** The account here, as it is saved now. */
  #accountIn(saved: SavedConnection): Account | undefined {
    const account = this.#account;
    if (account === undefined) return lastAccountOf(saved);
    const { id, name, baseUrl, givenApiKey } = account;
    const known = accountsOf(this.#saved).find((each) => each.id === id);
    const now = accountsOf(saved).find((each) => each.id === id);
    // An application key that was typed since is newer than the window's environment.
    const isGiven = this.#options.keepsEnvironment === true || now?.apiKey === known?.apiKey;
    if (now !== undefined) return isGiven ? { ...now, givenApiKey } : now;
    // The environment's account was never saved; another one that is gone was forgotten, with its application key.
    if (known === undefined) return account;
    return this.#mode === 'account' ? { id, name, baseUrl } : lastAccountOf(saved);
  }

  async #forgetKeyOf(account: Account): Promise<void> {
    const { id } = account;
    try {
      await this.#keys.forget(account);
    } catch (error) {
      // The next start must not read what the user wanted gone.
      if (error instanceof RailbirdError && error.code === 'KEYCHAIN_KEPT')
        await this.#note(id, { where: 'session', isOutdated: true }).catch(this.#options.report);
      throw error;
    } finally {
      this.#options.keyForgotten?.(id);
    }
  }

  /** Saves what is known of the keychain's entry, if that is new. */
  async #note(id: string, kept: KeptKey): Promise<void> {
    const note = noteOf(kept);
    if (this.#account?.id === id) this.#account = { ...this.#account, ...note };
    const before = accountsOf(this.#saved).find((each) => each.id === id);
    if (before === undefined) return;
    if ((before.isKept ?? false) !== note.isKept || before.isOutdated !== note.isOutdated)
      this.#saved = await this.#options.save((saved) => changedAccount(saved, id, note));
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Errors: ACCOUNT_UNKNOWN. */
  #accountOf(id: string): Account {
    if (this.#account?.id === id) return this.#account;
    const account = accountsOf(this.#saved).find((each) => each.id === id);
    if (account === undefined) throw new RailbirdError('ACCOUNT_UNKNOWN', { account: id });
    return account;
  }

  /** A blank application key keeps the stored one, but only for the address that it was entered for. */
  #accountFor({ baseUrl: typed, account, isAnother, apiKey }: ConnectInput): Account {
    const baseUrl = baseUrlOf(typed);
    const accounts = accountsOf(this.#saved);
    const all: readonly Account[] = this.#account === undefined ? accounts : [this.#account, ...accounts];
    const candidates = all.filter((each) => each.baseUrl === baseUrl);
    const known = candidates.find(({ id }) => id === account) ?? candidates[0];
    const base = known === undefined || isAnother === true ? newAccount(accounts, baseUrl) : known;
    if (apiKey !== '') return { ...base, apiKey, givenApiKey: undefined };
    // Every user of the application has the same.
    if (isAnother === true && known !== undefined)
      return { ...base, apiKey: known.apiKey, givenApiKey: known.givenApiKey };
    return base;
  }
}

/** The environment takes precedence over the settings; an application key saved for another address is not used. */
function firstAccount(environment: EnvironmentConnection, saved: SavedConnection): Account | undefined {
  const last = lastAccountOf(saved);
  const baseUrl = environment.baseUrl ?? last?.baseUrl;
  if (baseUrl === undefined) return undefined;
  const accounts = accountsOf(saved);
  const known = last?.baseUrl === baseUrl ? last : accounts.find((each) => each.baseUrl === baseUrl);
  const account = known ?? newAccount(accounts, baseUrl);
  return { ...account, givenApiKey: environment.apiKey };
}

function firstMode(
  { environment, saved, startWith }: ConnectionOptions,
  account: Account | undefined,
): Connection['mode'] {
  if (startWith === 'sample') return 'sample';
  const mode = environment.baseUrl !== undefined || startWith === 'account' ? 'account' : saved.mode;
  if (account !== undefined) return mode;
  return saved.mode === 'account' ? 'none' : saved.mode;
}

/** The one to send. */
const apiKeyOf = ({ givenApiKey, apiKey }: Account): string | undefined => givenApiKey ?? apiKey;

/** What the settings note about the keychain's entry. */
const noteOf = ({ where, isOutdated }: KeptKey): Pick<SavedAccount, 'isKept' | 'isOutdated'> => ({
  isKept: where === 'keychain',
  isOutdated: isOutdated ? true : undefined,
});

/** Without what the environment gave for this run. */
function storable({ givenApiKey: _given, ...account }: Account): SavedAccount {
  return account;
}

/** The keys without what a paste brought along. Errors: KEY_UNSENDABLE, and if it may ask, the others of key-errors.ts. */
function cleaned(typed: ConnectInput): ConnectInput {
  const [application, user] = [readPastedKey(typed.apiKey), readPastedKey(typed.userKey)];
  const check = (pasted: PastedKey, kind: KeyKind) => {
    if (pasted.key === '') return;
    const oddity = oddityOf(pasted, kind, application.key);
    if (oddity !== undefined && (oddity === 'KEY_UNSENDABLE' || typed.mayAsk === true))
      throw new RailbirdError(oddity, { length: pasted.key.length });
    if (!isSendable(pasted.key)) throw new RailbirdError('KEY_UNSENDABLE');
  };
  check(application, 'application');
  check(user, 'user');
  return { ...typed, apiKey: application.key, userKey: user.key };
}
