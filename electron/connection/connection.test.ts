import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import type { ServiceCredentials } from '../service-client/credentials.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { createConnection, type ConnectionOptions, type SavedConnection } from './connection.ts';

const ADDRESS = 'https://service.example';
const SAVED = { id: ADDRESS, name: 'service.example', baseUrl: ADDRESS, apiKey: 'app', isKept: true };
const TYPED = { baseUrl: `${ADDRESS}/`, apiKey: 'app', userKey: 'user' };

let keychain: Keychain;
let onDisk: SavedConnection;
let checked: ServiceCredentials[];

beforeEach(() => {
  keychain = memoryKeychain();
  onDisk = { mode: 'none', accounts: [] };
  checked = [];
});

function open(overrides: Partial<ConnectionOptions> = {}) {
  return createConnection({
    saved: onDisk,
    save: async (change) => (onDisk = change(onDisk)),
    environment: {},
    keychain,
    keychainLimitMs: 1000,
    sample: {
      credentials: async () => ({ baseUrl: 'http://127.0.0.1:1', apiKey: 'demo', userKey: 'demo' }),
      stop: async () => undefined,
    },
    check: async (credentials) => {
      checked.push(credentials);
    },
    report: (error) => {
      throw error;
    },
    ...overrides,
  });
}

test('at first nothing is connected', async () => {
  const connection = open();
  expect(await connection.status()).toEqual({
    mode: 'none',
    accounts: [],
    userKey: 'absent',
    keychain: { available: true },
  });
  expect(connection.identity()).toBeUndefined();
  await expect(connection.credentials()).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
});

test('checked keys are stored, the user key in the keychain and not in the settings', async () => {
  const status = await open().connect(TYPED);
  expect(status).toMatchObject({ mode: 'account', baseUrl: ADDRESS, userKey: 'keychain' });
  expect(onDisk).toEqual({ mode: 'account', account: ADDRESS, accounts: [SAVED] });
  expect(checked).toEqual([{ baseUrl: ADDRESS, apiKey: 'app', userKey: 'user' }]);

  const nextRun = open();
  expect(await nextRun.credentials()).toEqual({ baseUrl: ADDRESS, apiKey: 'app', userKey: 'user' });
  expect(nextRun.identity()).toEqual({ kind: 'account', baseUrl: ADDRESS });
});

test('blanks around pasted keys are removed, and what cannot be a key is not sent', async () => {
  const connection = open();
  await connection.connect({ baseUrl: ` ${ADDRESS} `, apiKey: ' app\n', userKey: '\tuser ' });
  expect(checked).toEqual([{ baseUrl: ADDRESS, apiKey: 'app', userKey: 'user' }]);
  const mistyped = connection.connect({ ...TYPED, userKey: 'ゆーざー' });
  await expect(mistyped).rejects.toMatchObject({ code: 'KEY_UNSENDABLE' });
  expect(checked).toHaveLength(1);
});

test('keys that are checked when the user gives up change nothing', async () => {
  const given = new AbortController();
  const check = async (_: ServiceCredentials, signal?: AbortSignal) => {
    expect(signal).toBe(given.signal);
    given.abort();
  };
  const connection = open({ check });
  await expect(connection.connect(TYPED, given.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect((await connection.status()).mode).toBe('none');
  expect(onDisk).toEqual({ mode: 'none', accounts: [] });
});

test('refused keys change nothing', async () => {
  const check = async () => Promise.reject(new RailbirdError('UNAUTHORIZED'));
  const connection = open({ check });
  await expect(connection.connect(TYPED)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect((await connection.status()).mode).toBe('none');
  expect(onDisk).toEqual({ mode: 'none', accounts: [] });
  expect(await keychain.get(ADDRESS)).toBeUndefined();
});

test('blank fields keep the stored keys, but never for another address', async () => {
  const connection = open();
  await connection.connect(TYPED);
  const blank = { apiKey: '', userKey: '' };
  await connection.connect({ ...blank, baseUrl: ADDRESS });
  expect(checked.at(-1)).toEqual({ baseUrl: ADDRESS, apiKey: 'app', userKey: 'user' });
  const elsewhere = connection.connect({ ...blank, baseUrl: 'https://elsewhere.example' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'KEY_MISSING' });
  expect(checked).toHaveLength(2);
});

test('a stored key that is wanted for the session only leaves the keychain; the environment’s stays what it is', async () => {
  await open().connect(TYPED);
  const blank = { baseUrl: ADDRESS, apiKey: '', userKey: '' };
  expect((await open().connect(blank)).userKey).toBe('keychain');
  const connection = open();
  expect((await connection.connect({ ...blank, forSession: true })).userKey).toBe('session');
  expect(await keychain.get(ADDRESS)).toBeUndefined();
  expect((await connection.credentials()).userKey).toBe('user');
  await expect(open().credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  const given = open({ environment: { baseUrl: ADDRESS, userKey: 'env-user' } });
  expect((await given.connect({ ...blank, forSession: true })).userKey).toBe('environment');
});

test('the keychain is read once a run, not once a request', async () => {
  await open().connect(TYPED);
  const get = vi.spyOn(keychain, 'get');
  const connection = open();
  await connection.credentials();
  await connection.credentials();
  expect(get).toHaveBeenCalledTimes(1);
});

test('a keychain that refuses leaves the key for the session, and the status says why', async () => {
  keychain.set = async () => Promise.reject(new RailbirdError('KEYCHAIN_LOCKED'));
  const connection = open();
  const status = await connection.connect(TYPED);
  expect(status.userKey).toBe('session');
  expect(status.keychain.available).toBe(false);
  expect(status.keychain.problem?.code).toBe('KEYCHAIN_LOCKED');
  expect((await connection.credentials()).userKey).toBe('user');
  await expect(open().credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
});

test('a keychain that does not answer is reported, and the status still arrives', async () => {
  await open().connect(TYPED);
  keychain.get = async () => Promise.reject(new RailbirdError('KEYCHAIN_SLOW'));
  const status = await open().status();
  expect(status).toMatchObject({ mode: 'account', userKey: 'unread', keychain: { available: false } });
});

test('a forgotten key is gone from keychain and memory', async () => {
  const connection = open();
  await connection.connect(TYPED);
  expect(await connection.forgetKey()).toMatchObject({ mode: 'account', userKey: 'absent' });
  await expect(connection.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  expect(await keychain.get(ADDRESS)).toBeUndefined();
});

test('a key that the keychain does not delete is not read by the next start, and can be forgotten there', async () => {
  const connection = open();
  await connection.connect(TYPED);
  const { forget } = keychain;
  keychain.forget = async () => false;
  await expect(connection.forgetKey()).rejects.toMatchObject({ code: 'KEYCHAIN_KEPT' });
  const left = { userKey: 'absent', keychain: { available: true, mayHaveOldKey: true } };
  expect(await connection.status()).toMatchObject(left);
  const nextRun = open();
  expect(await nextRun.status()).toMatchObject(left);
  await expect(nextRun.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  keychain.forget = forget;
  expect((await nextRun.forgetKey()).keychain).toEqual({ available: true });
  expect(await keychain.get(ADDRESS)).toBeUndefined();
  expect((await open().status()).keychain).toEqual({ available: true });
});

test('the environment connects for this run only, and nothing of it is stored', async () => {
  const environment = { baseUrl: ADDRESS, apiKey: 'env-app', userKey: 'env-user' };
  const connection = open({ environment });
  expect(await connection.status()).toMatchObject({ mode: 'account', userKey: 'environment' });
  expect(await connection.credentials()).toEqual({ ...environment });
  await connection.connect({ baseUrl: ADDRESS, apiKey: '', userKey: '' });
  await connection.trySample();
  expect(JSON.stringify(onDisk)).not.toContain('env-');
  expect(await keychain.get(ADDRESS)).toBeUndefined();
});

test('an application key of the environment leaves the saved one as it was, whatever else is typed', async () => {
  await open().connect(TYPED);
  const connection = open({ environment: { apiKey: 'env-app' } });
  await connection.connect({ ...TYPED, apiKey: '', userKey: 'user-2' });
  expect(checked.at(-1)).toEqual({ baseUrl: ADDRESS, apiKey: 'env-app', userKey: 'user-2' });
  expect(await open().credentials()).toEqual({ baseUrl: ADDRESS, apiKey: 'app', userKey: 'user-2' });
  await connection.connect({ ...TYPED, apiKey: 'app-2' });
  expect(await connection.credentials()).toMatchObject({ apiKey: 'app-2' });
  expect(await open().credentials()).toMatchObject({ apiKey: 'app-2' });
});

test('a key that was replaced does not come back, until the keychain takes its successor', async () => {
  await open().connect(TYPED);
  const { set, forget } = keychain;
  const denies = async () => Promise.reject(new RailbirdError('KEYCHAIN_DENIED'));
  Object.assign(keychain, { set: denies, forget: denies });
  const connection = open();
  expect((await connection.connect({ ...TYPED, userKey: 'user-2' })).userKey).toBe('session');
  expect((await connection.credentials()).userKey).toBe('user-2');
  expect((await open().status()).userKey).toBe('absent');
  await expect(open().credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  Object.assign(keychain, { set, forget });
  expect((await connection.retryKeychain()).userKey).toBe('keychain');
  await vi.waitFor(() => expect(onDisk.accounts).toEqual([SAVED]));
  expect((await open().credentials()).userKey).toBe('user-2');
});

test('an application key saved for one address is not sent to the environment’s', async () => {
  onDisk = { mode: 'account', baseUrl: 'https://other.example', apiKey: 'other-app', accounts: [] };
  const connection = open({ environment: { baseUrl: ADDRESS, userKey: 'env-user' } });
  await expect(connection.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
});

test('the sample is connected once it has started, and the account is still there behind it', async () => {
  const connection = open();
  await connection.connect(TYPED);
  const changes = vi.fn();
  connection.onChange(changes);
  expect(await connection.trySample()).toMatchObject({ mode: 'sample', userKey: 'session' });
  expect(connection.identity()).toEqual({ kind: 'sample' });
  expect((await connection.credentials()).userKey).toBe('demo');
  await connection.connect({ baseUrl: ADDRESS, apiKey: '', userKey: '' });
  expect(connection.identity()).toEqual({ kind: 'account', baseUrl: ADDRESS });
  expect(changes).toHaveBeenCalledTimes(2);
});

test('a run that starts with the sample leaves the account for the next run', async () => {
  await open().connect(TYPED);
  const saved = onDisk;
  expect(open({ startWith: 'sample' }).identity()).toEqual({ kind: 'sample' });
  expect(onDisk).toEqual(saved);
  expect(open().identity()).toEqual({ kind: 'account', baseUrl: ADDRESS });
});

test('a run that starts with the account finds it although the sample was connected', async () => {
  const connection = open();
  await connection.connect(TYPED);
  await connection.trySample();
  expect(open({ startWith: 'account' }).identity()).toEqual({ kind: 'account', baseUrl: ADDRESS });
  onDisk = { mode: 'sample', accounts: [] };
  expect(open({ startWith: 'account' }).identity()).toEqual({ kind: 'sample' });
});

test('a sample service that does not start leaves the connection as it was', async () => {
  const failing = async () => Promise.reject(new RailbirdError('SAMPLE_FAILED', { problem: 'x' }));
  const connection = open({ sample: { credentials: failing, stop: async () => undefined } });
  await expect(connection.trySample()).rejects.toMatchObject({ code: 'SAMPLE_FAILED' });
  expect((await connection.status()).mode).toBe('none');
});

test('disconnecting leaves the accounts and their keys, for the way back', async () => {
  const connection = open();
  await connection.connect(TYPED);
  expect((await connection.disconnect()).mode).toBe('none');
  expect(onDisk).toEqual({ mode: 'none', account: ADDRESS, accounts: [SAVED] });
  expect(open().identity()).toBeUndefined();
  await connection.switchAccount(ADDRESS);
  expect((await connection.credentials()).userKey).toBe('user');
});

describe('several accounts', () => {
  const OTHER = { baseUrl: 'https://other.example', apiKey: 'other-app', userKey: 'other-user' };
  const SECOND = { baseUrl: ADDRESS, apiKey: '', userKey: 'second-user', isAnother: true };

  async function openThree() {
    const connection = open();
    await connection.connect(TYPED);
    await connection.connect(OTHER);
    await connection.connect(SECOND);
    return connection;
  }

  test('each has a name and an entry of its own in the keychain; one is connected', async () => {
    const status = await (await openThree()).status();
    expect(status.accounts).toEqual([
      { id: ADDRESS, name: 'service.example', baseUrl: ADDRESS },
      { id: OTHER.baseUrl, name: 'other.example', baseUrl: OTHER.baseUrl },
      { id: `${ADDRESS} 2`, name: 'service.example 2', baseUrl: ADDRESS },
    ]);
    expect(status).toMatchObject({ mode: 'account', account: `${ADDRESS} 2`, baseUrl: ADDRESS });
    expect(await keychain.get(ADDRESS)).toBe('user');
    expect(await keychain.get(OTHER.baseUrl)).toBe('other-user');
    expect(await keychain.get(`${ADDRESS} 2`)).toBe('second-user');
    // Every user of the application has the same key of it.
    expect(checked.at(-1)).toEqual({ baseUrl: ADDRESS, apiKey: 'app', userKey: 'second-user' });
  });

  test('switching sends nothing, and the next start has the same one', async () => {
    const connection = await openThree();
    const changes = vi.fn();
    connection.onChange(changes);
    await connection.switchAccount(OTHER.baseUrl);
    expect(changes).toHaveBeenCalledTimes(1);
    expect(checked).toHaveLength(3);
    expect(connection.identity()).toEqual({ kind: 'account', baseUrl: OTHER.baseUrl });
    expect(await connection.credentials()).toEqual(OTHER);
    expect(await open().credentials()).toEqual(OTHER);
    await connection.switchAccount(ADDRESS);
    expect(await connection.credentials()).toMatchObject({ baseUrl: ADDRESS, userKey: 'user' });
    await expect(connection.switchAccount('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_UNKNOWN' });
  });

  test('typed keys replace those of the named account, and of no other at the same address', async () => {
    const connection = await openThree();
    await connection.connect({ ...SECOND, isAnother: false, account: ADDRESS, userKey: 'first-replaced' });
    expect(await keychain.get(ADDRESS)).toBe('first-replaced');
    expect(await keychain.get(`${ADDRESS} 2`)).toBe('second-user');
    expect((await connection.status()).accounts).toHaveLength(3);
  });

  test('a new name is kept', async () => {
    const connection = await openThree();
    const { accounts, account } = await connection.renameAccount(ADDRESS, '予想用');
    expect(accounts[0]?.name).toBe('予想用');
    expect(account).toBe(`${ADDRESS} 2`);
    expect((await open().status()).accounts[0]?.name).toBe('予想用');
  });

  test('a forgotten one goes with its key; the others stay, and nothing is connected in its place', async () => {
    const connection = await openThree();
    expect((await connection.forgetAccount(OTHER.baseUrl)).mode).toBe('account');
    expect(await keychain.get(OTHER.baseUrl)).toBeUndefined();
    const status = await connection.forgetAccount(`${ADDRESS} 2`);
    expect(status).toMatchObject({ mode: 'none', account: ADDRESS, accounts: [{ id: ADDRESS }] });
    expect(await keychain.get(ADDRESS)).toBe('user');
    expect((await open().status()).mode).toBe('none');
  });

  test('one whose key the keychain does not delete stays', async () => {
    const connection = await openThree();
    keychain.forget = async () => false;
    await expect(connection.forgetAccount(OTHER.baseUrl)).rejects.toMatchObject({ code: 'KEYCHAIN_KEPT' });
    expect((await connection.status()).accounts).toHaveLength(3);
  });

  test('the only account of an earlier version is carried over with its key', async () => {
    onDisk = { mode: 'account', baseUrl: ADDRESS, apiKey: 'app', accounts: [] };
    await keychain.set(ADDRESS, 'user');
    const connection = open();
    expect(await connection.status()).toMatchObject({ account: ADDRESS, userKey: 'keychain' });
    expect(await connection.credentials()).toEqual({ baseUrl: ADDRESS, apiKey: 'app', userKey: 'user' });
    await connection.connect(OTHER);
    expect(onDisk.accounts).toEqual([SAVED, expect.objectContaining({ id: OTHER.baseUrl })]);
    expect(onDisk.baseUrl).toBeUndefined();
  });

  test('what another process added meanwhile stays', async () => {
    const [one, other] = [open(), open()];
    await one.connect(TYPED);
    await other.connect(OTHER);
    expect(onDisk.accounts.map(({ id }) => id)).toEqual([ADDRESS, OTHER.baseUrl]);
  });
});

describe('a key that looks wrong', () => {
  const ask = { ...TYPED, apiKey: 'the-app-key', mayAsk: true };

  test('is questioned before it is sent, and used if the user says so', async () => {
    const connection = open();
    const typed = { ...ask, userKey: 'short' };
    await expect(connection.connect(typed)).rejects.toMatchObject({
      code: 'KEY_IS_SHORT',
      values: { length: 5 },
    });
    expect(checked).toEqual([]);
    await connection.connect({ ...typed, mayAsk: false });
    expect(checked).toHaveLength(1);
  });

  test('is questioned if it is the stored application key', async () => {
    const connection = open();
    await connection.connect({ ...ask, userKey: 'the-user-key' });
    const swapped = connection.connect({ ...ask, apiKey: '', userKey: 'the-app-key' });
    await expect(swapped).rejects.toMatchObject({ code: 'KEYS_ARE_EQUAL' });
  });

  test('is read from the line that was pasted', async () => {
    const userKey = '\u200B「X-User-Key: the-user-key」\u3000';
    await open().connect({ ...ask, apiKey: 'api_key="the-app-key"', userKey });
    expect(checked).toEqual([{ baseUrl: ADDRESS, apiKey: 'the-app-key', userKey: 'the-user-key' }]);
  });
});
