import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { describeHost } from './testing/contract-suite.ts';
import { openFakeApp, type FakeApp } from './testing/fake-app.ts';
import { openLoopbackHost, type LoopbackHost } from './loopback-host.ts';

async function openHost(app: FakeApp) {
  const windowDir = join(app.dataDir, 'window');
  await mkdir(join(windowDir, 'assets'), { recursive: true });
  await writeFile(join(windowDir, 'index.html'), '<!doctype html><title>Railbird</title>');
  await writeFile(join(windowDir, 'assets', 'main.js'), 'export {};');
  const errors: unknown[] = [];
  const host = await openLoopbackHost({
    router: app.router,
    windowDir,
    fileOf: app.exports.fileOf,
    onError: (error) => errors.push(error),
  });
  const { origin } = new URL(host.url);
  const cookie =
    (await fetch(host.url, { redirect: 'manual' })).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { host, origin, cookie, errors };
}

const clientOf = (origin: string, cookie: string): BridgeClient =>
  createORPCClient<BridgeClient>(new RPCLink({ url: `${origin}/rpc`, headers: { cookie } }));

describeHost('loopback HTTP', async (app) => {
  const { host, origin, cookie } = await openHost(app);
  return { client: clientOf(origin, cookie), close: host.close };
});

describe('the loopback host', () => {
  let app: FakeApp;
  let host: LoopbackHost;
  let origin = '';
  let cookie = '';
  let errors: unknown[] = [];
  beforeAll(async () => {
    app = await openFakeApp();
    ({ host, origin, cookie, errors } = await openHost(app));
  });
  afterAll(async () => {
    await host.close();
    await app.close();
  });

  const about = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${origin}/rpc/app/about`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });

  test('listens on 127.0.0.1 with an address that carries the launch’s token', () => {
    expect(host.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
  });

  test('exchanges the token for a cookie that scripts and other sites cannot use, and drops it from the address', async () => {
    const response = await fetch(host.url, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/');
    const set = response.headers.getSetCookie()[0] ?? '';
    expect(set).toMatch(/^railbird-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(set).not.toContain(new URL(host.url).searchParams.get('token'));
  });

  test('refuses a wrong token', async () => {
    const response = await fetch(`${origin}/?token=wrong`, { redirect: 'manual' });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('a one-time address is good for one use', async () => {
    const address = host.oneTimeUrl();
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(403);
  });

  test('answers the bridge only with the cookie', async () => {
    expect((await about({ cookie })).status).toBe(200);
    expect((await about({})).status).toBe(401);
    expect((await about({ cookie: `${cookie.split('=')[0]}=wrong` })).status).toBe(401);
  });

  test('refuses other names, other pages and other methods, cookie or not', async () => {
    expect((await about({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await about({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await about({ cookie }, 'GET')).status).toBe(405);
    expect((await fetch(`${origin}/`, { method: 'PUT' })).status).toBe(405);
  });

  test('sends no CORS header, not even to a preflight', async () => {
    const response = await fetch(`${origin}/rpc/app/about`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('serves the window with a strict policy, and nothing outside its folder', async () => {
    const page = await fetch(`${origin}/`);
    expect(await page.text()).toContain('Railbird');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(`${origin}/assets/main.js`)).headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${origin}/..%2fsettings.json`)).status).toBe(404);
  });

  test('serves a window that was built anew while the app runs', async () => {
    const windowDir = join(app.dataDir, 'window');
    await writeFile(join(windowDir, 'assets', 'later.js'), 'export const later = 1;');
    await writeFile(join(windowDir, 'index.html'), '<!doctype html><title>Railbird, built anew</title>');
    expect(await (await fetch(`${origin}/assets/later.js`)).text()).toContain('later');
    expect(await (await fetch(`${origin}/`)).text()).toMatch(/built anew<\/title>$/);
  });

  test.each([
    '/..%2fsettings.json',
    '/assets/%2e%2e%2f%2e%2e%2fsettings.json',
    '/..%5csettings.json',
    '/.env',
    '/%E0%A4',
  ])('finds nothing at %s', async (path) => {
    await writeFile(join(app.dataDir, 'window', '.env'), 'SECRET=1');
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
  });

  test('hands a finished export to the window, and to nobody without the cookie', async () => {
    const client = clientOf(origin, cookie);
    const { exportId } = await client.exports.start({
      source: { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } },
      columns: ['racekey'],
      format: 'csv',
      header: 'name',
      values: 'raw',
      language: 'en',
    });
    for await (const event of await client.exports.watch({ exportId })) if (event.type === 'done') break;
    const address = `${origin}/exports/${exportId}`;
    const response = await fetch(address, { headers: { cookie } });
    expect(await response.text()).toBe('racekey\r\n05264101\r\n05264102\r\n');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="t_ra_2026-11-15.csv"');
    expect((await fetch(address)).status).toBe(401);
    expect((await fetch(`${origin}/exports/none`, { headers: { cookie } })).status).toBe(404);
  });

  test('a body beyond the longest input is refused', async () => {
    const response = await fetch(`${origin}/rpc/settings/remember`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: { key: 'k', json: 'x'.repeat(2 * 1024 * 1024) } }),
    });
    expect(response.status).toBe(413);
  });

  test('a window that was never built is a 404, not a crash', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'railbird-window-'));
    const parts = { router: app.router, fileOf: app.exports.fileOf, onError: () => undefined };
    const bare = await openLoopbackHost({ ...parts, windowDir: join(empty, 'absent') });
    expect((await fetch(new URL('/', bare.url))).status).toBe(404);
    await bare.close();
    await rm(empty, { recursive: true });
  });

  test('none of this was an error to the host', () => {
    expect(errors).toEqual([]);
  });
});
