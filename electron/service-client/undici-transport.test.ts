import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { TransportHeadTooLong, TransportTimeout } from './transport.ts';
import { createUndiciTransport, TIMEOUTS, type Timeouts, type UndiciTransport } from './undici-transport.ts';

const open: { server?: Server; transport?: UndiciTransport } = {};

afterEach(async () => {
  await open.transport?.close();
  open.server?.closeAllConnections();
  await new Promise((resolve) => open.server?.close(resolve) ?? resolve(undefined));
  delete open.server;
});

async function send(listener: RequestListener, timeouts: Partial<Timeouts> = {}) {
  const server = createServer(listener);
  open.server = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  open.transport = createUndiciTransport({ ...TIMEOUTS, ...timeouts });
  return open.transport.send({
    url: `http://127.0.0.1:${address.port}/v1/tra?api_key=a`,
    headers: { 'x-user-key': 'u' },
    body: '{"racedate":"20261114"}',
    signal: new AbortController().signal,
  });
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  return new TextDecoder().decode(Buffer.concat(await Array.fromAsync(body)));
}

describe('the transport', () => {
  it('sends a POST and returns the answer unchanged', async () => {
    const response = await send((request, reply) => {
      reply.setHeader('RateLimit', '"user";r=3;t=1').writeHead(429);
      request.pipe(reply);
    });
    expect(response).toMatchObject({ status: 429, headers: { ratelimit: '"user";r=3;t=1' } });
    expect(await textOf(response.body)).toBe('{"racedate":"20261114"}');
  });

  it('does not follow a redirect', async () => {
    const paths: (string | undefined)[] = [];
    const response = await send((request, reply) => {
      paths.push(request.url);
      reply.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(response.status).toBe(307);
    expect(await textOf(response.body)).toBe('');
    expect(paths).toEqual(['/v1/tra?api_key=a']);
  });

  it('fails when the body ends before its length', async () => {
    const response = await send((_, reply) => {
      reply.writeHead(200, { 'content-length': '100' });
      reply.write('{"request":', () => reply.destroy());
    });
    await expect(textOf(response.body)).rejects.toThrow();
  });

  it('reports a server that accepts and never answers as a timeout', async () => {
    await expect(send(() => undefined, { totalMs: 60 })).rejects.toBeInstanceOf(TransportTimeout);
  });

  it('reports a body that stalls as a timeout', async () => {
    const response = await send((_, reply) => void reply.write('{'), { idleMs: 60 });
    await expect(textOf(response.body)).rejects.toBeInstanceOf(TransportTimeout);
  });

  it('reports a body that never ends as a timeout', async () => {
    const endless = send(
      (_, reply) => {
        const more = setInterval(() => reply.write(' '), 10);
        reply.once('close', () => clearInterval(more));
      },
      { totalMs: 60 },
    );
    // On a busy machine the time limit may be over before the body begins.
    await expect(endless.then(({ body }) => textOf(body))).rejects.toBeInstanceOf(TransportTimeout);
  });
});

/** For service.example, self-signed: made for these tests, valid until 2126. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUaky6PybMfDZRVUzSWm8s7s8QKBowCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2VydmljZS5leGFtcGxlMCAXDTI2MTEyMjA5MDgxNloYDzIx
MjYxMDI5MDkwODE2WjAaMRgwFgYDVQQDDA9zZXJ2aWNlLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATlqJQJ7uh56rOj+iodqSuAi4B+Gvj0dDs4nDRW
1IepxsDhrij5KH9C0NdryXMfkh5y3cNXj3U9X+hY8tq3MKdIo28wbTAdBgNVHQ4E
FgQUg5EPobX6yjDHWVpYFPa/i6Z5iPgwHwYDVR0jBBgwFoAUg5EPobX6yjDHWVpY
FPa/i6Z5iPgwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9zZXJ2aWNlLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIgHnHchheeUKPN5LV7PSlplUiRu6BfRQhn
uLI32WIQEgUCIQCkTbteI/JIxxRnNU7XGDFEJcXiDgDl8EE8gHSJwqZiNg==
-----END CERTIFICATE-----
`;
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2QSJP9jH1IS2E62s
p8cmfCCpuPs16ZrHIwGFrnV449mhRANCAATlqJQJ7uh56rOj+iodqSuAi4B+Gvj0
dDs4nDRW1IepxsDhrij5KH9C0NdryXMfkh5y3cNXj3U9X+hY8tq3MKdI
-----END PRIVATE KEY-----
`;

describe('on the way to the service', () => {
  const closing: (() => void)[] = [];
  const trusted = getCACertificates('default');

  afterEach(() => {
    setDefaultCACertificates(trusted);
    for (const close of closing.splice(0)) close();
  });

  async function listening(server: Server): Promise<number> {
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  /** A service behind TLS, and the requests it received. */
  async function secureService() {
    const received: string[] = [];
    const server = createSecureServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (request, reply) => {
      received.push(`${request.url} ${String(request.headers['x-user-key'])}`);
      request.resume().once('end', () => reply.end('{}'));
    });
    return { received, port: await listening(server) };
  }

  /** A proxy that opens every tunnel to `port`, or answers with a status, and the requests it received. */
  async function proxyTo(port: number, status = 200) {
    const received: string[] = [];
    const server = createServer((request, reply) => {
      received.push(JSON.stringify([request.method, request.url, request.headers]));
      reply.writeHead(502).end();
    });
    server.on('connect', (request, socket, head) => {
      received.push(JSON.stringify([request.method, request.url, request.headers]));
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
        return;
      }
      const through = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        through.write(head);
        socket.pipe(through).pipe(socket);
      });
      for (const end of [socket, through]) end.on('error', () => through.destroy());
    });
    return { received, address: `http://127.0.0.1:${await listening(server)}` };
  }

  async function ask(url: string, env: Record<string, string>): Promise<number> {
    const { send: post, close } = createUndiciTransport(TIMEOUTS, env);
    closing.push(() => void close());
    const headers = { 'x-user-key': 'the-user-key' };
    const { status, body } = await post({ url, headers, body: '{}', signal: new AbortController().signal });
    await textOf(body);
    return status;
  }

  it('an untrusted certificate is reported as such, and nothing is sent', async () => {
    const service = await secureService();
    await expect(ask(`https://127.0.0.1:${service.port}/`, {})).rejects.toMatchObject({
      kind: 'untrusted',
      problem: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    setDefaultCACertificates([CERTIFICATE]);
    await expect(ask(`https://127.0.0.1:${service.port}/`, {})).rejects.toMatchObject({
      kind: 'untrusted',
      problem: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(service.received).toEqual([]);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])(
    'a proxy in %s sees a tunnel, but no key and no query',
    async (name) => {
      setDefaultCACertificates([CERTIFICATE]);
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

  it('no proxy is used for this machine, for plain http, and for names in NO_PROXY', async () => {
    const proxy = await proxyTo(1);
    const plain = createServer((request, reply) => request.resume().once('end', () => reply.end('{}')));
    const port = await listening(plain);
    const env = { HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address };
    expect(await ask(`http://127.0.0.1:${port}/`, env)).toBe(200);
    expect(await ask(`http://localhost:${port}/`, env)).toBe(200);
    await expect(ask('http://service.invalid/', env)).rejects.toThrow();
    const secure = await secureService();
    await expect(ask(`https://127.0.0.1:${secure.port}/`, env)).rejects.toMatchObject({ kind: 'untrusted' });
    await expect(
      ask('https://a.service.invalid/', { ...env, NO_PROXY: 'service.invalid' }),
    ).rejects.toThrow();
    await expect(ask('https://service.invalid/', { ...env, no_proxy: '*' })).rejects.toThrow();
    expect(proxy.received).toEqual([]);
  });

  it('a proxy that refuses or has an invalid address is reported as such', async () => {
    const proxy = await proxyTo(1, 407);
    await expect(ask('https://service.example/', { HTTPS_PROXY: proxy.address })).rejects.toMatchObject({
      kind: 'proxy',
      problem: '407',
    });
    await expect(ask('https://service.example/', { HTTPS_PROXY: 'http://' })).rejects.toMatchObject({
      kind: 'proxy',
    });
  });

  it('oversized headers are reported as such', async () => {
    const received = send((_request, reply) =>
      reply.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end('{}'),
    );
    await expect(received).rejects.toBeInstanceOf(TransportHeadTooLong);
  });
});
