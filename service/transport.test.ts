// Conduct on the wire that no well-behaved client shows: bodies without end, readers that leave, draining.

import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { recordOf } from './testing/records.ts';
import { API_KEY, USER_KEY, answerOf, runService } from './testing/run-service.ts';
import type { Running } from './testing/run-service.ts';

let service: Running;
afterEach(() => service.close());

const HEAD = [
  `POST /v1/tra?api_key=${API_KEY} HTTP/1.1`,
  'host: x',
  `x-user-key: ${USER_KEY}`,
  'content-type: application/json',
];

function open(): { socket: Socket; received: () => string; closed: Promise<void> } {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (part) => (received += part.toString()));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, received: () => received, closed };
}

test('a body without a declared length is cut off at 16 KiB and answered with 413', async () => {
  service = await runService();
  const { socket, received, closed } = open();
  socket.write(`${[...HEAD, 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n`);
  const chunk = `1000\r\n${' '.repeat(4096)}\r\n`;
  for (let sent = 0; sent < 100 && !socket.destroyed; sent++) socket.write(chunk);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 413 /);
  expect(received()).toContain('PAYLOAD_TOO_LARGE');
});

test('a client that asks first is told to go on, and answered', async () => {
  service = await runService();
  const { socket, received } = open();
  socket.write(`${[...HEAD, 'content-length: 2', 'expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  await expect.poll(received).toContain('100 Continue');
  socket.write('{}');
  await expect.poll(received).toContain('"result_count"');
  socket.destroy();
});

test('two requests sent at once on one connection are answered in turn', async () => {
  service = await runService();
  const { socket, received } = open();
  const ask = (racekey: string) => {
    const body = JSON.stringify({ racekey });
    return `${[...HEAD, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;
  };
  socket.write(ask('05264101') + ask('05264202'));
  await expect.poll(() => received().split('"result_count":1').length).toBe(3);
  expect(received().indexOf('05264101')).toBeLessThan(received().indexOf('05264202'));
  socket.destroy();
});

test('what is no HTTP gets the error body of the interface', async () => {
  service = await runService();
  const { socket, received, closed } = open();
  socket.write('nonsense\r\n\r\n');
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(received()).toContain('"code":"BAD_REQUEST"');
});

test('a connection to elsewhere is refused as a method that is not answered', async () => {
  service = await runService();
  const { socket, received, closed } = open();
  socket.write('CONNECT other.example:443 HTTP/1.1\r\nhost: other.example:443\r\n\r\n');
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 405 /);
  expect(received()).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n[^]*"code":"METHOD_NOT_ALLOWED"/);
});

test('a request without a host is refused with a body; HTTP/1.0 may leave it out', async () => {
  service = await runService();
  const refused = open();
  refused.socket.write(
    [...HEAD.filter((line) => line !== 'host: x'), 'connection: close', '\r\n'].join('\r\n'),
  );
  await refused.closed;
  expect(refused.received()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"BAD_REQUEST"/);
  const old = open();
  old.socket.write(
    [HEAD[0]?.replace('1.1', '1.0'), ...HEAD.slice(2), 'content-length: 2', '', '{}'].join('\r\n'),
  );
  await old.closed;
  expect(old.received()).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['two hosts', ['host: x', 'host: x']],
  ['two hosts, one of them in capitals', ['host: x', 'HOST: y']],
  ['a host that is none', ['host: x/y']],
  ['two hosts in one field', ['host: x, y']],
])('%s: refused, whichever server in between went by the other', async (_, hosts) => {
  service = await runService();
  const { socket, received, closed } = open();
  const rest = HEAD.filter((line) => line !== 'host: x');
  socket.write([...rest, ...hosts, 'content-length: 0', 'connection: close', '\r\n'].join('\r\n'));
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"BAD_REQUEST"/);
});

test.each(['x:8080', '[::1]:80', '127.0.0.1', 'xn--bcher-kva.example', ''])(
  'the host %j can be read',
  async (host) => {
    service = await runService();
    expect((await service.ask('/v1/tra', {}, { host })).status).toBe(200);
  },
);

test.each(['http://x', 'HTTP://other.example:8080', 'https://x'])(
  'a target with %s in front is the same without it',
  async (origin) => {
    service = await runService();
    const targets = ['/v1/tra', '/v1/nothing', '/elsewhere'].map((path) => `${origin}${path}`);
    const replies = await Promise.all(targets.map((path) => service.ask(path)));
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 404]);
    const page = await service.send({ method: 'GET', path: origin, query: '' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await service.send({ path: `${origin}/v1/tra`, query: '' })).status).toBe(401);
  },
);

test('an expectation that is not known is passed over', async () => {
  service = await runService();
  const reply = await service.ask('/v1/tra', {}, { expect: 'a miracle' });
  expect(answerOf(reply).result.status).toBe(200);
});

test('a body that ends before its end is no failure of the service', async () => {
  service = await runService();
  const { socket, closed } = open();
  socket.end(`${[...HEAD, 'content-length: 100'].join('\r\n')}\r\n\r\n{"racekey"`);
  await closed;
  await expect.poll(() => service.log.join('')).toContain('"refused":"BAD_REQUEST"');
  expect(service.log.join('')).not.toContain('request failed');
});

const DAY = { start_racedate: '20261003', end_racedate: '20261003' };

/** More than a socket takes at once, so that a reader can be in the middle of it. */
async function withLongAnswer(): Promise<void> {
  service = await runService();
  const entries = Array.from({ length: 1_500 }, (_, number) =>
    recordOf('d_ky', {
      racedate: DAY.start_racedate,
      racekey: `052631${String((number % 12) + 1).padStart(2, '0')}`,
      horse_number: String(number),
      horse_name: '名'.repeat(5_000),
    }),
  );
  await service.store.upsert('d_ky', entries);
}

function startReading(): ReturnType<typeof open> {
  const reader = open();
  const body = JSON.stringify(DAY);
  const head = [HEAD[0]?.replace('tra', 'dky'), ...HEAD.slice(1), `content-length: ${body.length}`];
  reader.socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return reader;
}

test('a reader that leaves in the middle is noted, and the next one gets the whole answer', async () => {
  await withLongAnswer();
  const { socket, closed } = startReading();
  // Hardly a byte is read, so the answer cannot have been sent to its end.
  socket.pause();
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
  socket.destroy();
  await closed;
  await expect.poll(() => service.log.join('')).toContain('"aborted":true');
  expect(answerOf(await service.ask('/v1/dky', DAY)).result.data).toHaveLength(1_500);
});

test('draining lets an answer under way come to its end and takes no new connection', async () => {
  await withLongAnswer();
  const whole = service.ask('/v1/dky', DAY);
  const { socket, received } = startReading();
  await expect.poll(() => received().length).toBeGreaterThan(0);
  const drained = service.drain(10_000);
  const [reply] = await Promise.all([whole, drained]);
  expect(answerOf(reply).result.data).toHaveLength(1_500);
  await expect.poll(() => received().endsWith('\r\n0\r\n\r\n')).toBe(true);
  await expect(service.ask('/v1/tra')).rejects.toThrow(/ECONNREFUSED/);
  socket.destroy();
});

test('draining cuts nothing of an answer that is written and that its reader has yet to take', async () => {
  service = await runService();
  const entry = recordOf('d_ky', { racedate: DAY.start_racedate, horse_name: 'A'.repeat(15_000_000) });
  await service.store.upsert('d_ky', [entry]);
  const { socket, received, closed } = startReading();
  socket.pause();
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
  const drained = service.drain(10_000);
  // Another one's answer comes to its end meanwhile, or is refused: neither may close what it does not concern.
  await service.ask('/v1/tra').catch(() => {});
  socket.resume();
  await Promise.all([drained, closed]);
  const [head = '', body = ''] = received().split('\r\n\r\n');
  expect(Buffer.byteLength(body)).toBe(Number(/content-length: ([0-9]+)/.exec(head)?.[1]));
});

test('draining lets a request that is half sent come to its end', async () => {
  service = await runService();
  const { socket, received, closed } = open();
  const request = `${[...HEAD, 'content-length: 2'].join('\r\n')}\r\n\r\n{}`;
  socket.write(request);
  await expect.poll(received).toContain('"result_count"');
  socket.write(request.slice(0, 40));
  // What is sent later is answered, so the half has arrived.
  expect((await service.ask('/v1/tra')).status).toBe(200);
  const drained = service.drain(10_000);
  socket.write(request.slice(40));
  await Promise.all([drained, closed]);
  expect(received().split('"result_count"')).toHaveLength(3);
});

test('nonsense after a question does not get into its answer', async () => {
  await withLongAnswer();
  const { socket, received, closed } = startReading();
  socket.write('nonsense\r\n\r\n');
  await closed;
  const [answer, refusal] = received().split('\r\n0\r\n\r\n');
  expect(answer).not.toContain('BAD_REQUEST');
  expect(refusal).toMatch(/^HTTP\/1\.1 400 [^]*"code":"BAD_REQUEST"/);
});
