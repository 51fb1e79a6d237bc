// The OS keychain as a KeyStore, through keytar: one call at a time, each with a time limit.

import { RailbirdError } from '#shared/errors.ts';
import type { KeyStore } from './key-store.ts';

/** The part of keytar in use. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The keychain's entries have this name; the account is the service's address. */
export const KEYCHAIN_SERVICE = 'Railbird';

export interface KeychainOptions {
  readonly keytar: Keytar;
  /** The limit of one call, in milliseconds. A locked keyring may wait for a user who is not there. */
  readonly timeoutMs: number;
}

/**
 * Calls are serialized, since keytar's back-ends do not support parallel calls. A call that timed out still occupies
 * the keychain, so calls behind it time out as well instead of piling up in threads.
 */
export function createKeychainStore({ keytar, timeoutMs }: KeychainOptions): KeyStore {
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = async <T>(call: () => Promise<T>): Promise<T> => {
    const limit = Promise.withResolvers<never>();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      limit.reject(new RailbirdError('KEYCHAIN_FAILED', { problem: 'no answer in time' }));
    }, timeoutMs);
    // A call whose caller has already received the failure must not change the keychain afterwards.
    const answer = last.then(() => (late ? limit.promise : call()));
    last = answer.catch(() => undefined);
    try {
      return await Promise.race([answer, limit.promise]);
    } catch (cause) {
      if (cause instanceof RailbirdError) throw cause;
      throw new RailbirdError('KEYCHAIN_FAILED', { problem: reasonOf(cause) }, { cause });
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    kind: 'keychain',
    get: async (baseUrl) => (await inTurn(() => keytar.getPassword(KEYCHAIN_SERVICE, baseUrl))) ?? undefined,
    set: (baseUrl, userKey) => inTurn(() => keytar.setPassword(KEYCHAIN_SERVICE, baseUrl, userKey)),
    forget: async (baseUrl) => {
      await inTurn(() => keytar.deletePassword(KEYCHAIN_SERVICE, baseUrl));
    },
  };
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
