import { createServer, type RequestListener, type Server } from 'node:http';
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

  it('oversized headers are reported as such', async () => {
    const received = send((_request, reply) =>
      reply.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end('{}'),
    );
    await expect(received).rejects.toBeInstanceOf(TransportHeadTooLong);
  });
});
