// A keychain in memory, for tests and measurements.

import { RailbirdError } from '#shared/errors.ts';
import type { Keychain } from '../keychain/keychain.ts';

export function memoryKeychain(): Keychain {
  const keys = new Map<string, string>();
  return {
    get: async (entry) => keys.get(entry),
    set: async (entry, userKey) => void keys.set(entry, userKey),
    forget: async (entry) => keys.delete(entry),
  };
}

/** On this machine no keychain runs. */
export function noKeychain(): Keychain {
  const fails = () => Promise.reject(new RailbirdError('KEYCHAIN_NO_SERVICE'));
  return { get: fails, set: fails, forget: fails };
}
