// What an operator may do to keys and plans, and what the audit log keeps of it, wherever the accounts are kept.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newLog } from '../log.ts';
import { openPool } from '../store/postgres/pool.ts';
import type { TestPostgres } from '../testing/postgres.ts';
import { startPostgres, whyNoPostgres } from '../testing/postgres.ts';
import { AccountBook, AccountError } from './account-book.ts';
import type { Accounts } from './accounts.ts';
import { OPERATOR } from './accounts.ts';
import { digestOf } from './digest.ts';
import { openAccounts } from './open-accounts.ts';
import { accountsOn } from './postgres-accounts.ts';
import { SqliteAccounts } from './sqlite-accounts.ts';
import { UsageCounter } from './usage-counter.ts';

const NEW = { isLost: false };
const PLAN = { name: 'standard', until: '2027-03-31T15:00:00.000Z' };
const around = { now: () => time, operator: 'ann' };

let folder: string;
let time: Date;
beforeEach(() => {
  time = new Date('2026-11-20T12:00:00Z');
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
  /** The same for counts of requests. */
  readonly usage: { readonly fails: string; readonly works: string };
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

  /** As a request that comes after what was done before it: in a turn of its own. */
  const lookUp = async (digest: Buffer) => {
    await turn();
    return opened.accounts.lookUp(digest);
  };
  const userOf = async (key: string) => (await lookUp(digestOf(key, opened.pepper))).user;
  const applicationDigests = async () => (await lookUp(Buffer.alloc(32))).applicationDigests;

  test('an issued key is its user with the plan, over a connection that was open before', async () => {
    const { key: application } = await book.issue(null);
    await book.issue('ann');
    const { key, id } = await book.issue('bob', PLAN);
    expect(await opened.accounts.lookUp(digestOf(key, opened.pepper))).toMatchObject({
      applicationDigests: [digestOf(application, opened.pepper)],
      user: {
        id: 'bob',
        digest: digestOf(key, opened.pepper),
        plan: 'standard',
        planUntil: PLAN.until,
        keyId: id,
        keyUntil: null,
      },
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
    expect(await book.users()).toEqual([{ user: 'bob', role: null, plan: PLAN, keys: 0 }]);
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

  test('a user who asks for a new key has the old one for another day, and no more than four', async () => {
    await book.issue('bob', PLAN);
    const [first] = await book.keys();
    const second = await book.reveal('bob', first?.key_id ?? null);
    expect(await book.keys()).toMatchObject([
      { key_id: second.id, state: 'current', expires_at: null },
      { key_id: first?.key_id, state: 'previous', expires_at: '2026-11-21T12:00:00.000Z' },
    ]);
    expect(await userOf(second.key)).toMatchObject({ id: 'bob', keyId: second.id, keyUntil: null });
    // The same request again, such as a page that is loaded again, makes no third key.
    await expect(book.reveal('bob', first?.key_id ?? null)).rejects.toThrow('There is a newer key');
    const third = await book.reveal('bob', second.id);
    const fourth = await book.reveal('bob', third.id);
    await expect(book.reveal('bob', fourth.id)).rejects.toThrow('Revoke one of them first');
    expect(await book.users()).toMatchObject([{ keys: 4 }]);
    time = new Date('2026-11-21T12:00:00Z');
    expect(await book.keys()).toMatchObject([{ key_id: fourth.id }]);
    expect(await book.users()).toMatchObject([{ keys: 1 }]);
    await book.reveal('bob', fourth.id);
    await expect(book.reveal('nobody', null)).rejects.toThrow('There is no user nobody');
    expect((await opened.accounts.historyOf('bob', 1))[0]).toMatchObject({
      action: 'rotate',
      detail: `${fourth.id} is good until 2026-11-22T12:00:00.000Z`,
    });
  });

  test('a user revokes own keys only', async () => {
    await book.invite('bob', NEW);
    const bobs = await book.reveal('bob', null);
    await book.issue('eve');
    await expect(book.revokeOwn('eve', bobs.id)).rejects.toThrow('You have no key');
    expect(await userOf(bobs.key)).toMatchObject({ id: 'bob' });
    await book.revokeOwn('bob', bobs.id);
    expect(await userOf(bobs.key)).toBeUndefined();
  });

  test('an invitation is for one passkey, until tomorrow, and only the newest counts', async () => {
    const { signIn } = opened.accounts;
    const digest = (secret: string) => digestOf(secret, opened.pepper);
    const earlier = await book.invite('bob', NEW);
    const { secret, until } = await book.invite('bob', { ...NEW, role: OPERATOR });
    expect(until).toBe('2026-11-21T12:00:00.000Z');
    expect(await signIn.takeInvitation(digest(earlier.secret))).toBeUndefined();
    expect(await signIn.invitation(digest(secret))).toEqual({ user: 'bob', expiresAt: until });
    expect(await signIn.takeInvitation(digest(secret))).toEqual({ user: 'bob', expiresAt: until });
    expect(await signIn.takeInvitation(digest(secret))).toBeUndefined();
    expect(await book.users()).toMatchObject([{ user: 'bob', role: 'operator', plan: null, keys: 0 }]);
    expect((await book.history()).map(({ action }) => action)).toEqual(['invite', 'set role', 'invite']);
    expect(JSON.stringify(await book.history())).not.toContain(secret.slice(-20));
    await book.invite('bob', NEW);
    expect((await book.users())[0]?.role).toBe('operator');
    await book.invite('bob', { ...NEW, role: null });
    expect((await book.users())[0]?.role).toBeNull();
  });

  test('of two who take one invitation at once, one has it', async () => {
    const { secret } = await book.invite('bob', NEW);
    const digest = digestOf(secret, opened.pepper);
    const take = () => opened.accounts.atOnce((rows) => rows.signIn.takeInvitation(digest));
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter((invitation) => invitation !== undefined)).toHaveLength(1);
  });

  test('an invitation after a loss ends the passkeys and sessions', async () => {
    await book.invite('bob', NEW);
    const { signIn } = opened.accounts;
    const at = time.toISOString();
    const passkey = {
      id: 'p',
      user: 'bob',
      publicKey: Buffer.from('key'),
      counter: 3,
      transports: ['usb', 'nfc'],
    };
    await signIn.addPasskey({ ...passkey, madeAt: at });
    await signIn.addSession(Buffer.from('s'), 'bob', at);
    expect(await signIn.session(Buffer.from('s'))).toEqual({
      user: 'bob',
      role: null,
      startedAt: at,
      seenAt: at,
    });
    expect(await signIn.passkey('p')).toMatchObject({
      ...passkey,
      publicKey: expect.anything() as Uint8Array,
    });
    expect(Buffer.from((await signIn.passkeys('bob'))[0]?.publicKey ?? []).toString()).toBe('key');
    await book.invite('bob', { ...NEW, isLost: true });
    expect(await signIn.passkeys('bob')).toEqual([]);
    expect(await signIn.session(Buffer.from('s'))).toBeUndefined();
  });

  test('a challenge is taken once, and what has ended is removed', async () => {
    const { signIn } = opened.accounts;
    await book.invite('bob', NEW);
    const at = time.toISOString();
    await signIn.addChallenge(Buffer.from('one'), null, '2026-11-20T12:05:00.000Z');
    await signIn.addChallenge(Buffer.from('two'), Buffer.from('link'), '2026-11-20T12:05:00.000Z');
    await signIn.addSession(Buffer.from('s'), 'bob', at);
    await signIn.sawSession(Buffer.from('s'), '2026-11-20T12:30:00.000Z');
    expect(await signIn.takeChallenge(Buffer.from('one'))).toMatchObject({ invitation: null });
    expect(await signIn.takeChallenge(Buffer.from('one'))).toBeUndefined();
    await signIn.removeEnded('2026-11-20T12:05:00.000Z', '2026-11-20T12:29:59.000Z');
    expect(await signIn.takeChallenge(Buffer.from('two'))).toBeUndefined();
    expect(await signIn.session(Buffer.from('s'))).toMatchObject({ seenAt: '2026-11-20T12:30:00.000Z' });
    await signIn.removeEnded('2026-11-20T12:05:00.000Z', '2026-11-20T12:30:00.000Z');
    expect(await signIn.session(Buffer.from('s'))).toBeUndefined();
  });

  test('requests are counted by user, Tokyo day and outcome, and written in one batch', async () => {
    const { id } = await book.issue('bob', PLAN);
    const log = newLog({ write: () => {} });
    const counter = new UsageCounter(opened.accounts, { now: around.now, log });
    const bob = { id: 'bob', keyId: id };
    for (let turn = 0; turn < 3; turn++) counter.count(bob, undefined);
    counter.count(bob, 'NOT_FOUND');
    expect(await opened.accounts.usage.ofUser('bob', '20261101')).toEqual([]);
    await counter.write();
    // Midnight in Tokyo.
    time = new Date('2026-11-20T15:00:00Z');
    counter.count(bob, undefined);
    await opened.execute(opened.usage.fails);
    await counter.write();
    await opened.execute(opened.usage.works);
    counter.count(bob, undefined);
    await counter.stop();
    expect(await opened.accounts.usage.ofUser('bob', '20261101')).toEqual([
      { user: 'bob', day: '20261120', outcome: 'NOT_FOUND', count: 1 },
      { user: 'bob', day: '20261120', outcome: 'answered', count: 3 },
      { user: 'bob', day: '20261121', outcome: 'answered', count: 2 },
    ]);
    expect(await opened.accounts.usage.byUser('20261101')).toMatchObject([
      { user: 'bob', outcome: 'NOT_FOUND', count: 1 },
      { user: 'bob', outcome: 'answered', count: 5 },
    ]);
    expect(await opened.accounts.usage.ofEveryone('20261121')).toMatchObject([{ day: '20261121', count: 2 }]);
    expect((await book.keys())[0]?.last_used_at).toBe(time.toISOString());
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
      usage: {
        fails: `CREATE TRIGGER broken BEFORE INSERT ON usage_count BEGIN SELECT RAISE(ABORT, 'broken'); END`,
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
    const url = await postgres.migrated();
    const { accounts, pepper } = await openAccounts(folder, url);
    const book = new AccountBook(accounts, { ...around, pepper });
    const pool = openPool(url, 'answers');
    return {
      book,
      pepper,
      accounts: accountsOn(pool),
      log: {
        fails: 'ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (false) NOT VALID',
        works: 'ALTER TABLE audit_log DROP CONSTRAINT broken',
      },
      usage: {
        fails: 'ALTER TABLE usage_count ADD CONSTRAINT broken CHECK (false) NOT VALID',
        works: 'ALTER TABLE usage_count DROP CONSTRAINT broken',
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
