// Finds and stores the user key of an address: in the environment, in this session, or in the keychain, in that order.

import type { Connection } from '#shared/bridge/connection.ts';
import type { Text } from '#shared/text.ts';
import type { ChosenKeyStore } from '../keychain/choose-key-store.ts';
import { keychainProblemText } from '../keychain/keychain-problem.ts';
import { createSessionStore } from '../keychain/session-store.ts';

export interface UserKey {
  readonly userKey: string;
  readonly where: 'keychain' | 'session' | 'environment';
}

export interface UserKeys {
  /** Errors: KEYCHAIN_FAILED. */
  find(baseUrl: string): Promise<UserKey | undefined>;
  /** In the keychain if it accepts the key; otherwise for this session, and `describe` reports the reason. */
  keep(baseUrl: string, userKey: string): Promise<void>;
  /** Errors: KEYCHAIN_FAILED; the session's copy is deleted even then. */
  forget(baseUrl: string): Promise<void>;
  /**
   * What the window shows about an address's key. Never fails: a keychain that does not answer is shown as a problem.
   */
  describe(baseUrl: string | undefined): Promise<Pick<Connection, 'userKey' | 'keychain'>>;
}

export interface UserKeysOptions {
  readonly keyStore: () => Promise<ChosenKeyStore>;
  readonly platform: string;
  /** A key goes to the address that it was entered for and to no other. */
  readonly fromEnvironment?: { readonly baseUrl: string; readonly userKey: string };
}

export function createUserKeys(options: UserKeysOptions): UserKeys {
  const session = createSessionStore();
  /** Keys read before: the keychain is read once per run, not once per request. */
  const known = new Map<string, UserKey>();
  let fromEnvironment = options.fromEnvironment;
  let keychainProblem: Text | undefined;

  const readKey = async (baseUrl: string): Promise<UserKey | undefined> => {
    if (fromEnvironment?.baseUrl === baseUrl) {
      return { userKey: fromEnvironment.userKey, where: 'environment' };
    }
    const inSession = await session.get(baseUrl);
    if (inSession !== undefined) return { userKey: inSession, where: 'session' };
    const { store } = await options.keyStore();
    const kept = await store.get(baseUrl);
    return kept === undefined ? undefined : { userKey: kept, where: store.kind };
  };

  const find = async (baseUrl: string): Promise<UserKey | undefined> => {
    const stored = known.get(baseUrl) ?? (await readKey(baseUrl));
    if (stored !== undefined) known.set(baseUrl, stored);
    return stored;
  };

  const whereIs = async (baseUrl: string): Promise<Connection['userKey']> => {
    try {
      return (await find(baseUrl))?.where ?? 'absent';
    } catch {
      keychainProblem = keychainProblemText('silent', options.platform);
      return 'absent';
    }
  };

  return {
    find,
    keep: async (baseUrl, userKey) => {
      const { store } = await options.keyStore();
      known.delete(baseUrl);
      // A key that the user types now is newer than the environment's.
      if (fromEnvironment?.baseUrl === baseUrl) fromEnvironment = undefined;
      await session.forget(baseUrl);
      try {
        await store.set(baseUrl, userKey);
        keychainProblem = undefined;
        known.set(baseUrl, { userKey, where: store.kind });
      } catch {
        keychainProblem = keychainProblemText('refused', options.platform);
        await session.set(baseUrl, userKey);
      }
    },
    forget: async (baseUrl) => {
      known.delete(baseUrl);
      if (fromEnvironment?.baseUrl === baseUrl) fromEnvironment = undefined;
      await session.forget(baseUrl);
      const { store } = await options.keyStore();
      await store.forget(baseUrl);
    },
    describe: async (baseUrl) => {
      const userKey = baseUrl === undefined ? 'absent' : await whereIs(baseUrl);
      const { store, problem } = await options.keyStore();
      const shown = keychainProblem ?? problem;
      const available = store.kind === 'keychain' && shown === undefined;
      return { userKey, keychain: { available, ...(shown === undefined ? {} : { problem: shown }) } };
    },
  };
}
