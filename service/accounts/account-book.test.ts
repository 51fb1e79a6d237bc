// What an operator may do to keys and plans, and what the audit log keeps of it.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountBook, NotPossible } from './account-book.ts';
import { SqliteAccounts } from './accounts.ts';
import { digestOf, newPepper } from './digest.ts';

const PLAN = { name: 'standard', until: '2027-03-31T15:00:00.000Z' };
const pepper = newPepper();

let folder: string;
let book: AccountBook;
let accounts: SqliteAccounts;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-accounts-'));
  const file = join(folder, 'accounts.sqlite');
  book = new AccountBook(file, { pepper, now: () => new Date('2026-11-20T12:00:00Z'), operator: 'ann' });
  accounts = new SqliteAccounts(file);
});
afterEach(() => {
  book.close();
  accounts.close();
  rmSync(folder, { recursive: true, force: true });
});

const userOf = (key: string) => accounts.userByDigest(digestOf(key, pepper));

test('an issued key is its user with the plan, over a connection that was open before', () => {
  const { key } = book.issue('bob', PLAN);
  expect(userOf(key)).toMatchObject({ id: 'bob', plan: 'standard', planUntil: PLAN.until });
  expect(userOf(`${key}x`)).toBeUndefined();
});

test('no two keys are alike, and none needs an escape in a query', () => {
  const issued = Array.from({ length: 50 }, (_, at) => book.issue(`user-${at}`).key);
  expect(new Set(issued).size).toBe(50);
  for (const key of issued) expect(encodeURIComponent(key)).toBe(key);
});

test('a holder has at most two keys: both are good until one is revoked', () => {
  for (const holder of [null, 'bob']) {
    const first = book.issue(holder);
    expect(() => book.issue(holder)).toThrow('keys rotate');
    const { key: second, previous } = book.rotate(holder);
    expect(previous).toBe(first.id);
    expect(() => book.rotate(holder)).toThrow(`keys revoke ${first.id}`);
    expect(book.keys().filter(({ user }) => user === holder)).toMatchObject([
      { key_id: second.id, state: 'current' },
      { key_id: first.id, state: 'previous' },
    ]);
    book.revoke(first.id);
    expect(book.rotate(holder).previous).toBe(second.id);
  }
  expect(accounts.applicationDigests()).toHaveLength(2);
});

test('when the current key is revoked during a rotation, the one before is current again', () => {
  const first = book.issue(null);
  book.revoke(book.rotate(null).key.id);
  expect(book.keys()).toMatchObject([{ key_id: first.id, state: 'current' }]);
  expect(accounts.applicationDigests()).toEqual([digestOf(first.key, pepper)]);
});

test('after the last key was revoked the user is still there, and may get a new one', () => {
  const { key } = book.issue('bob', PLAN);
  book.rotate('bob');
  expect(book.revokeAll('bob')).toHaveLength(2);
  expect(userOf(key)).toBeUndefined();
  expect(book.users()).toEqual([{ user: 'bob', plan: PLAN, keys: 0 }]);
  expect(userOf(book.issue('bob').key)).toMatchObject({ planUntil: PLAN.until });
});

test('what cannot be done changes nothing and is not logged', () => {
  expect(() => book.rotate('bob')).toThrow(NotPossible);
  expect(() => book.revoke('0123456789ab')).toThrow('keys list');
  expect(() => book.revokeAll('bob')).toThrow('no user bob');
  expect(() => book.setPlan('bob', PLAN)).toThrow('keys issue --user bob');
  expect([book.users(), book.keys(), book.history()]).toEqual([[], [], []]);
});

test('the audit log has every change with time, operator and id, and no key or digest', () => {
  const first = book.issue('bob', PLAN);
  const second = book.rotate('bob').key;
  book.revoke(first.id);
  book.setPlan('bob', null);
  const line = { at: '2026-11-20T12:00:00.000Z', operator: 'ann', user: 'bob', key_id: null, detail: null };
  expect(book.history()).toEqual([
    { ...line, action: 'issue', key_id: first.id },
    { ...line, action: 'set plan', detail: `standard until ${PLAN.until}` },
    { ...line, action: 'rotate', key_id: second.id },
    { ...line, action: 'revoke', key_id: first.id },
    { ...line, action: 'set plan', detail: 'none' },
  ]);
});

test('the audit log can be neither changed nor shortened, over any connection', () => {
  book.issue('bob');
  const other = new Database(join(folder, 'accounts.sqlite'));
  expect(() => other.exec('DELETE FROM audit_log')).toThrow('only ever added to');
  expect(() => other.exec(`UPDATE audit_log SET operator = 'nobody'`)).toThrow('only ever added to');
  other.close();
  expect(book.history()).toHaveLength(1);
});

test('no file has a key in it', () => {
  const secrets = [book.issue(null), book.issue('bob', PLAN), book.rotate('bob').key].map(({ key }) => key);
  for (const name of readdirSync(folder)) {
    const held = readFileSync(join(folder, name), 'latin1');
    for (const key of secrets) expect(held).not.toContain(key.slice(-20));
  }
});
