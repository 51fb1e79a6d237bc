// Which service is connected, with which keys: the connection's states and transitions.

import { RailbirdError } from '#shared/errors.ts';
import type { Connection } from '#shared/bridge/connection.ts';
import type { ServiceCredentials, CredentialsSource } from '../service-client/credentials.ts';
import type { ServiceIdentity } from '../archive/archives.ts';
import type { ChosenKeyStore } from '../keychain/choose-key-store.ts';
import type { State } from '../settings/state-schema.ts';
import { baseUrlOf } from './base-url.ts';
import type { EnvironmentConnection } from './environment.ts';
import type { SampleService } from './sample-service.ts';
import { createUserKeys } from './user-keys.ts';

export type SavedConnection = State['connection'];

export interface ConnectionOptions {
  readonly saved: SavedConnection;
  /** Another process may have connected meanwhile: the change is applied to what is saved at that moment. */
  readonly save: (change: (saved: SavedConnection) => SavedConnection) => Promise<void>;
  /** For this run only, without a trace in the settings. `account` applies only if there is one. */
  readonly startWith?: 'sample' | 'account' | undefined;
  readonly environment: EnvironmentConnection;
  readonly keyStore: () => Promise<ChosenKeyStore>;
  readonly sample: SampleService;
  /** Sends one request with these keys; rejects with a coded error. */
  readonly check: (credentials: ServiceCredentials) => Promise<void>;
  readonly platform: string;
}

export interface ConnectInput {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userKey: string;
}

export interface ConnectionKeeper {
  status(): Promise<Connection>;
  trySample(): Promise<Connection>;
  connect(input: ConnectInput): Promise<Connection>;
  forgetKey(): Promise<Connection>;
  disconnect(): Promise<Connection>;
  readonly credentials: CredentialsSource;
  /** The identity under which the archive stores records; undefined if nothing is connected. */
  identity(): ServiceIdentity | undefined;
  /** Called after every change of service or keys. */
  onChange(listener: () => void): void;
}

/** An address with its application key, and whether that key may be written to the settings. */
interface Account {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly mayBeSaved: boolean;
}

export function createConnection(options: ConnectionOptions): ConnectionKeeper {
  const { environment } = options;
  const listeners: (() => void)[] = [];
  const { saved } = options;
  let account = firstAccount(environment, saved);
  let mode: Connection['mode'] = environment.baseUrl === undefined ? saved.mode : 'account';
  if (options.startWith === 'account' && account !== undefined) mode = 'account';
  if (mode === 'account' && account === undefined) mode = 'none';
  if (options.startWith === 'sample') mode = 'sample';

  const keys = createUserKeys({
    keyStore: options.keyStore,
    platform: options.platform,
    ...(account !== undefined && environment.userKey !== undefined
      ? { fromEnvironment: { baseUrl: account.baseUrl, userKey: environment.userKey } }
      : {}),
  });

  const announce = () => {
    for (const listener of listeners) listener();
  };

  const status = async (): Promise<Connection> => {
    const address = mode === 'account' ? account?.baseUrl : undefined;
    const described = await keys.describe(address);
    return {
      mode,
      ...(address === undefined ? {} : { baseUrl: address }),
      ...(account === undefined ? {} : { accountBaseUrl: account.baseUrl }),
      keychain: described.keychain,
      // The sample's own key lives as long as the sample service does.
      userKey: mode === 'sample' ? 'session' : described.userKey,
    };
  };

  const moveTo = async (
    next: { readonly mode: Connection['mode']; readonly account: Account | undefined },
    change: (saved: SavedConnection) => SavedConnection,
  ): Promise<Connection> => {
    // If saving fails nothing has changed, and the caller reports it.
    await options.save(change);
    mode = next.mode;
    account = next.account;
    announce();
    return status();
  };

  return {
    status,
    trySample: async () => {
      await options.sample.credentials();
      return moveTo({ mode: 'sample', account }, (before) => ({ ...before, mode: 'sample' }));
    },
    connect: async (typed) => {
      const input = cleaned(typed);
      const next = accountFor(input, account);
      const userKey = input.userKey || (await keys.find(next.baseUrl))?.userKey;
      if (userKey === undefined || next.apiKey === undefined) throw new RailbirdError('KEY_MISSING');
      await options.check({ baseUrl: next.baseUrl, apiKey: next.apiKey, userKey });
      if (input.userKey !== '') await keys.keep(next.baseUrl, input.userKey);
      return moveTo({ mode: 'account', account: next }, () => ({
        mode: 'account',
        baseUrl: next.baseUrl,
        ...(next.mayBeSaved ? { apiKey: next.apiKey } : {}),
      }));
    },
    forgetKey: async () => {
      if (mode === 'account' && account !== undefined) {
        await keys.forget(account.baseUrl).finally(announce);
      }
      return status();
    },
    disconnect: () => moveTo({ mode: 'none', account: undefined }, () => ({ mode: 'none' })),
    credentials: async () => {
      if (mode === 'sample') return options.sample.credentials();
      if (mode === 'none' || account === undefined) throw new RailbirdError('NOT_CONNECTED');
      const { baseUrl, apiKey } = account;
      const stored = await keys.find(baseUrl);
      if (stored === undefined || apiKey === undefined) throw new RailbirdError('KEY_MISSING');
      return { baseUrl, apiKey, userKey: stored.userKey };
    },
    identity: () => {
      if (mode === 'sample') return { kind: 'sample' };
      if (mode === 'none' || account === undefined) return undefined;
      return { kind: 'account', baseUrl: account.baseUrl };
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

/** The environment takes precedence over the settings; an application key saved for another address is not used. */
function firstAccount(environment: EnvironmentConnection, saved: SavedConnection): Account | undefined {
  const baseUrl = environment.baseUrl ?? saved.baseUrl;
  if (baseUrl === undefined) return undefined;
  if (environment.apiKey !== undefined) return { baseUrl, apiKey: environment.apiKey, mayBeSaved: false };
  if (saved.apiKey === undefined || saved.baseUrl !== baseUrl) return { baseUrl, mayBeSaved: true };
  return { baseUrl, apiKey: saved.apiKey, mayBeSaved: true };
}

/** A blank application key keeps the stored one, but only for the address that it was entered for. */
function accountFor(input: ConnectInput, stored: Account | undefined): Account {
  const baseUrl = baseUrlOf(input.baseUrl);
  if (input.apiKey !== '') return { baseUrl, apiKey: input.apiKey, mayBeSaved: true };
  return stored?.baseUrl === baseUrl ? stored : { baseUrl, mayBeSaved: true };
}

/**
 * Pasted keys come with blanks. Text that no header can carry is not a key, and sending it would look like a network
 * error.
 */
function cleaned(typed: ConnectInput): ConnectInput {
  const [apiKey, userKey] = [typed.apiKey.trim(), typed.userKey.trim()];
  if (!/^[\x21-\x7e]*$/.test(apiKey + userKey)) throw new RailbirdError('UNAUTHORIZED');
  return { baseUrl: typed.baseUrl, apiKey, userKey };
}
