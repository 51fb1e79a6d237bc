import { beforeEach, expect, test, vi } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import type { ServiceCredentials } from '../service-client/credentials.ts';
import type { KeyStore } from '../keychain/key-store.ts';
import { createSessionStore } from '../keychain/session-store.ts';
import { createConnection, type ConnectionOptions, type SavedConnection } from './connection.ts';

const ADDRESS = 'https://service.example';
const TYPED = { baseUrl: `${ADDRESS}/`, apiKey: 'app', userKey: 'user' };

let keychain: KeyStore;
let onDisk: SavedConnection;
let checked: ServiceCredentials[];

beforeEach(() => {
  keychain = { ...createSessionStore(), kind: 'keychain' };
  onDisk = { mode: 'none' };
  checked = [];
});

function open(overrides: Partial<ConnectionOptions> = {}) {
  return createConnection({
    saved: onDisk,
    save: async (change) => {
      onDisk = change(onDisk);
    },
    environment: {},
    keyStore: async () => ({ store: keychain }),
    sample: {
      credentials: async () => ({ baseUrl: 'http://127.0.0.1:1', apiKey: 'demo', userKey: 'demo' }),
      stop: async () => undefined,
    },
    check: async (credentials) => {
      checked.push(credentials);
    },
    platform: 'linux',
    ...overrides,
  });
}

test('at first nothing is connected', async () => {
  const connection = open();
  expect(await connection.status()).toEqual({
    mode: 'none',
    userKey: 'absent',
    keychain: { available: true },
  });
  expect(connection.identity()).toBeUndefined();
  await expect(connection.credentials()).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
});

test('checked keys are stored, the user key in the keychain and not in the settings', async () => {
  const status = await open().connect(TYPED);
  expect(status).toMatchObject({ mode: 'account', baseUrl: ADDRESS, userKey: 'keychain' });
  expect(onDisk).toEqual({ mode: 'account', baseUrl: ADDRESS, apiKey: 'app' });
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
  await expect(mistyped).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(checked).toHaveLength(1);
});

test('refused keys change nothing', async () => {
  const check = async () => Promise.reject(new RailbirdError('UNAUTHORIZED'));
  const connection = open({ check });
  await expect(connection.connect(TYPED)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect((await connection.status()).mode).toBe('none');
  expect(onDisk).toEqual({ mode: 'none' });
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

test('the keychain is read once a run, not once a request', async () => {
  await open().connect(TYPED);
  const get = vi.spyOn(keychain, 'get');
  const connection = open();
  await connection.credentials();
  await connection.credentials();
  expect(get).toHaveBeenCalledTimes(1);
});

test('a keychain that refuses leaves the key for the session, and the status says why', async () => {
  keychain.set = async () => Promise.reject(new RailbirdError('KEYCHAIN_FAILED', { problem: 'locked' }));
  const connection = open();
  const status = await connection.connect(TYPED);
  expect(status.userKey).toBe('session');
  expect(status.keychain.available).toBe(false);
  expect(status.keychain.problem?.en).toMatch(/Unlock/);
  expect((await connection.credentials()).userKey).toBe('user');
  await expect(open().credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
});

test('a keychain that does not answer is reported, and the status still arrives', async () => {
  await open().connect(TYPED);
  keychain.get = async () => Promise.reject(new RailbirdError('KEYCHAIN_FAILED', { problem: 'silent' }));
  const status = await open().status();
  expect(status).toMatchObject({ mode: 'account', userKey: 'absent', keychain: { available: false } });
});

test('a forgotten key is gone from keychain and memory', async () => {
  const connection = open();
  await connection.connect(TYPED);
  expect(await connection.forgetKey()).toMatchObject({ mode: 'account', userKey: 'absent' });
  await expect(connection.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  expect(await keychain.get(ADDRESS)).toBeUndefined();
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

test('an application key saved for one address is not sent to the environment’s', async () => {
  onDisk = { mode: 'account', baseUrl: 'https://other.example', apiKey: 'other-app' };
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
  onDisk = { mode: 'sample' };
  expect(open({ startWith: 'account' }).identity()).toEqual({ kind: 'sample' });
});

test('a sample service that does not start leaves the connection as it was', async () => {
  const failing = async () => Promise.reject(new RailbirdError('SAMPLE_FAILED', { problem: 'x' }));
  const connection = open({ sample: { credentials: failing, stop: async () => undefined } });
  await expect(connection.trySample()).rejects.toMatchObject({ code: 'SAMPLE_FAILED' });
  expect((await connection.status()).mode).toBe('none');
});

test('disconnecting returns to the state of the first run', async () => {
  const connection = open();
  await connection.connect(TYPED);
  expect((await connection.disconnect()).mode).toBe('none');
  expect(onDisk).toEqual({ mode: 'none' });
});
