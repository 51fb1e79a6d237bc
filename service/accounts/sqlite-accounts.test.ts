// Credentials are remembered while nothing changes, and never a moment longer.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const userOf = async () => (await reading.lookUp(KEY)).user;

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
  expect((await reading.lookUp(KEY)).applicationDigests).toHaveLength(1);
  await setKeys(accounts, 'ann', []);
  expect(await userOf()).toBeUndefined();
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
