// Plants a user key and searches everything that leaves the main process or is written by it for that key.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { systemClock } from './service-client/clock.ts';
import { createUndiciTransport } from './service-client/undici-transport.ts';
import { loopbackCore } from './bridge/loopback-core.ts';
import { openLoopbackHost } from './bridge/loopback-host.ts';
import { createCore } from './core.ts';
import { createFolderDestination } from './exports/destination.ts';
import { memoryKeychain } from './testing/memory-keychain.ts';
import { loopbackClient, openLoopbackSession, openLoopbackSocket } from './testing/loopback-session.ts';

/** Contains characters that JSON and addresses encode. */
const CANARY = 'canary-4f1d"%/9b27';

interface Received {
  readonly url: string;
  readonly body: string;
  readonly userKey: string;
}

let dataDir = '';
let service: Server;
let received: Received[] = [];
let refusing = false;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-canary-'));
  received = [];
  refusing = false;
  service = createServer((request, response) => {
    void textOf(request).then((body) => {
      const userKey = String(request.headers['x-user-key']);
      received.push({ url: request.url ?? '', body, userKey });
      response.setHeader('content-type', 'application/json');
      if (!refusing) return response.end(JSON.stringify(answerTo(request.url ?? '', body)));
      // The worst message that a service could send.
      const message = `no plan for ${userKey}`;
      response.statusCode = 400;
      return response.end(JSON.stringify({ success: false, error: { code: 'BAD_REQUEST', message } }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await rm(dataDir, { recursive: true });
});

/** A day with one race, or an empty one. */
function answerTo(url: string, body: string) {
  const { racedate = '20261115' } = JSON.parse(body || '{}') as { racedate?: string };
  const race = { racedate, racekey: '05264101', racecourse_cd: '05', race_name: '=1+1', headcount: 0 };
  const data = url.startsWith('/v1/tra') ? [race] : [];
  return { request: { parameters: {} }, result: { status: 200, result_count: data.length, data } };
}

async function openApp(env: Record<string, string | undefined>) {
  const transport = createUndiciTransport();
  const keychain = memoryKeychain();
  const core = await createCore({
    dataDir,
    version: '0.0.0',
    host: 'web',
    env,
    platform: 'linux',
    clock: systemClock,
    transport: transport.send,
    keychain,
    destination: createFolderDestination(join(dataDir, 'exports')),
    sampleCommand: { command: '/nonexistent', args: [], env: {} },
  });
  core.start();
  const host = await openLoopbackHost({
    core: Promise.resolve(loopbackCore(core.router, (exportId) => core.exports.fileOf(exportId))),
    windowDir: join(dataDir, 'window'),
    page: async () => '',
    onError: core.report,
  });
  const socket = openLoopbackSocket(host.origin, await openLoopbackSession(host.newAddress()));
  /** Every message that crossed to the window. */
  const crossed: string[] = [];
  socket.addEventListener('message', ({ data }) => crossed.push(String(data)));
  return {
    client: loopbackClient(socket),
    crossed,
    close: async () => {
      await host.close();
      await core.close();
      await transport.close();
    },
  };
}

/** What a user does with a connected app: days, a race, an export, and a refused request. */
async function use(client: BridgeClient): Promise<void> {
  const source = { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } } as const;
  await client.days.list({ from: '20261114', to: '20261115' });
  const sheet = await client.results.read({ source });
  expect(sheet.records).toBe(1);
  const { exportId } = await client.exports.start({
    resultId: sheet.resultId,
    columns: ['racekey', 'race_name'],
    format: 'csv',
    header: 'both',
    form: 'shown',
    language: 'ja',
  });
  const ends: string[] = [];
  for await (const event of await client.exports.watch({ exportId })) ends.push(event.type);
  expect(ends.at(-1)).toBe('done');
  await client.connection.status();
  refusing = true;
  const refused = client.results.read({ source: { ...source, filter: { racedate: '20261108' } } });
  await expect(refused).rejects.toMatchObject({ data: { code: 'REFUSED' } });
}

const traces = (text: string): boolean =>
  [CANARY, JSON.stringify(CANARY).slice(1, -1), encodeURIComponent(CANARY)].some((form) =>
    text.includes(form),
  );

async function expectNoTrace(crossed: readonly string[]): Promise<void> {
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const names = files.map((file) => file.name);
  for (const expected of ['railbird.log', 'settings.json', 't_ra_2026-11-15.csv'])
    expect(names).toContain(expected);
  expect(names.some((name) => name.endsWith('.duckdb'))).toBe(true);
  for (const file of files) {
    const content = await readFile(join(file.parentPath, file.name));
    expect(traces(content.toString('utf8')), `${file.name} contains the key`).toBe(false);
  }
  expect(crossed.length).toBeGreaterThan(5);
  for (const text of crossed) expect(traces(text), `the window received: ${text}`).toBe(false);

  expect(received.length).toBeGreaterThan(2);
  for (const { url, body, userKey } of received) {
    expect(userKey).toBe(CANARY);
    expect(traces(url + body)).toBe(false);
  }
}

const addressOf = (): string => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

test('a key typed in the window reaches only the service, in its header', async () => {
  const app = await openApp({});
  await app.client.connection.connect({ baseUrl: addressOf(), apiKey: 'the-app-key', userKey: CANARY });
  await use(app.client);
  const again = app.client.connection.connect({
    baseUrl: addressOf(),
    apiKey: 'the-app-key',
    userKey: CANARY,
  });
  await expect(again).rejects.toMatchObject({ data: { code: 'REFUSED' } });
  const elsewhere = { baseUrl: 'http://127.0.0.1:1', apiKey: 'the-app-key', userKey: CANARY };
  await expect(app.client.connection.connect(elsewhere)).rejects.toMatchObject({
    data: { code: 'UNREACHABLE' },
  });
  await app.client.connection.forgetKey();
  await app.close();
  await expectNoTrace(app.crossed);
});

test('a key in the environment reaches only the service, and is removed from the environment', async () => {
  const env: Record<string, string | undefined> = {
    RAILBIRD_BASE_URL: addressOf(),
    RAILBIRD_API_KEY: 'the-app-key',
    RAILBIRD_USER_KEY: CANARY,
  };
  const app = await openApp(env);
  expect(env).toEqual({});
  await app.client.settings.update({ theme: 'dark' });
  await use(app.client);
  await app.close();
  await expectNoTrace(app.crossed);
  expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).not.toContain('the-app-key');
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
