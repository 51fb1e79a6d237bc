// One app with the connections of its commands: what one of them saves or forgets holds for all, and the window stays
// connected to what it shows.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { openApp } from '../testing/open-app.ts';
import { openSettingsFile, type SettingsFile } from '../settings/settings-file.ts';
import type { ConnectionKeeper } from './connection.ts';
import { Connections, type ConnectionsOptions } from './connections.ts';

const ADDRESS = 'https://service.example';
const OTHER = 'https://other.example';
const FIRST = { baseUrl: ADDRESS, apiKey: 'first-app', userKey: 'first-user' };
const REPLACED = { baseUrl: ADDRESS, apiKey: 'second-app', userKey: 'second-user' };
const ELSEWHERE = { baseUrl: OTHER, apiKey: 'other-app', userKey: 'other-user' };

describe('a command of the running app', () => {
  let dataDir: string;
  let app: Awaited<ReturnType<typeof openApp>>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'railbird-connections-'));
    app = await openApp(dataDir, { isUnconnected: true, clock: new FakeClock() });
    await app.core.connection.connect(FIRST);
  });
  afterAll(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('adds an account that the window and later commands know at once', async () => {
    const environment = { baseUrl: OTHER };
    const command = await app.core.forCommand({ startWith: 'account', environment });
    await command.connection.connect(ELSEWHERE);
    await command.close();
    const status = await app.core.connection.status();
    expect(status.accounts.map(({ id }) => id)).toEqual([ADDRESS, OTHER]);
    expect(status).toMatchObject({ mode: 'account', account: ADDRESS });
    const later = await app.core.forCommand({ environment: {} });
    expect(await later.connection.switchAccount(OTHER)).toMatchObject({ account: OTHER });
    expect(await app.core.connection.credentials()).toEqual(ELSEWHERE);
    await later.connection.switchAccount(ADDRESS);
    await later.close();
  });

  test('forgets the key that the window has in memory', async () => {
    const { connection } = app.core;
    expect(await connection.credentials()).toEqual(FIRST);
    await connection.disconnect();
    const command = await app.core.forCommand({ startWith: 'account', environment: {} });
    await command.connection.forgetKey();
    await command.close();
    expect((await connection.status()).mode).toBe('none');
    expect(await connection.switchAccount(ADDRESS)).toMatchObject({ userKey: 'absent' });
    await expect(connection.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });
});

let dataDir: string;
let settings: SettingsFile;
let keychain: ReturnType<typeof memoryKeychain>;
let connections: Connections;
let window: ConnectionKeeper;
let forgotten: string[];

const sample = {
  credentials: async () => ({ baseUrl: 'http://127.0.0.1:1', apiKey: 'demo', userKey: 'demo' }),
  stop: async () => undefined,
};

const connectionsOf = (more: Pick<ConnectionsOptions, 'forgotten' | 'report'>) =>
  new Connections({
    settings,
    keychain,
    keychainLimitMs: 1000,
    sample,
    check: async () => undefined,
    ...more,
  });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-connections-'));
  settings = await openSettingsFile({ dataDir, notify: () => undefined });
  keychain = memoryKeychain();
  forgotten = [];
  connections = connectionsOf({
    forgotten: (key) => forgotten.push(key),
    report: (error) => {
      throw error;
    },
  });
  window = connections.open({ environment: {} });
  await window.connect(FIRST);
});
afterEach(async () => {
  await settings.close();
  await rm(dataDir, { recursive: true, force: true });
});

const command = (environment = {}) => connections.open({ startWith: 'account', environment });

test('keys that a command replaces are used, and a blank field keeps the new ones', async () => {
  await window.credentials();
  await window.trySample();
  const changes = vi.fn();
  window.onChange(changes);
  await command().connect(REPLACED);
  expect(changes).toHaveBeenCalled();
  expect(forgotten).toEqual(['first-user']);
  expect(window.identity()).toEqual({ kind: 'sample' });
  await window.connect({ baseUrl: ADDRESS, apiKey: '', userKey: '' });
  expect(await window.credentials()).toEqual(REPLACED);
  expect(settings.state.connection.accounts[0]?.apiKey).toBe('second-app');
});

test('a key that a command forgets is missing, not lost, where it was not read before', async () => {
  await window.trySample();
  const next = connections.open({ startWith: 'sample', environment: {} });
  await command().forgetKey();
  await next.switchAccount(ADDRESS);
  await expect(next.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  expect((await next.status()).userKey).toBe('absent');
});

test('a key that the keychain does not take is in memory for all', async () => {
  await window.trySample();
  keychain.set = () => Promise.reject(new RailbirdError('KEYCHAIN_LOCKED'));
  expect(await command().connect(REPLACED)).toMatchObject({ userKey: 'session' });
  await window.switchAccount(ADDRESS);
  expect(await window.credentials()).toEqual(REPLACED);
});

test('a key that the keychain does not delete stays out of memory for all, and the window is told', async () => {
  await window.trySample();
  keychain.forget = async () => false;
  const changes = vi.fn();
  window.onChange(changes);
  await expect(command().forgetKey()).rejects.toMatchObject({ code: 'KEYCHAIN_KEPT' });
  expect(changes).toHaveBeenCalled();
  await window.switchAccount(ADDRESS);
  await expect(window.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
});

test('a keychain that did not answer the window is asked again by a command', async () => {
  const { get } = keychain;
  connections = connectionsOf({ report: () => undefined });
  const next = connections.open({ environment: {} });
  keychain.get = () => Promise.reject(new RailbirdError('KEYCHAIN_LOCKED'));
  await expect(next.credentials()).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
  keychain.get = get;
  expect(await command().credentials()).toEqual(FIRST);
  expect(await next.credentials()).toEqual(FIRST);
});

test('the keys of the environment stay its own, and give way to those that a command is given', async () => {
  const environment = { baseUrl: ADDRESS, apiKey: 'env-app', userKey: 'env-user' };
  const next = connections.open({ environment });
  expect(await window.credentials()).toEqual(FIRST);
  await window.renameAccount(ADDRESS, 'Renamed');
  expect((await next.status()).accounts[0]?.name).toBe('Renamed');
  expect(await next.credentials()).toEqual(environment);
  // The application key is the stored one.
  await window.connect({ ...FIRST, apiKey: '', userKey: 'second-user' });
  expect(await next.credentials()).toEqual({ ...environment, userKey: 'second-user' });
  expect(forgotten).toContain('env-user');
  await window.connect(REPLACED);
  expect(await next.credentials()).toEqual(REPLACED);
});

test('the keys that a command is given stay for its run, whatever the window keeps or forgets meanwhile', async () => {
  const environment = { baseUrl: ADDRESS, apiKey: 'env-app', userKey: 'env-user' };
  const own = connections.open({ environment, keepsEnvironment: true });
  await window.connect({ ...FIRST, apiKey: '', userKey: 'second-user' });
  await window.connect(REPLACED);
  expect(await own.credentials()).toEqual(environment);
  await window.forgetKey();
  expect(await own.credentials()).toEqual(environment);
  expect(forgotten).not.toContain('env-user');
});

test('a blank application key keeps the one that was stored meanwhile', async () => {
  const own = connections.open({ startWith: 'account', environment: {} });
  await Promise.all([
    own.connect({ ...FIRST, apiKey: 'newer-app', userKey: 'newer-user' }),
    window.connect({ ...FIRST, apiKey: '', userKey: 'typed-user' }),
  ]);
  for (const each of [own, window]) expect(await each.credentials()).toMatchObject({ apiKey: 'newer-app' });
});

test('an account that a command forgets is gone with its keys, and the window stays where it is', async () => {
  await connections.open({ environment: { baseUrl: OTHER } }).connect(ELSEWHERE);
  const own = connections.open({ environment: { baseUrl: OTHER } });
  await own.forgetAccount(ADDRESS);
  const status = await window.status();
  expect(status).toMatchObject({ mode: 'account', baseUrl: ADDRESS, accounts: [{ id: OTHER }] });
  expect(status.account).toBeUndefined();
  await expect(window.credentials()).rejects.toMatchObject({ code: 'KEY_MISSING' });
  await window.trySample();
  await own.connect(FIRST);
  await own.forgetAccount(ADDRESS);
  expect(await window.status()).toMatchObject({ mode: 'sample', account: OTHER });
});

test('the first account is the one to return to', async () => {
  await window.forgetAccount(ADDRESS);
  expect((await window.status()).accountBaseUrl).toBeUndefined();
  await connections.open({ environment: { baseUrl: OTHER } }).connect(ELSEWHERE);
  expect(await window.status()).toMatchObject({ mode: 'none', account: OTHER });
});

test('two that save at the same time both know both', async () => {
  const own = connections.open({ environment: { baseUrl: OTHER } });
  await Promise.all([own.connect(ELSEWHERE), window.renameAccount(ADDRESS, 'Renamed')]);
  for (const each of [own, window])
    expect((await each.status()).accounts.map(({ name }) => name)).toEqual(['Renamed', 'other.example']);
});

test('a closed one is told nothing', async () => {
  const own = command();
  const changes = vi.fn();
  own.onChange(changes);
  connections.close(own);
  await window.connect(REPLACED);
  expect(changes).not.toHaveBeenCalled();
});
