import { expect, test } from 'vitest';
import { chooseKeyStore } from './choose-key-store.ts';
import type { Keytar } from './keychain-store.ts';

const silent: Keytar = {
  getPassword: () => new Promise(() => undefined),
  setPassword: async () => undefined,
  deletePassword: async () => false,
};

test('a keychain that responds is used', async () => {
  const keytar = { ...silent, getPassword: async () => null };
  const chosen = await chooseKeyStore({ loadKeytar: async () => keytar, timeoutMs: 1000, platform: 'linux' });
  expect(chosen.store.kind).toBe('keychain');
  expect(chosen.problem).toBeUndefined();
});

test.each([
  ['keytar missing', async () => Promise.reject(new Error('cannot load')), /libsecret/, /libsecret/],
  [
    'no secret service',
    async () => ({ ...silent, getPassword: async () => Promise.reject(new Error('no bus')) }),
    /gnome-keyring/,
    /gnome-keyring/,
  ],
  ['a silent keyring', async () => silent, /locked/, /ロック/],
])(
  '%s: the key is kept for the session, and both languages give the reason',
  async (_name, loadKeytar, en, ja) => {
    const chosen = await chooseKeyStore({ loadKeytar, timeoutMs: 5, platform: 'linux' });
    expect(chosen.store.kind).toBe('session');
    expect(chosen.problem?.en).toMatch(en);
    expect(chosen.problem?.ja).toMatch(ja);
    await chosen.store.set('https://service.example', 'secret');
    expect(await chosen.store.get('https://service.example')).toBe('secret');
    await chosen.store.forget('https://service.example');
    expect(await chosen.store.get('https://service.example')).toBeUndefined();
  },
);
