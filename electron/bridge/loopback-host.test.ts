import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { LONGEST_INPUT } from '#shared/bridge/longest-input.ts';
import {
  answerToUpgrade,
  loopbackClient,
  openLoopbackSession,
  openLoopbackSocket,
  useAddress,
} from '../testing/loopback-session.ts';
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

const clientOf = (origin: string, session: string): BridgeClient =>
  loopbackClient(openLoopbackSocket(origin, session));

describeHost('a WebSocket', async (app) => {
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
  let session = '';
  let errors: unknown[] = [];
  beforeAll(async () => {
    app = await openFakeApp();
    ({ host, origin, session, errors } = await openHost(app));
  });
  afterAll(async () => {
    await host.close();
    await app.close();
  });

  const inSession = () => ({ 'sec-websocket-protocol': `railbird, ${session}` });
  const statusOf = async (headers: Record<string, string>, path = '/rpc') =>
    (await answerToUpgrade(`${origin}${path}`, headers)).status;

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

  test('opens the bridge only in a session, which it does not repeat', async () => {
    const opened = await answerToUpgrade(`${origin}/rpc`, inSession());
    expect([opened.status, opened.headers['sec-websocket-protocol']]).toEqual([101, 'railbird']);
    for (const protocols of ['railbird', 'railbird, wrong', session, `other, ${session}`, '']) {
      expect(await statusOf({ 'sec-websocket-protocol': protocols })).toBe(401);
    }
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ 'x-railbird-session': session })).toBe(401);
  });

  test('a refused tab gets an answer with words and the headers of all others', async () => {
    const { headers, body } = await answerToUpgrade(`${origin}/rpc`, {});
    expect(body).toBe('Open the address that was printed last.\n');
    expect(headers).toMatchObject({
      connection: 'close',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    });
  });

  test('a cookie, which a browser sends to every port of this machine, grants nothing', async () => {
    const cookie = ['railbird', 'session', 'sec-websocket-protocol'].map((name) => `${name}=${session}`);
    expect(await statusOf({ cookie: cookie.join('; ') })).toBe(401);
  });

  test.each(['//', '///', '//x:99999/', 'http://', 'http://[', '/\\\\', '//@', '//%', '//?token=T', '*'])(
    'the target %s is refused before it is parsed, and the host logs no error',
    async (target) => {
      expect(await statusOfTarget(origin, target)).toBe('HTTP/1.1 400 Bad Request');
      expect(await statusOfTarget(origin, target, 'evil.example')).toBe('HTTP/1.1 403 Forbidden');
    },
  );

  test.each([
    ['another name', { host: 'evil.example' }],
    ['another name that only starts like this machine’s', { host: '127.0.0.1.evil.example' }],
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['a page on another port', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a request by a page on another port', { 'sec-fetch-site': 'same-site' }],
  ])('opens the bridge to %s no more in a session than without', async (_what, headers) => {
    expect(await statusOf({ ...inSession(), ...headers })).toBe(403);
    expect(await statusOf(headers)).toBe(403);
  });

  test.each([
    ['a page at the host’s own address', () => ({ origin })],
    ['a tunnel that ends at another port', () => ({ host: 'localhost:9', origin: 'http://localhost:9' })],
  ])('opens it to %s', async (_what, headers) => {
    expect(await statusOf({ ...inSession(), ...headers() })).toBe(101);
  });

  test('opens it nowhere else, and to nothing but a WebSocket', async () => {
    for (const path of ['/', '/rpc/app/about', '/session', '/exports/x', '/assets/main.js'])
      expect(await statusOf(inSession(), path)).toBe(400);
    expect(await statusOf({ ...inSession(), upgrade: 'h2c' })).toBe(400);
    expect(await statusOf({ ...inSession(), 'sec-websocket-version': '12' })).toBe(400);
  });

  test('refuses other names, other pages and other methods, in a session or not', async () => {
    expect((await fetch(`${origin}/`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
    expect((await fetch(`${origin}/`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await fetch(`${origin}/`, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${origin}/rpc/app/about`, { method: 'POST', body: '{}' })).status).toBe(405);
    expect((await fetch(`${origin}/rpc`)).status).toBe(426);
  });

  test('sends no CORS header, not even to a preflight', async () => {
    const response = await fetch(`${origin}/rpc`, {
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

  test('only a POST gets a session, which the browser does not cache', async () => {
    const address = host.newAddress();
    expect((await fetch(`${origin}/session`)).status).toBe(405);
    const given = await useAddress(address);
    expect([given.status, given.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await fetch(`${origin}/`)).headers.get('cache-control')).toBe('no-cache');
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

  test('an export that was moved away is a 404, and one of any name arrives under it', async () => {
    const names = ['odd "name"; x.csv', "馬の 成績 ('26)*.csv"];
    for (const name of names) await writeFile(join(app.dataDir, name), 'a');
    const fileOf = (id: string) => join(app.dataDir, names[Number(id)] ?? 'moved-away.csv');
    const own = await openLoopbackHost({
      core: Promise.resolve(loopbackCore(app.router, fileOf)),
      ...windowOf(app),
      onError: () => undefined,
    });
    const dispositions = names.map(async (_, at) => {
      const { headers } = await fetch(`${own.origin}/exports/${at}`);
      return headers.get('content-disposition');
    });
    expect(await Promise.all(dispositions)).toEqual([
      `attachment; filename="odd__name___x.csv"; filename*=UTF-8''odd%20%22name%22%3B%20x.csv`,
      `attachment; filename="________26__.csv"; filename*=UTF-8''%E9%A6%AC%E3%81%AE%20%E6%88%90%E7%B8%BE%20%28%2726%29%2A.csv`,
    ]);
    expect((await fetch(`${own.origin}/exports/gone`)).status).toBe(404);
    await own.close();
  });

  test('closing ends the connections of the window, and what it asked', async () => {
    const own = await openLoopbackHost({
      core: Promise.resolve(loopbackCore(app.router, () => undefined)),
      ...windowOf(app),
      onError: () => undefined,
    });
    const { port } = new URL(own.origin);
    const socket = connect(Number(port), '127.0.0.1');
    const ended = text(socket).catch(() => 'ended');
    const tab = openLoopbackSocket(own.origin, await openLoopbackSession(own.newAddress()));
    const closed = once(tab, 'close');
    const before = app.listening();
    const stream = await loopbackClient(tab).app.activity();
    await stream.next();
    const waiting = stream.next().catch(() => 'ended');
    await own.close();
    expect(['', 'ended']).toContain(await ended);
    await closed;
    expect(await waiting).toBe('ended');
    await expect.poll(() => app.listening()).toBe(before);
    await expect(fetch(own.origin)).rejects.toThrow();
  });

  test('a tab that goes ends what it asked', async () => {
    const before = app.listening();
    const tab = openLoopbackSocket(origin, session);
    const stream = await loopbackClient(tab).app.activity();
    await stream.next();
    expect(app.listening()).toBe(before + 1);
    const waiting = stream.next().catch(() => 'ended');
    tab.close();
    expect(await waiting).toBe('ended');
    await expect.poll(() => app.listening()).toBe(before);
  });

  test('a message beyond the longest input ends its connection and no other', async () => {
    const [tab, other] = [openLoopbackSocket(origin, session), openLoopbackSocket(origin, session)];
    await Promise.all([once(tab, 'open'), once(other, 'open')]);
    const closed = new Promise<number>((resolve) =>
      tab.addEventListener('close', ({ code }) => resolve(code)),
    );
    tab.send('x'.repeat(LONGEST_INPUT + 1));
    expect([1006, 1009]).toContain(await closed);
    expect((await loopbackClient(other).app.about()).host).toBe('web');
    other.close();
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
    const socket = openLoopbackSocket(early.origin, await openLoopbackSession(early.newAddress()));
    const called = loopbackClient(socket).app.about();
    await once(socket, 'open');
    opening.resolve(loopbackCore(app.router, () => undefined));
    expect((await called).host).toBeDefined();
    await early.close();
  });

  test('none of this was an error for the host', () => {
    expect(errors).toEqual([]);
  });
});
