// The dashboard beside a running service, over real sockets.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newLog } from '../log.ts';
import { AccountBook } from '../accounts/account-book.ts';
import { applicationKeyIn } from '../accounts/application-key.ts';
import { openAccounts } from '../accounts/open-accounts.ts';
import { parseOptions } from '../options.ts';
import { startService } from '../service.ts';
import { send } from '../testing/run-service.ts';

const deps = { now: () => new Date('2026-11-20T12:00:00Z'), log: newLog({ write: () => {} }) };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-serve-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (...argv: string[]) =>
  startService(parseOptions(['--data-dir', folder, '--limits=off', ...argv], {}), deps);

async function withBook<Result>(work: (book: AccountBook) => Promise<Result>): Promise<Result> {
  const { accounts, pepper } = await openAccounts(folder, undefined);
  const book = new AccountBook(accounts, { pepper, now: deps.now, operator: 'ann' });
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}

test('without the option there is no dashboard; with it there is one, at localhost', async () => {
  const without = await start();
  expect(without.dashboardUrl).toBeUndefined();
  await without.close(100);
  const service = await start('--dashboard-port=0');
  expect(service.dashboardUrl).toMatch(/^http:\/\/localhost:\d+$/);
  const page = await send(service.dashboardUrl ?? '', {
    method: 'GET',
    path: '/sign-in',
    query: '',
    headers: { host: new URL(service.dashboardUrl ?? '').host },
  });
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining('Sign in with a passkey') as string,
  ]);
  await service.close(100);
});

test('a port that is taken ends the start, and leaves nothing listening', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(start(`--dashboard-port=${port}`)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await new Promise((resolve) => other.close(resolve));
});

test('what users request is counted by outcome, with the last use of the key; strangers are not', async () => {
  const service = await start();
  const { api, user } = await withBook(async (book) => ({
    api: (await book.issue(null)).key,
    user: (await book.issue('bob')).key,
  }));
  const ask = (key: string, path = '/v1/tra') =>
    send(service.url, {
      path,
      query: `?api_key=${api}`,
      headers: { 'content-type': 'application/json', 'x-user-key': key },
      body: '{}',
    });
  expect((await ask(user)).status).toBe(403);
  await withBook((book) => book.setPlan('bob', { name: 'standard', until: null }));
  expect([(await ask(user)).status, (await ask(user, '/v1/xyz')).status]).toEqual([200, 404]);
  expect((await ask('wrong')).status).toBe(401);
  await service.close(100);
  const { accounts } = await openAccounts(folder, undefined);
  expect(await accounts.usage.ofUser('bob', '20261120')).toEqual(
    ['NO_PLAN', 'UNKNOWN_TABLE', 'answered'].map((outcome) => ({
      user: 'bob',
      day: '20261120',
      outcome,
      count: 1,
    })),
  );
  expect((await accounts.keys()).at(-1)?.last_used_at).toBe('2026-11-20T12:00:00.000Z');
  await accounts.close();
});

test('the application’s key is shown from its file while it is good', async () => {
  const { key, id } = await withBook((book) => book.issue(null));
  const shown = async () => {
    const { accounts, pepper } = await openAccounts(folder, undefined);
    const found = await applicationKeyIn(folder, accounts, pepper);
    await accounts.close();
    return found;
  };
  expect(await shown()).toBeUndefined();
  writeFileSync(join(folder, 'application-key'), `${key}\n`);
  expect(await shown()).toBe(key);
  await withBook((book) => book.revoke(id));
  expect(await shown()).toBeUndefined();
});
