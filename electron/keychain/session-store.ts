// Stores user keys in memory until the app ends: for machines without a keychain, and for keys that must not be saved.

import type { KeyStore } from './key-store.ts';

export function createSessionStore(): KeyStore {
  const keys = new Map<string, string>();
  return {
    kind: 'session',
    get: async (baseUrl) => keys.get(baseUrl),
    set: async (baseUrl, userKey) => {
      keys.set(baseUrl, userKey);
    },
    forget: async (baseUrl) => {
      keys.delete(baseUrl);
    },
  };
}
