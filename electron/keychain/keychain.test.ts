import { describe, expect, test } from 'vitest';
import { keychainProblem } from './keychain-problem.ts';
import { openKeychain, type Keytar } from './keychain.ts';

function fakeKeytar(overrides: Partial<Keytar> = {}): Keytar {
  const entries = new Map<string, string>();
  return {
    getPassword: async (_service, account) => entries.get(account) ?? null,
    setPassword: async (_service, account, password) => void entries.set(account, password),
    deletePassword: async (_service, account) => entries.delete(account),
    ...overrides,
  };
}

test('a key is stored under its entry, read back and deleted', async () => {
  const keychain = openKeychain(async () => fakeKeytar());
  await keychain.set('a', 'secret');
  expect(await keychain.get('a')).toBe('secret');
  expect(await keychain.get('b')).toBeUndefined();
  expect(await keychain.forget('a')).toBe(true);
  expect(await keychain.forget('a')).toBe(false);
});

test('keytar is loaded by the first call, once; what is missing may be installed meanwhile', async () => {
  let loads = 0;
  const keychain = openKeychain(async () => {
    loads += 1;
    if (loads === 1) throw new Error('libsecret-1.so.0: cannot open shared object file');
    return fakeKeytar();
  });
  expect(loads).toBe(0);
  await expect(keychain.get('a')).rejects.toMatchObject({ code: 'KEYCHAIN_NOT_INSTALLED' });
  expect(await keychain.get('a')).toBeUndefined();
  await keychain.get('a');
  expect(loads).toBe(2);
});

test('calls never run in parallel, and none is dropped', async () => {
  let running = 0;
  let most = 0;
  const done: string[] = [];
  const setPassword = async (_service: string, _account: string, password: string) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (password === '2') throw new Error('no');
    done.push(password);
  };
  const keychain = openKeychain(async () => fakeKeytar({ setPassword }));
  const calls = ['1', '2', '3'].map((key) => keychain.set('a', key));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(most).toBe(1);
  expect(done).toEqual(['1', '3']);
});

describe('the words of keytar', () => {
  test.each([
    ['Cannot create an item in a locked collection', 'KEYCHAIN_LOCKED'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'KEYCHAIN_LOCKED'],
    ['User interaction is not allowed.', 'KEYCHAIN_LOCKED'],
    ['User canceled the operation.', 'KEYCHAIN_DENIED'],
    ['The user name or passphrase you entered is not correct.', 'KEYCHAIN_DENIED'],
    ['Timeout was reached', 'KEYCHAIN_SLOW'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'KEYCHAIN_NO_SERVICE'],
    ['GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name is not known', 'KEYCHAIN_NO_SERVICE'],
    ['The name :1.0 was not provided by any .service files', 'KEYCHAIN_RESTARTED'],
    ['The session wrapping the secret does not exist', 'KEYCHAIN_RESTARTED'],
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'KEYCHAIN_NO_SESSION'],
    ['Could not connect: No such file or directory', 'KEYCHAIN_NO_SESSION'],
    ['Unknown or unsupported transport “disabled” for address “disabled:”', 'KEYCHAIN_NO_SESSION'],
  ])('%s', (message, code) => {
    const error = keychainProblem(new Error(message));
    expect([error.code, error.values]).toEqual([code, {}]);
  });

  test('that are in another language are shown as they are', () => {
    expect(keychainProblem(new Error('鍵束が見つかりません'))).toMatchObject({
      code: 'KEYCHAIN_FAILED',
      values: { problem: '鍵束が見つかりません' },
    });
  });
});
