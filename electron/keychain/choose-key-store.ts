// Chooses where the user key is stored: in the OS keychain if one responds, otherwise in memory for this session.

import { RailbirdError } from '#shared/errors.ts';
import type { Text } from '#shared/text.ts';
import type { KeyStore } from './key-store.ts';
import { createKeychainStore, type Keytar } from './keychain-store.ts';
import { keychainProblemText, type KeychainProblem } from './keychain-problem.ts';
import { createSessionStore } from './session-store.ts';

export interface ChosenKeyStore {
  readonly store: KeyStore;
  /** The reason why it is not the keychain. */
  readonly problem?: Text;
}

/** A locked keyring may wait for its user forever. */
export const KEYCHAIN_LIMIT_MS = 3000;

export interface ChooseOptions {
  readonly loadKeytar: () => Promise<Keytar>;
  readonly timeoutMs: number;
  readonly platform: string;
}

/** keytar is optional: if its library is missing, only this import fails, and only when a key is needed. */
export async function loadKeytar(): Promise<Keytar> {
  const module = await import('keytar');
  return module.default;
}

/** Requests an entry that never exists: any response, even an empty one, means that the keychain works. */
export async function chooseKeyStore(options: ChooseOptions): Promise<ChosenKeyStore> {
  const instead = (problem: KeychainProblem): ChosenKeyStore => ({
    store: createSessionStore(),
    problem: keychainProblemText(problem, options.platform),
  });
  let keytar: Keytar;
  try {
    keytar = await options.loadKeytar();
  } catch {
    return instead('not_installed');
  }
  const store = createKeychainStore({ keytar, timeoutMs: options.timeoutMs });
  try {
    await store.get('probe');
    return { store };
  } catch (error) {
    const answered = error instanceof RailbirdError && error.cause !== undefined;
    return instead(answered ? 'no_answer' : 'silent');
  }
}
