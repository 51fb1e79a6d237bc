// Credentials are remembered while nothing changes, and never a moment longer.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setKeys } from './accounts.ts';
import { digestOf } from './digest.ts';
import { openSampleAccount } from './sample-account.ts';
import { SqliteAccounts } from './sqlite-accounts.ts';

const PEPPER = Buffer.alloc(32, 1);
const KEY = digestOf('key', PEPPER);
const PREMIUM = { name: 'premium', until: null };

let folder: string;
let reading: SqliteAccounts;
let writing: SqliteAccounts;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-accounts-'));
  reading = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  writing = new SqliteAccounts(join(folder, 'accounts.sqlite'));
});
afterEach(async () => {
  await reading.close();
  await writing.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a request that comes after what was done before it: in a turn of its own. */
const lookUp = async (digest: Buffer) => {
  await turn();
  return reading.lookUp(digest);
};
const userOf = async () => (await lookUp(KEY)).user;

test.each([
  ['the same connection', () => reading],
  ['another one', () => writing],
])('a change over %s counts from the next look on', async (_, by) => {
  const accounts = by();
  expect(await userOf()).toBeUndefined();
  await setKeys(accounts, 'ann', [KEY], PREMIUM);
  expect(await userOf()).toMatchObject({ id: 'ann', plan: 'premium' });
  await accounts.setPlan('ann', null);
  expect((await userOf())?.plan).toBeNull();
  await setKeys(accounts, null, [digestOf('app', PEPPER)]);
  expect((await lookUp(KEY)).applicationDigests).toHaveLength(1);
  await setKeys(accounts, 'ann', []);
  expect(await userOf()).toBeUndefined();
});

test('transactions of one connection wait for each other, and one that fails leaves nothing remembered', async () => {
  const order: string[] = [];
  const slow = reading.atOnce(async (rows) => {
    await rows.addUser('ann');
    await rows.addKey({ digest: KEY, key_id: 'k', user: 'ann', issued_at: null });
    expect((await reading.lookUp(KEY)).user?.id).toBe('ann');
    order.push('first');
    throw new Error('undone');
  });
  const next = reading.atOnce(async () => order.push('second'));
  await expect(slow).rejects.toThrow('undone');
  await next;
  expect(order).toEqual(['first', 'second']);
  expect(await userOf()).toBeUndefined();
});

test('a file of the first release keeps its keys, users and log', async () => {
  const file = join(folder, 'earlier.sqlite');
  const earlier = new Database(file);
  earlier.exec(`
    CREATE TABLE user (id TEXT PRIMARY KEY, plan TEXT, plan_until TEXT) STRICT;
    CREATE TABLE access_key (number INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
      key_id TEXT NOT NULL UNIQUE, user_id TEXT REFERENCES user (id) ON DELETE CASCADE, issued_at TEXT) STRICT;
    CREATE TABLE audit_log (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, operator TEXT NOT NULL,
      action TEXT NOT NULL, user_id TEXT, key_id TEXT, detail TEXT) STRICT;
    INSERT INTO user VALUES ('ann', 'standard', NULL);
    INSERT INTO audit_log (at, operator, action) VALUES ('2026-01-01T00:00:00.000Z', 'op', 'issue')`);
  earlier.prepare(`INSERT INTO access_key (digest, key_id, user_id) VALUES (?, 'k', 'ann')`).run(KEY);
  earlier.close();
  for (let time = 0; time < 2; time++) {
    const opened = new SqliteAccounts(file);
    expect((await opened.lookUp(KEY)).user).toMatchObject({ id: 'ann', keyId: 'k', keyUntil: null });
    expect(await opened.history()).toHaveLength(1);
    expect(await opened.signIn.passkeys('ann')).toEqual([]);
    await opened.close();
  }
  const newer = new Database(file);
  newer.pragma('user_version = 99');
  newer.close();
  expect(() => new SqliteAccounts(file)).toThrow('The accounts have the schema of a later release (99)');
});

test('guessed keys are found to be nobody’s, however many', async () => {
  await setKeys(writing, 'ann', [KEY], PREMIUM);
  for (let guess = 0; guess < 2_500; guess++) {
    expect((await reading.lookUp(digestOf(`guess ${guess}`, PEPPER))).user).toBeUndefined();
  }
  expect((await userOf())?.id).toBe('ann');
});

test('the sample has the keys of its pepper alone, the same at every start', async () => {
  const first = await openSampleAccount(writing, PEPPER);
  expect(await openSampleAccount(writing, PEPPER)).toEqual(first);
  expect(first.user_key).toMatch(/^sample_user_[\w-]{32}$/);
  const other = Buffer.alloc(32, 2);
  const second = await openSampleAccount(writing, other);
  expect(second.api_key).not.toBe(first.api_key);
  const { applicationDigests } = await reading.lookUp(digestOf(second.user_key, other));
  expect(applicationDigests).toEqual([digestOf(second.api_key, other)]);
});
