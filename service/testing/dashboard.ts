// The dashboard for tests, without a socket: the test's own clock, and browsers that keep cookies.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountPlan, Accounts, Role } from '../accounts/accounts.ts';
import { AccountBook } from '../accounts/account-book.ts';
import { newPepper } from '../accounts/digest.ts';
import { SqliteAccounts } from '../accounts/sqlite-accounts.ts';
import { dashboardApp } from '../dashboard/app.ts';
import type { DashboardDeps } from '../dashboard/deps.ts';
import { memoryCounter } from '../http/limits.ts';
import { newLog } from '../log.ts';
import type { TestPasskey } from './passkey.ts';
import { testPasskey } from './passkey.ts';

export const ORIGIN = 'https://dashboard.example.org';

export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** As a script of the dashboard's own pages sends it. */
  json(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** As a form of the dashboard's own pages sends it, with the fields given; the token comes from the page at `/`. */
  form(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Makes a passkey with an invitation; resolves to it and the answer's status. */
  accept(
    secret: string,
    passkey?: TestPasskey,
  ): Promise<{ readonly passkey: TestPasskey; readonly status: number }>;
  signIn(passkey: TestPasskey): Promise<Response>;
  /** Adds another passkey to the session. */
  add(passkey: TestPasskey): Promise<Response>;
}

export interface TestDashboard {
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  readonly log: string[];
  /** Sets the clock. */
  at(instant: string): void;
  readonly book: AccountBook;
  invite(user: string, wanted?: { role?: Role; isLost?: boolean; plan?: AccountPlan }): Promise<string>;
  /** A browser of somebody who has accepted an invitation. */
  signedIn(user: string, wanted?: { role?: Role; plan?: AccountPlan }): Promise<Browser>;
  browser(address?: string): Browser;
  /** The contents of every file of the accounts. */
  files(): readonly string[];
  close(): Promise<void>;
}

/** @param replaced also the accounts, by default in a SQLite file */
export function testDashboard(replaced: Partial<DashboardDeps> = {}): TestDashboard {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-dashboard-'));
  const accounts = replaced.accounts ?? new SqliteAccounts(join(folder, 'accounts.sqlite'));
  const pepper = replaced.pepper ?? newPepper();
  const log: string[] = [];
  let time = new Date('2026-11-20T12:00:00Z');
  const now = () => time;
  const book = new AccountBook(accounts, { pepper, now, operator: 'root' });
  const app = dashboardApp({
    accounts,
    pepper,
    now,
    log: newLog({ write: (line: string) => void log.push(line) }),
    origin: ORIGIN,
    counter: memoryCounter,
    applicationKey: async () => undefined,
    store: { storedDays: async () => [] },
    load: async () => ({
      underWay: 0,
      connections: 1,
      lagMs: 2,
      residentBytes: 3_000_000,
      requests: 4,
      refusals: 1,
      storeBytes: undefined,
    }),
    ...replaced,
  });

  const browser = (address = '192.0.2.1'): Browser => {
    const cookies = new Map<string, string>();
    const send = async (path: string, init: RequestInit): Promise<Response> => {
      const headers = new Headers({ host: new URL(ORIGIN).host });
      if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, String(value));
      const reply = await app.request(path, { ...init, headers }, { address });
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return reply;
    };
    const own: Browser = {
      cookies,
      get: (path, headers = {}) => send(path, { headers }),
      json: (path, body, headers = {}) =>
        send(path, {
          method: 'POST',
          headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      async form(path, fields = {}, headers = {}) {
        const { token = '' } = fields['token'] === undefined ? await formsOf(own) : {};
        return send(path, {
          method: 'POST',
          headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: new URLSearchParams({ token, ...fields }).toString(),
        });
      },
      async accept(secret, passkey = testPasskey()) {
        const options = await own.json('/invitation/options', { secret });
        const { challenge = '' } = (await options.json()) as { challenge?: string };
        const reply = await own.json('/invitation', {
          secret,
          response: passkey.register(challenge, ORIGIN),
        });
        return { passkey, status: reply.status };
      },
      async signIn(passkey) {
        const { challenge } = (await (await own.json('/sign-in/options', {})).json()) as {
          challenge: string;
        };
        return own.json('/sign-in', { response: passkey.signIn(challenge, ORIGIN) });
      },
      async add(passkey) {
        const options = await own.json('/passkeys/options', {});
        const { challenge = '' } = (await options.json()) as { challenge?: string };
        return own.json('/passkeys', { response: passkey.register(challenge, ORIGIN) });
      },
    };
    return own;
  };
  const invite: TestDashboard['invite'] = async (user, { role, isLost = false, plan } = {}) => {
    const { secret } = await book.invite(user, { role, isLost });
    if (plan) await book.setPlan(user, plan);
    return secret;
  };
  return {
    accounts,
    pepper,
    log,
    book,
    at: (instant) => void (time = new Date(instant)),
    invite,
    async signedIn(user, wanted) {
      const fresh = browser();
      const { status } = await fresh.accept(await invite(user, wanted));
      if (status !== 200) throw new Error(`${user} could not sign in: ${status}`);
      return fresh;
    },
    browser,
    files: () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
    async close() {
      await accounts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The values that the forms of a browser's page carry. */
export async function formsOf(browser: Browser): Promise<{ token?: string; current?: string }> {
  const html = await (await browser.get('/')).text();
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
  return { token: value('token'), current: value('current') } as { token?: string; current?: string };
}
