import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { LARGEST_FILE } from '#shared/saved-views/views-file.ts';
import { openLoopbackSession, useAddress } from '../testing/loopback-session.ts';
import { describeHost } from './testing/contract-suite.ts';
import { openFakeApp, type FakeApp } from './testing/fake-app.ts';
import { readPage } from '../launch/page-start.ts';
import { loopbackCore, type LoopbackCore } from './loopback-core.ts';
import { openLoopbackHost, type LoopbackHost } from './loopback-host.ts';

async function openHost(app: FakeApp) {
  const { windowDir } = windowOf(app);
  await mkdir(join(windowDir, 'assets'), { recursive: true });
  await writeFile(join(windowDir, 'index.html'), '<!doctype html><title>Railbird</title>');
  await writeFile(join(windowDir, 'assets', 'main.js'), 'export {};');
  const errors: unknown[] = [];
  const host = await openLoopbackHost({
    core: Promise.resolve(loopbackCore(app.router, (id) => app.exports.fileOf(id))),
    ...windowOf(app),
    onError: (error) => errors.push(error),
  });
  const { origin } = host;
  const session = await openLoopbackSession(host.newAddress());
  return { host, origin, session, errors };
}

const windowOf = ({ dataDir }: FakeApp) => {
  const windowDir = join(dataDir, 'window');
  return { windowDir, page: () => readPage({ windowDir, dataDir, sample: false }) };
};

const clientOf = (origin: string, session: Record<string, string>): BridgeClient =>
  createORPCClient<BridgeClient>(new RPCLink({ url: `${origin}/rpc`, headers: session }));

describeHost('loopback HTTP', async (app) => {
  const { host, origin, session } = await openHost(app);
  return { client: clientOf(origin, session), close: host.close };
});

/** Sends a request with a target that no address library would accept, and returns its status line. */
async function statusOfTarget(origin: string, target: string, host = new URL(origin).host): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  return answer.split('\r\n')[0] ?? '';
}

describe('the loopback host', () => {
  let app: FakeApp;
  let host: LoopbackHost;
  let origin = '';
  let session: Record<string, string> = {};
  let errors: unknown[] = [];
  beforeAll(async () => {
    app = await openFakeApp();
    ({ host, origin, session, errors } = await openHost(app));
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

  test('opens the window with an address whose token reaches no server', () => {
    expect(host.newAddress()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
  });

  test('an address opens one window, and then calls back', async () => {
    let used = 0;
    const address = host.newAddress(() => (used += 1));
    const [first, second] = [await useAddress(address), await useAddress(address)];
    expect([first.status, second.status, used]).toEqual([200, 403, 1]);
    expect(first.headers.getSetCookie()).toEqual([]);
    expect(await first.text()).not.toContain(new URL(address).hash.slice('#token='.length));
  });

  test.each(['wrong', '', 'undefined'])('the token "%s" opens nothing', async (token) => {
    expect((await useAddress(`${origin}/#token=${token}`)).status).toBe(403);
  });

  test('an address opens nothing for a page elsewhere', async () => {
    const used: string[] = [];
    const address = host.newAddress(() => used.push('used'));
    const token = new URL(address).hash.slice('#token='.length);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
      const init = { method: 'POST', headers: { 'x-railbird-token': token, ...headers } };
      expect((await fetch(`${origin}/session`, init)).status).toBe(403);
    }
    expect(used).toEqual([]);
  });

  test('answers the bridge only in a session', async () => {
    expect((await about(session)).status).toBe(200);
    expect((await about({})).status).toBe(401);
    expect((await about({ 'x-railbird-session': 'wrong' })).status).toBe(401);
  });

  test('a cookie, which a browser sends to every port of this machine, grants nothing', async () => {
    const cookie = Object.values(session).flatMap((secret) => [
      `railbird=${secret}`,
      `x-railbird-session=${secret}`,
    ]);
    expect((await about({ cookie: cookie.join('; ') })).status).toBe(401);
  });

  test.each(['//', '///', '//x:99999/', 'http://', 'http://[', '/\\\\', '//@', '//%', '//?token=T', '*'])(
    'the target %s is refused before it is parsed, and the host logs no error',
    async (target) => {
      expect(await statusOfTarget(origin, target)).toBe('HTTP/1.1 400 Bad Request');
      expect(await statusOfTarget(origin, target, 'evil.example')).toBe('HTTP/1.1 403 Forbidden');
    },
  );

  test.each([
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a text, which a form of another page could send', { 'content-type': 'text/plain' }],
    ['a stream', { 'content-type': 'text/event-stream' }],
    ['nearly JSON', { 'content-type': 'application/jsonx' }],
    ['a file', { 'content-type': 'application/json', 'content-disposition': 'attachment; filename="x"' }],
  ])('refuses %s instead of JSON', async (_what, headers) => {
    expect((await about({ ...session, ...headers })).status).toBe(415);
  });

  test('accepts JSON with its encoding', async () => {
    expect((await about({ ...session, 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  test('refuses other names, other pages and other methods, in a session or not', async () => {
    expect((await about({ ...session, origin: 'https://evil.example' })).status).toBe(403);
    expect((await about({ ...session, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await about(session, 'GET')).status).toBe(405);
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

  test('serves a window that was rebuilt while the app runs', async () => {
    const windowDir = join(app.dataDir, 'window');
    await writeFile(join(windowDir, 'assets', 'later.js'), 'export const later = 1;');
    await writeFile(join(windowDir, 'index.html'), '<!doctype html><title>Railbird, rebuilt</title>');
    expect(await (await fetch(`${origin}/assets/later.js`)).text()).toContain('later');
    expect(await (await fetch(`${origin}/`)).text()).toMatch(/rebuilt<\/title>$/);
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

  test('serves a finished export to a request with its id, and to no remote page', async () => {
    const client = clientOf(origin, session);
    const { exportId } = await client.exports.start({
      resultId: 'r1',
      columns: ['racekey'],
      format: 'csv',
      header: 'name',
      form: 'delivered',
      language: 'en',
    });
    for await (const event of await client.exports.watch({ exportId })) if (event.type === 'done') break;
    const address = `${origin}/exports/${exportId}`;
    expect(exportId).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    const response = await fetch(address);
    expect(await response.text()).toBe('racekey\r\n05264101\r\n05264102\r\n');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="t_ra_2026-11-15.csv"');
    for (const site of ['cross-site', 'same-site']) {
      expect((await fetch(address, { headers: { 'sec-fetch-site': site } })).status).toBe(403);
    }
    expect((await fetch(`${origin}/exports/none`)).status).toBe(404);
    // A browser requests the size first, and must not cache exported data.
    const size = await fetch(address, { method: 'HEAD' });
    expect([size.status, await size.text()]).toEqual([200, '']);
    expect(Object.fromEntries(size.headers)).toMatchObject({
      'content-length': '29',
      'content-type': expect.stringContaining('text/csv'),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  });

  test('only a POST gets a session, and the browser caches no answer of the bridge', async () => {
    const address = host.newAddress();
    expect((await fetch(`${origin}/session`)).status).toBe(405);
    const given = await useAddress(address);
    expect([given.status, given.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await about(session)).headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${origin}/`)).headers.get('cache-control')).toBe('no-cache');
  });

  test('an unknown procedure is a 404 in a session', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...session }, body: '{}' };
    const response = await fetch(`${origin}/rpc/app/nosuch`, init);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('No such procedure');
  });

  test('a failure of its own is reported to the host, and the window learns where to look', async () => {
    const failed: unknown[] = [];
    const fileOf = () => {
      throw new Error('a secret detail');
    };
    const broken = await openLoopbackHost({
      core: Promise.resolve(loopbackCore(app.router, fileOf)),
      ...windowOf(app),
      onError: (error) => failed.push(error),
    });
    const response = await fetch(`${broken.origin}/exports/any`);
    const body = await response.text();
    expect([response.status, failed.length]).toEqual([500, 1]);
    expect(body).toContain('the log says what');
    expect(body).not.toContain('secret');
    await broken.close();
  });

  test('an export that was moved away is a 404, and a name that no header may contain is simplified', async () => {
    const odd = join(app.dataDir, 'odd "name"; x.csv');
    await writeFile(odd, 'a');
    const fileOf = (id: string) => (id === 'odd' ? odd : join(app.dataDir, 'moved-away.csv'));
    const own = await openLoopbackHost({
      core: Promise.resolve(loopbackCore(app.router, fileOf)),
      ...windowOf(app),
      onError: () => undefined,
    });
    const response = await fetch(`${own.origin}/exports/odd`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="odd__name___x.csv"');
    expect((await fetch(`${own.origin}/exports/gone`)).status).toBe(404);
    await own.close();
  });

  test('closing ends the streams that the window still reads', async () => {
    const own = await openLoopbackHost({
      core: Promise.resolve(loopbackCore(app.router, () => undefined)),
      ...windowOf(app),
      onError: () => undefined,
    });
    const { port } = new URL(own.origin);
    const socket = connect(Number(port), '127.0.0.1');
    const ended = text(socket).catch(() => 'ended');
    await own.close();
    expect(['', 'ended']).toContain(await ended);
    await expect(fetch(own.origin)).rejects.toThrow();
  });

  test('a body beyond the longest input is refused', async () => {
    const response = await fetch(`${origin}/rpc/settings/remember`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...session },
      body: JSON.stringify({ json: { key: 'k', json: 'x'.repeat(3 * LARGEST_FILE + 1024 * 1024) } }),
    });
    expect(response.status).toBe(413);
  });

  test('a file of several hundred views can be imported', async () => {
    const columns = Array.from({ length: 300 }, (_, at) => `a_column_of_a_name_${at}`);
    const content = { columns: { shown: columns, widths: {} }, sort: [], filters: [], quick: '' };
    const views = Array.from(
      { length: 330 },
      (_, at) => ({ table: 't_ra', name: `view ${at}`, content }) as const,
    );
    const file = { format: 'railbird-views' as const, version: 1 as const, views, layouts: [] };
    expect(JSON.stringify(file).length).toBeGreaterThan(2 * 1024 * 1024);
    const client = clientOf(origin, session);
    expect((await client.views.adopt(file)).views).toHaveLength(330);
    expect((await client.views.list({ table: 't_ra' })).views).toHaveLength(330);
  });

  test('a window that was never built is a 404, not a crash', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'railbird-window-'));
    const windowDir = join(empty, 'absent');
    const bare = await openLoopbackHost({
      core: Promise.resolve(loopbackCore(app.router, () => undefined)),
      windowDir,
      page: () => readPage({ windowDir, dataDir: empty, sample: false }),
      onError: () => undefined,
    });
    expect((await fetch(new URL('/', bare.origin))).status).toBe(404);
    expect((await fetch(new URL('/assets/main.js', bare.origin))).status).toBe(404);
    await bare.close();
    await rm(empty, { recursive: true });
  });

  test('the page and its session do not wait for the core; a call does', async () => {
    const opening = Promise.withResolvers<LoopbackCore>();
    const early = await openLoopbackHost({
      core: opening.promise,
      ...windowOf(app),
      onError: () => undefined,
    });
    const served = await fetch(early.origin);
    expect(served.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await served.text()).toContain('Railbird');
    expect((await fetch(`${early.origin}/assets/main.js`)).status).toBe(200);
    const client = clientOf(early.origin, await openLoopbackSession(early.newAddress()));
    const called = client.app.about();
    opening.resolve(loopbackCore(app.router, () => undefined));
    expect((await called).host).toBeDefined();
    await early.close();
  });

  test('none of this was an error for the host', () => {
    expect(errors).toEqual([]);
  });
});
