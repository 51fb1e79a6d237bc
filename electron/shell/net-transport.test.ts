import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApiClient } from '../service-client/api-client.ts';
import { openSpool } from '../service-client/spool.ts';
import { TransportTimeout } from '../service-client/transport.ts';
import { TIMEOUTS } from '../service-client/undici-transport.ts';
import { HastyClock } from '../testing/fake-clock.ts';
import { createDesktopTransport, createNetTransport } from './net-transport.ts';

const REQUEST = {
  url: 'https://service.example/v1/tka',
  headers: { 'x-user-key': 'k' },
  body: '{}',
  signal: new AbortController().signal,
};

test('a request carries no cookies, no cache, and follows no redirect', async () => {
  const sent: RequestInit[] = [];
  const transport = createNetTransport(async (_url, init) => {
    sent.push(init);
    return new Response('{"a":1}', { status: 201, headers: { 'Retry-After': '3' } });
  });
  const response = await transport(REQUEST);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  });
  expect(response).toMatchObject({ status: 201, headers: { 'retry-after': '3' } });
  const chunks = await Array.fromAsync(response.body);
  expect(Buffer.concat(chunks).toString()).toBe('{"a":1}');
});

test('a request beyond its time limit is reported as a timeout', async () => {
  const never = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('x'))),
    );
  for (const limit of [{ totalMs: 1 }, { connectMs: 0, headersMs: 1 }]) {
    const transport = createNetTransport(never, { ...TIMEOUTS, ...limit });
    await expect(transport(REQUEST)).rejects.toBeInstanceOf(TransportTimeout);
  }
});

test('a body that stalls is reported as a timeout', async () => {
  const halting = async (_url: string, { signal }: RequestInit) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('{"a":'));
          signal?.addEventListener('abort', () => controller.error(new Error('x')));
        },
      }),
    );
  const { body } = await createNetTransport(halting, { ...TIMEOUTS, idleMs: 1 })(REQUEST);
  await expect(Array.fromAsync(body)).rejects.toBeInstanceOf(TransportTimeout);
});

test('a body that is not read to its end is canceled', async () => {
  let isCanceled = false;
  const endless = async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(Buffer.from('x')),
        cancel: () => {
          isCanceled = true;
        },
      }),
    );
  const { body } = await createNetTransport(endless)(REQUEST);
  for await (const chunk of body) if (chunk.length > 0) break;
  expect(isCanceled).toBe(true);
});

test('a request that the caller cancels is not reported as a timeout', async () => {
  const stop = new AbortController();
  const fails = async () => {
    stop.abort();
    throw new Error('given up');
  };
  await expect(createNetTransport(fails)({ ...REQUEST, signal: stop.signal })).rejects.toThrow('given up');
});

test('a proxy that asks for a login is no answer of the service', async () => {
  const asks = async () => new Response('Log in', { status: 407 });
  await expect(createNetTransport(asks)(REQUEST)).rejects.toMatchObject({ kind: 'proxy_login' });
});

test.each([
  ['https://service.example/v1/tka', {}, 'Chromium'],
  ['http://127.0.0.1:8080/v1/tka', {}, 'Chromium'],
  // The system's proxy would see the key.
  ['http://service.example/v1/tka', {}, 'Node'],
  ['https://service.example/v1/tka', { HTTPS_PROXY: 'http://proxy:3128' }, 'Chromium'],
  // Chromium ignores the login.
  ['https://service.example/v1/tka', { HTTPS_PROXY: 'http://a:b@proxy:3128' }, 'Node'],
])('a request to %s with %j goes through %s', async (url, env, expected) => {
  const used: string[] = [];
  const throughChromium = async () => {
    used.push('Chromium');
    return new Response('{}');
  };
  const throughNode = async () => {
    used.push('Node');
    return { status: 200, headers: {}, body: new Blob([]).stream() };
  };
  await createDesktopTransport(throughChromium, env, throughNode)({ ...REQUEST, url });
  expect(used).toEqual([expected]);
});

test.each([
  ['net::ERR_CERT_AUTHORITY_INVALID', 'CERTIFICATE_REFUSED', 'ERR_CERT_AUTHORITY_INVALID'],
  ['net::ERR_CERT_DATE_INVALID', 'CERTIFICATE_REFUSED', 'ERR_CERT_DATE_INVALID'],
  [
    'net::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
    'CERTIFICATE_REFUSED',
    'ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
  ],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'CERTIFICATE_REFUSED', 'ERR_SSL_PROTOCOL_ERROR'],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'PROXY_FAILED', 'ERR_PROXY_CONNECTION_FAILED'],
  ['net::ERR_PROXY_CERTIFICATE_INVALID', 'PROXY_FAILED', 'ERR_PROXY_CERTIFICATE_INVALID'],
  ['net::ERR_PROXY_HTTP_1_1_REQUIRED', 'PROXY_FAILED', 'ERR_PROXY_HTTP_1_1_REQUIRED'],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'PROXY_FAILED', 'ERR_TUNNEL_CONNECTION_FAILED'],
  ['net::ERR_PROXY_AUTH_UNSUPPORTED', 'PROXY_LOGIN', undefined],
  ['net::ERR_UNEXPECTED_PROXY_AUTH', 'PROXY_LOGIN', undefined],
  ['net::ERR_SOCKS_CONNECTION_FAILED', 'PROXY_FAILED', 'ERR_SOCKS_CONNECTION_FAILED'],
  ['net::ERR_RESPONSE_HEADERS_TOO_BIG', 'ANSWER_HEADERS_TOO_LONG', undefined],
  ['net::ERR_CONNECTION_REFUSED', 'UNREACHABLE', undefined],
  ['net::ERR_NAME_NOT_RESOLVED', 'UNREACHABLE', undefined],
])('%s is reported as %s', async (message, code, problem) => {
  const clock = new HastyClock();
  const credentials = { baseUrl: 'https://service.example', apiKey: 'app', userKey: 'user' };
  const spool = openSpool(join(tmpdir(), 'railbird-net-transport'));
  const client = createApiClient({
    transport: createNetTransport(async () => Promise.reject(new Error(message))),
    credentials: async () => credentials,
    clock,
    spool,
    random: () => 0.5,
  });
  const querying = client.of({ kind: 'sample' }).query('t_ra', { racedate: '20261107' });
  await expect(querying).rejects.toMatchObject({
    code,
    ...(problem === undefined ? {} : { values: { problem } }),
  });
  await spool.close();
});
