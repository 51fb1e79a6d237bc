// What an operator may do to keys and plans, and what the audit log keeps of it, wherever the accounts are kept.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '../store/postgres/pool.ts';
import type { TestPostgres } from '../testing/postgres.ts';
import { startPostgres, whyNoPostgres } from '../testing/postgres.ts';
import { AccountBook, AccountError } from './account-book.ts';
import type { Accounts } from './accounts.ts';
import { digestOf } from './digest.ts';
import { openAccounts } from './open-accounts.ts';
import { PostgresAccounts } from './postgres-accounts.ts';
import { SqliteAccounts } from './sqlite-accounts.ts';

const PLAN = { name: 'standard', until: '2027-03-31T15:00:00.000Z' };
const around = { now: () => new Date('2026-11-20T12:00:00Z'), operator: 'ann' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-accounts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Opened {
  readonly book: AccountBook;
  readonly pepper: Buffer;
  readonly accounts: Accounts;
  /** Over a connection of its own. */
  execute(sql: string): Promise<unknown>;
  /** Makes every entry of the audit log fail, and mends it. */
  readonly log: { readonly fails: string; readonly works: string };
  close(): Promise<void>;
}

function accountSuite(open: () => Promise<Opened>): void {
  let opened: Opened;
  let book: AccountBook;
  beforeEach(async () => {
    opened = await open();
    book = opened.book;
  });
  afterEach(() => opened.close());

  const userOf = async (key: string) => (await opened.accounts.lookUp(digestOf(key, opened.pepper))).user;
  const applicationDigests = async () => (await opened.accounts.lookUp(Buffer.alloc(32))).applicationDigests;

  test('an issued key is its user with the plan, over a connection that was open before', async () => {
    const { key: application } = await book.issue(null);
    await book.issue('ann');
    const { key } = await book.issue('bob', PLAN);
    expect(await opened.accounts.lookUp(digestOf(key, opened.pepper))).toEqual({
      applicationDigests: [digestOf(application, opened.pepper)],
      user: { id: 'bob', digest: digestOf(key, opened.pepper), plan: 'standard', planUntil: PLAN.until },
    });
    expect(await userOf(`${key}x`)).toBeUndefined();
    // The application's key is nobody's.
    expect(await userOf(application)).toBeUndefined();
  });

  test('no two keys are alike, and none needs an escape in a query', async () => {
    const issued: string[] = [];
    for (let at = 0; at < 20; at++) issued.push((await book.issue(`user-${at}`)).key);
    expect(new Set(issued).size).toBe(20);
    for (const key of issued) expect(encodeURIComponent(key)).toBe(key);
  });

  test('a holder has at most two keys: both are good until one is revoked', async () => {
    for (const [owner, named, flags] of [
      [null, 'The application', '--api'],
      ['bob', 'The user bob', '--user bob'],
    ] as const) {
      await expect(book.rotate(owner)).rejects.toThrow(`${named} has no key yet: keys issue ${flags}`);
      const first = await book.issue(owner);
      await expect(book.issue(owner)).rejects.toThrow(`${named} already has a key.`);
      await expect(book.issue(owner)).rejects.toThrow(`keys rotate ${flags}`);
      const { key: second, previous } = await book.rotate(owner);
      expect(previous).toBe(first.id);
      await expect(book.rotate(owner)).rejects.toThrow(`keys revoke ${first.id}`);
      expect((await book.keys()).filter(({ user }) => user === owner)).toMatchObject([
        { key_id: second.id, state: 'current' },
        { key_id: first.id, state: 'previous' },
      ]);
      await book.revoke(first.id);
      expect((await book.rotate(owner)).previous).toBe(second.id);
    }
    expect(await applicationDigests()).toHaveLength(2);
  });

  test('when the current key is revoked during a rotation, the one before is current again', async () => {
    const first = await book.issue(null);
    await book.revoke((await book.rotate(null)).key.id);
    expect(await book.keys()).toMatchObject([{ key_id: first.id, state: 'current' }]);
    expect(await applicationDigests()).toEqual([digestOf(first.key, opened.pepper)]);
  });

  test('after the last key was revoked the user is still there, and may get a new one', async () => {
    const { key } = await book.issue('bob', PLAN);
    await book.rotate('bob');
    expect(await book.revokeAll('bob')).toHaveLength(2);
    expect(await userOf(key)).toBeUndefined();
    expect(await book.users()).toEqual([{ user: 'bob', plan: PLAN, keys: 0 }]);
    expect(await userOf((await book.issue('bob')).key)).toMatchObject({ planUntil: PLAN.until });
  });

  test('what cannot be done changes nothing and is not logged', async () => {
    await expect(book.rotate('bob')).rejects.toThrow(AccountError);
    await expect(book.revoke('0123456789ab')).rejects.toThrow('keys list');
    await expect(book.revokeAll('bob')).rejects.toThrow('no user bob');
    await expect(book.setPlan('bob', PLAN)).rejects.toThrow('keys issue --user bob');
    expect(await Promise.all([book.users(), book.keys(), book.history()])).toEqual([[], [], []]);
  });

  test('a change that fails half-way is not made at all: no key without its entry in the log, none ended', async () => {
    const app = await book.issue(null);
    const { key, id } = await book.issue('bob', PLAN);
    const before = await Promise.all([book.users(), book.keys(), book.history()]);
    await opened.execute(opened.log.fails);
    const changes = [
      () => book.issue('eve', PLAN),
      () => book.rotate('bob'),
      () => book.rotate(null),
      () => book.revoke(id),
      () => book.revoke(app.id),
      () => book.revokeAll('bob'),
      () => book.setPlan('bob', null),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow();
    expect(await Promise.all([book.users(), book.keys(), book.history()])).toEqual(before);
    expect(await userOf(key)).toMatchObject({ id: 'bob', plan: 'standard', planUntil: PLAN.until });
    expect(await applicationDigests()).toEqual([digestOf(app.key, opened.pepper)]);
    // What failed leaves nothing behind that is in the way of the next.
    await opened.execute(opened.log.works);
    await book.rotate('bob');
    expect(await book.history()).toHaveLength(before[2].length + 1);
  });

  test('the audit log has every change with time, operator and id, and no key or digest', async () => {
    const first = await book.issue('bob', PLAN);
    const second = (await book.rotate('bob')).key;
    await book.revoke(first.id);
    await book.setPlan('bob', null);
    const line = { at: '2026-11-20T12:00:00.000Z', operator: 'ann', user: 'bob', key_id: null, detail: null };
    expect(await book.history()).toEqual([
      { ...line, action: 'issue', key_id: first.id },
      { ...line, action: 'set plan', detail: `standard until ${PLAN.until}` },
      { ...line, action: 'rotate', key_id: second.id },
      { ...line, action: 'revoke', key_id: first.id },
      { ...line, action: 'set plan', detail: 'none' },
    ]);
  });

  test('the audit log can be neither changed nor shortened, over any connection', async () => {
    await book.issue('bob');
    await expect(opened.execute('DELETE FROM audit_log')).rejects.toThrow('only ever added to');
    await expect(opened.execute(`UPDATE audit_log SET operator = 'nobody'`)).rejects.toThrow(
      'only ever added to',
    );
    expect(await book.history()).toHaveLength(1);
  });
}

describe('SQLite', () => {
  const open = async (): Promise<Opened> => {
    const { accounts: changed, pepper } = await openAccounts(folder, undefined);
    const book = new AccountBook(changed, { ...around, pepper });
    const file = join(folder, 'accounts.sqlite');
    const accounts = new SqliteAccounts(file);
    return {
      book,
      pepper,
      accounts,
      log: {
        fails: `CREATE TRIGGER broken BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'broken'); END`,
        works: 'DROP TRIGGER broken',
      },
      async execute(sql) {
        const other = new Database(file);
        try {
          other.exec(sql);
        } finally {
          other.close();
        }
      },
      async close() {
        await book.close();
        await accounts.close();
      },
    };
  };
  accountSuite(open);

  test('no file has a key in it', async () => {
    const { book, close } = await open();
    const made = [await book.issue(null), await book.issue('bob', PLAN), (await book.rotate('bob')).key];
    for (const name of readdirSync(folder)) {
      const stored = readFileSync(join(folder, name), 'latin1');
      for (const { key } of made) expect(stored).not.toContain(key.slice(-20));
    }
    await close();
  });
});

const absent = whyNoPostgres();
describe.skipIf(absent)(`PostgreSQL${absent ? `: ${absent}` : ''}`, () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  accountSuite(async () => {
    const url = await postgres.database();
    const { accounts, pepper } = await openAccounts(folder, url);
    const book = new AccountBook(accounts, { ...around, pepper });
    const pool = openPool(url, 'answers');
    return {
      book,
      pepper,
      accounts: new PostgresAccounts(pool),
      log: {
        fails: 'ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (false) NOT VALID',
        works: 'ALTER TABLE audit_log DROP CONSTRAINT broken',
      },
      execute: (sql) => pool.query(sql),
      async close() {
        await Promise.all([book.close(), pool.end()]);
      },
    };
  });

  test('of two operators who do the same at once one is told that it is done', async () => {
    const url = await postgres.database();
    const opened = [await openAccounts(folder, url), await openAccounts(folder, url)];
    const books = opened.map(({ accounts, pepper }) => new AccountBook(accounts, { ...around, pepper }));
    await books[0]?.issue('bob');
    const twice = await Promise.allSettled(books.map((book) => book.rotate('bob')));
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringContaining('Revoke the older one first') as string },
    });
    expect(await books[0]?.keys()).toHaveLength(2);
    await Promise.all(books.map((book) => book.close()));
  });

  test('a machine with another pepper is told so, and one with a copy of it goes on', async () => {
    const url = await postgres.database();
    const first = await openAccounts(join(folder, 'one'), url);
    await expect(openAccounts(join(folder, 'other'), url)).rejects.toThrow('Copy the file "pepper"');
    expect(readdirSync(join(folder, 'other'))).toEqual([]);
    await openAccounts(join(folder, 'other'), undefined).then(({ accounts }) => accounts.close());
    await expect(openAccounts(join(folder, 'other'), url)).rejects.toThrow('Copy the file "pepper"');
    copyFileSync(join(folder, 'one', 'pepper'), join(folder, 'other', 'pepper'));
    const second = await openAccounts(join(folder, 'other'), url);
    expect(second.pepper).toEqual(first.pepper);
    await Promise.all([first.accounts.close(), second.accounts.close()]);
  });
});
