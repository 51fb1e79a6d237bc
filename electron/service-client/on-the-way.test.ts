// What stands between this computer and the service: proxies, and certificates of a company's own authority.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  connect,
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { toError } from './failure.ts';
import { sendOnce } from './send.ts';
import { AUTHORITY, certifiedServer } from './testing/private-authority.ts';
import { TransportTimeout } from './transport.ts';
import { createUndiciTransport, TIMEOUTS, type Timeouts } from './undici-transport.ts';
import { TABLES } from '#shared/catalogue/tables.ts';

const closing: (() => unknown)[] = [];
const trusted = getCACertificates('default');

afterEach(async () => {
  setDefaultCACertificates(trusted);
  for (const close of closing.splice(0)) await close();
});

async function listening(server: Server | SocketServer): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket: { destroy(): void }) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A service behind TLS, and the requests it received. */
async function secureService(which: 'valid' | 'expired' = 'valid') {
  const received: string[] = [];
  const server = certifiedServer(which, (request, reply) => {
    received.push(`${request.url} ${String(request.headers['x-user-key'])}`);
    request.resume().once('end', () => reply.end('{}'));
  });
  return { received, port: await listening(server) };
}

/** Every tunnel to it is refused. */
const NOWHERE = 0;

/** Opens every tunnel to `port` if its login, where it wants one, is given. Keeps the requests that it received. */
async function proxyTo(port: number, { login, secure = false }: { login?: string; secure?: boolean } = {}) {
  const received: string[] = [];
  const refuse: RequestListener = (request, reply) => {
    received.push(JSON.stringify([request.method, request.url, request.headers]));
    reply.writeHead(502).end();
  };
  const server = secure ? certifiedServer('valid', refuse) : createServer(refuse);
  server.on('connect', (request, socket, head) => {
    received.push(JSON.stringify([request.method, request.url, request.headers]));
    const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    if (port === NOWHERE) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.write(head);
      socket.pipe(through).pipe(socket);
    });
    for (const end of [socket, through]) end.on('error', () => through.destroy());
  });
  const address = `${secure ? 'https' : 'http'}://127.0.0.1:${await listening(server)}`;
  return { received, address };
}

function transportWith(env: Record<string, string>, timeouts: Partial<Timeouts> = {}) {
  const { send, close } = createUndiciTransport({ ...TIMEOUTS, ...timeouts }, env);
  closing.push(close);
  return send;
}

/** Sends a request with both keys; returns its status. */
async function ask(url: string, env: Record<string, string> = {}, timeouts: Partial<Timeouts> = {}) {
  const headers = { 'x-user-key': 'the-user-key' };
  const signal = new AbortController().signal;
  const { status, body } = await transportWith(env, timeouts)({ url, headers, body: '{}', signal });
  await Array.fromAsync(body);
  return status;
}

/** What the user reads if this is in the way. */
async function codeOf(baseUrl: string, env: Record<string, string>, timeouts: Partial<Timeouts> = {}) {
  const { reading } = await sendOnce(
    transportWith(env, timeouts),
    { baseUrl, apiKey: 'the-app-key', userKey: 'the-user-key' },
    { table: TABLES.t_ka, filter: {}, signal: new AbortController().signal, now: () => 0 },
  );
  if (reading.ok) return 'ok';
  const { code, values } = toError(reading.failure, baseUrl);
  return { code, values };
}

test('a certificate of an unknown authority, of another name, or out of date is named, and nothing is sent', async () => {
  const [valid, expired] = [await secureService(), await secureService('expired')];
  const refused = (problem: string) => ({ code: 'CERTIFICATE_REFUSED', values: { problem } });
  expect(await codeOf(`https://127.0.0.1:${valid.port}`, {})).toEqual(
    refused('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
  );
  setDefaultCACertificates([AUTHORITY]);
  const elsewhere = `https://localhost:${valid.port}`;
  expect(await codeOf(elsewhere, {})).toEqual(refused('ERR_TLS_CERT_ALTNAME_INVALID'));
  expect(await codeOf(`https://127.0.0.1:${expired.port}`, {})).toEqual(refused('CERT_HAS_EXPIRED'));
  expect([...valid.received, ...expired.received]).toEqual([]);
});

/** What a program in a process of its own says of this service. */
async function askElsewhere(port: number, env: NodeJS.ProcessEnv): Promise<string> {
  const transport = pathToFileURL(join(import.meta.dirname, 'undici-transport.ts')).href;
  const code = `
    import { createUndiciTransport } from '${transport}';
    const { send } = createUndiciTransport();
    const ask = () => send({ url: 'https://127.0.0.1:${port}/', headers: {}, body: '{}', signal: new AbortController().signal });
    // At once, as requests of a screen are: all of them learn what the system trusts.
    const answers = await Promise.all([ask(), ask()].map((each) => each.then(({ status }) => status, (error) => error.message)));
    console.log(answers.join(' '));
    process.exit();`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });
  return (await run).stdout.trim();
}

test.skipIf(process.platform !== 'linux')(
  'an authority that the system trusts, or NODE_EXTRA_CA_CERTS names, is trusted',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'railbird-authority-'));
    closing.push(() => rm(folder, { recursive: true }));
    const [authority, none] = [join(folder, 'authority.pem'), join(folder, 'none')];
    await writeFile(authority, AUTHORITY);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const { port } = await secureService();
    const system = { SSL_CERT_FILE: none, SSL_CERT_DIR: none, PATH, NODE_COMPILE_CACHE };
    const answers = await Promise.all([
      askElsewhere(port, system),
      askElsewhere(port, { ...system, SSL_CERT_FILE: authority }),
      askElsewhere(port, { ...system, NODE_EXTRA_CA_CERTS: authority }),
    ]);
    const refused = 'untrusted: UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    expect(answers).toEqual([`${refused} ${refused}`, '200 200', '200 200']);
  },
);

test.each(['HTTPS_PROXY', 'https_proxy'])(
  'a proxy in %s sees a tunnel, but no key and no query',
  async (name) => {
    setDefaultCACertificates([AUTHORITY]);
    const service = await secureService();
    const proxy = await proxyTo(service.port);
    const address = name === 'https_proxy' ? proxy.address.replace('http://', '') : proxy.address;
    expect(await ask('https://service.example/v1/tra?api_key=the-app-key', { [name]: address })).toBe(200);
    expect(service.received).toEqual(['/v1/tra?api_key=the-app-key the-user-key']);
    expect(proxy.received).toHaveLength(1);
    expect(proxy.received[0]).toContain('"CONNECT","service.example:443"');
    expect(proxy.received[0]).not.toMatch(/the-app-key|the-user-key|v1/);
  },
);

test('no proxy is used for this machine, for plain http, and for names in NO_PROXY', async () => {
  const proxy = await proxyTo(NOWHERE);
  const plain = createServer((request, reply) => request.resume().once('end', () => reply.end('{}')));
  const port = await listening(plain);
  const env = { HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address };
  expect(await ask(`http://127.0.0.1:${port}/`, env)).toBe(200);
  expect(await ask(`http://localhost:${port}/`, env)).toBe(200);
  await expect(ask('http://service.invalid/', env)).rejects.toThrow();
  const secure = await secureService();
  await expect(ask(`https://127.0.0.1:${secure.port}/`, env)).rejects.toMatchObject({ kind: 'untrusted' });
  await expect(ask('https://a.service.invalid/', { ...env, NO_PROXY: 'service.invalid' })).rejects.toThrow();
  await expect(ask('https://service.invalid/', { ...env, no_proxy: '*' })).rejects.toThrow();
  expect(proxy.received).toEqual([]);
});

test('a proxy with a login is passed with the one in its address, and otherwise asks for it', async () => {
  setDefaultCACertificates([AUTHORITY]);
  const service = await secureService();
  const proxy = await proxyTo(service.port, { login: 'hanako:p@ss' });
  const withLogin = (login: string) => ({ HTTPS_PROXY: proxy.address.replace('://', `://${login}@`) });
  const url = 'https://service.example';
  const asks = { code: 'PROXY_LOGIN', values: {} };
  expect(await codeOf(url, { HTTPS_PROXY: proxy.address })).toEqual(asks);
  expect(await codeOf(url, withLogin('hanako:wrong'))).toEqual(asks);
  expect(service.received).toEqual([]);
  expect(await ask(url, withLogin('hanako:p%40ss'))).toBe(200);
  expect(service.received).toEqual(['/ the-user-key']);
});

test('a proxy that cannot be found or reached, refuses or never answers is the problem, not the service', async () => {
  const closed = createSocketServer();
  const port = await listening(closed);
  await new Promise((resolve) => closed.close(resolve));
  const silent = `127.0.0.1:${await listening(createSocketServer(() => undefined))}`;
  const refusing = await proxyTo(NOWHERE);
  const brief = { connectMs: 200, headersMs: 60_000 };
  const failed = (problem: string) => ({ code: 'PROXY_FAILED', values: { problem } });
  const url = 'https://service.example';
  expect(await codeOf(url, { HTTPS_PROXY: `127.0.0.1:${port}` })).toEqual(failed('ECONNREFUSED'));
  expect(await codeOf(url, { HTTPS_PROXY: 'proxy.invalid:3128' })).toEqual(failed('ENOTFOUND'));
  expect(await codeOf(url, { HTTPS_PROXY: silent }, brief)).toEqual(failed('UND_ERR_HEADERS_TIMEOUT'));
  expect(await codeOf(url, { HTTPS_PROXY: `https://${silent}` }, brief)).toEqual(
    failed('UND_ERR_CONNECT_TIMEOUT'),
  );
  expect(await codeOf(url, { HTTPS_PROXY: refusing.address })).toEqual(failed('403'));
  expect(await codeOf(url, { HTTPS_PROXY: 'http://' })).toEqual(failed('https_proxy'));
});

test('a proxy behind TLS must show a trusted certificate as well', async () => {
  const service = await secureService();
  const proxy = await proxyTo(service.port, { secure: true });
  const [url, env] = ['https://service.example', { HTTPS_PROXY: proxy.address }];
  const problem = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  expect(await codeOf(url, env)).toEqual({ code: 'PROXY_FAILED', values: { problem } });
  expect(proxy.received).toEqual([]);
  setDefaultCACertificates([AUTHORITY]);
  expect(await ask(url, env)).toBe(200);
});

test('a request that waits for a silent proxy ends when it is canceled, or after its time', async () => {
  const address = `127.0.0.1:${await listening(createSocketServer(() => undefined))}`;
  const send = transportWith({ HTTPS_PROXY: address }, { totalMs: 60_000, connectMs: 60_000 });
  const stop = new AbortController();
  const request = { url: 'https://service.example/', headers: {}, body: '{}' };
  const sent = send({ ...request, signal: stop.signal });
  stop.abort(new Error('given up'));
  await expect(sent).rejects.toThrow('given up');
  await expect(
    ask('https://service.example/', { HTTPS_PROXY: address }, { totalMs: 60, connectMs: 60_000 }),
  ).rejects.toBeInstanceOf(TransportTimeout);
});
