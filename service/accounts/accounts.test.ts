// Accounts as the checks read them: kept while nothing changes, and never a moment longer.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteAccounts } from './accounts.ts';
import { digestOf } from './digest.ts';
import { openSampleAccount } from './sample-account.ts';

const PEPPER = Buffer.alloc(32, 1);
const KEY = digestOf('key', PEPPER);

let folder: string;
let reading: SqliteAccounts;
let writing: SqliteAccounts;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-accounts-'));
  reading = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  writing = new SqliteAccounts(join(folder, 'accounts.sqlite'));
});
afterEach(() => {
  reading.close();
  writing.close();
  rmSync(folder, { recursive: true, force: true });
});

const userOf = async () => (await reading.lookUp(KEY)).user;

test.each([
  ['the same connection', () => reading],
  ['another one', () => writing],
])('a change over %s counts from the next look on', async (_, by) => {
  const accounts = by();
  expect(await userOf()).toBeUndefined();
  accounts.setUser('ann', { name: 'premium', until: null });
  accounts.addUserKey('ann', KEY);
  expect(await userOf()).toMatchObject({ id: 'ann', plan: 'premium' });
  accounts.setUser('ann', { name: null, until: null });
  expect((await userOf())?.plan).toBeNull();
  accounts.setApplicationKey(digestOf('app', PEPPER), { keepPrevious: false });
  expect((await reading.lookUp(KEY)).applicationDigests).toHaveLength(1);
  accounts.revokeUserKey(KEY);
  expect(await userOf()).toBeUndefined();
});

test('guessed keys are found to be nobody’s, however many', async () => {
  writing.setUser('ann', { name: 'premium', until: null });
  writing.addUserKey('ann', KEY);
  for (let guess = 0; guess < 2_500; guess++) {
    expect((await reading.lookUp(digestOf(`guess ${guess}`, PEPPER))).user).toBeUndefined();
  }
  expect((await userOf())?.id).toBe('ann');
});

test('the sample has the keys of its pepper alone, the same at every start', async () => {
  const first = openSampleAccount(writing, PEPPER);
  expect(openSampleAccount(writing, PEPPER)).toEqual(first);
  expect(first.user_key).toMatch(/^sample_user_[\w-]{32}$/);
  const other = Buffer.alloc(32, 2);
  const second = openSampleAccount(writing, other);
  expect(second.api_key).not.toBe(first.api_key);
  const { applicationDigests } = await reading.lookUp(digestOf(second.user_key, other));
  expect(applicationDigests).toEqual([digestOf(second.api_key, other)]);
});
