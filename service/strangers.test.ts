// Whoever has no good keys costs the users nothing: no place, no connection for long, and few answers.

import { afterEach, describe, expect, test } from 'vitest';
import { behindProxies } from './http/client-address.ts';
import type { AddressOf } from './http/client-address.ts';
import { ServerStats } from './http/overload/server-stats.ts';
import { DEFAULT_LIMITS } from './http/limits.ts';
import { rawClients } from './testing/raw-clients.ts';
import { API_KEY, ON_TIME, USER_KEY, runService } from './testing/run-service.ts';
import type { Reply, Running } from './testing/run-service.ts';

let service: Running;
const clients = rawClients();
afterEach(async () => {
  clients.end();
  await service.close();
});

const open = (first: string | Buffer) => clients.open(service.url, first);

const header = (...more: string[]) =>
  ['POST /v1/tra HTTP/1.1', 'host: x', 'content-type: application/json', ...more, '', ''].join('\r\n');
const GOOD = [`POST /v1/tra?api_key=${API_KEY} HTTP/1.1`, 'host: x', `x-user-key: ${USER_KEY}`];
const gauge = (watch: ServerStats, name: string) =>
  Number(new RegExp(`^railbird_${name} (.*)$`, 'm').exec(watch.text())?.[1]);

/** So long that what waits for it is waited for in vain. */
const NEVER = 1_000_000;

test('bodies that strangers promise and never send take no place from a user', async () => {
  const watch = new ServerStats({ lateness: ON_TIME, shedding: { late: 1e9, underWay: 2 } });
  service = await runService({ watch, bounds: { unread: NEVER } });
  const strangers = ['content-length: 100', 'content-length: 1000000', 'transfer-encoding: chunked']
    .flatMap((promise) => Array<string>(3).fill(promise))
    .map((promise) => open(header(promise)));
  for (const { received } of strangers) await expect.poll(received).toMatch(/^HTTP\/1\.1 401 /);
  expect(gauge(watch, 'in_flight_with_keys')).toBe(0);
  const reply = await service.ask('/v1/tra');
  expect(reply.status).toBe(200);
});

test.each(['content-length: 100', 'content-length: 1000000', 'transfer-encoding: chunked'])(
  'a connection on which a refused body never comes is closed (%s)',
  async (promise) => {
    service = await runService({ bounds: { unread: 20 } });
    const { received, closed } = open(header(promise));
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 401 [^]*"code":"UNAUTHORIZED"[^]*}$/);
  },
);

test('a body that is too large is refused before it comes, whether or not it ever does', async () => {
  service = await runService({ bounds: { unread: NEVER } });
  const { received } = open(
    [...GOOD, 'content-type: application/json', 'content-length: 1000000', '', ''].join('\r\n'),
  );
  await expect
    .poll(received)
    .toMatch(/^HTTP\/1\.1 413 [^]*connection: close\r\n[^]*"code":"PAYLOAD_TOO_LARGE"[^]*}$/);
});

test('a refused body that keeps coming is cut off', async () => {
  service = await runService({ bounds: { unread: NEVER } });
  const { socket, received, closed } = open(header('content-length: 100000000'));
  await expect.poll(received).toMatch(/^HTTP\/1\.1 401 /);
  const flood = setInterval(() => socket.write(Buffer.alloc(64 * 1024)), 1);
  await closed;
  clearInterval(flood);
});

test('a small body that comes just after its refusal leaves the connection for the next request', async () => {
  service = await runService({ bounds: { unread: NEVER } });
  const { socket, received } = open(header('content-length: 2'));
  await expect.poll(received).toMatch(/^HTTP\/1\.1 401 /);
  socket.write(`{}${[...GOOD, 'content-length: 0', '', ''].join('\r\n')}`);
  await expect.poll(received).toContain('"result_count"');
});

test('nobody is told to send a body that will not be read', async () => {
  service = await runService({ bounds: { unread: 20 } });
  const { received, closed } = open(header('content-length: 2', 'expect: 100-continue'));
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/);
});

const LIMITS = {
  ...DEFAULT_LIMITS,
  user: { perSecond: 1000, burst: 1000 },
  address: { perSecond: 1000, burst: 1000 },
};
const behindProxy = behindProxies(['127.0.0.1']);
const from = (address: string, key = 'guess') => ({
  headers: { 'x-forwarded-for': address, 'content-type': 'application/json', 'x-user-key': key },
  body: '{}',
});
const countOf = (replies: readonly Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

test('one IPv6 client has ten guesses a minute, from however many of its addresses and all at once', async () => {
  service = await runService({ limits: LIMITS, addressOf: behindProxy, bounds: { throttled: 5 } });
  const guess = (address: string) => service.send(from(address));
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, at) => guess(`2001:db8:0:1:${at.toString(16)}::${at}`)),
  );
  expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([10, 50]);
  // A neighbor in the next network is not held to it.
  expect((await guess('2001:db8:0:2::1')).status).toBe(401);
  expect((await service.send(from('2001:db8:0:3::1', USER_KEY))).status).toBe(200);
});

test('a right guess among many at once is not told from the wrong ones after the tenth', async () => {
  service = await runService({ limits: LIMITS, addressOf: behindProxy, bounds: { throttled: 5 } });
  const keys = [...Array<string>(30).fill('guess'), USER_KEY];
  const replies = await Promise.all(keys.map((key) => service.send(from('2001:db8::1', key))));
  expect([countOf(replies, 200), countOf(replies, 401)]).toEqual([0, 10]);
});

test('IPv4 in the form of IPv6 is the same client', async () => {
  service = await runService({ limits: LIMITS, addressOf: behindProxy, bounds: { throttled: 5 } });
  const forms = ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109'];
  const replies = [];
  for (let time = 0; time < 12; time++) replies.push(await service.send(from(forms[time % 3] ?? '')));
  expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([10, 2]);
  expect((await service.send(from('203.0.113.10'))).status).toBe(401);
});

test('requests of one IPv6 client count together', async () => {
  const limits = { ...LIMITS, address: { perSecond: 3 / 3600, burst: 3 } };
  service = await runService({ limits, addressOf: behindProxy, bounds: { throttled: 5 } });
  const statuses = [];
  for (let at = 1; at <= 4; at++)
    statuses.push((await service.send(from(`2001:db8::${at}`, USER_KEY))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('whoever asks in vain waits for the refusal; a user does not wait behind', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  const limits = { ...LIMITS, failuresAMinute: 1 };
  service = await runService({ limits, addressOf: behindProxy, watch, bounds: { throttled: NEVER } });
  const guesses = header('content-length: 0', 'x-forwarded-for: 203.0.113.9');
  const { socket, received } = open(guesses.repeat(3));
  await expect.poll(() => gauge(watch, 'in_flight')).toBe(2);
  expect((await service.send(from('203.0.113.10', USER_KEY))).status).toBe(200);
  expect(received().split('HTTP/1.1 ')).toHaveLength(2);
  // Whoever leaves is not kept.
  socket.destroy();
  await expect.poll(() => gauge(watch, 'in_flight')).toBe(0);
});

test('whoever asks in vain and sends ahead is cut off, and what was sent ahead is not looked at', async () => {
  const limits = { ...LIMITS, failuresAMinute: 1 };
  service = await runService({ limits, bounds: { throttled: 50 } });
  const guess = header('content-length: 0');
  await open(`${guess}${guess.replace('content-type', 'connection: close\r\ncontent-type')}`).closed;
  const before = service.log.length;
  const { received, closed } = open(guess.repeat(20));
  await closed;
  expect(received().split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(1);
  await expect.poll(() => service.log.length).toBeGreaterThan(before);
  expect(service.log.length - before).toBe(1);
});

test('what is hardly HTTP counts as requests of its address, and too much of it gets no answer', async () => {
  const limits = { ...LIMITS, address: { perSecond: 2 / 3600, burst: 2 } };
  service = await runService({ limits, bounds: { throttled: 5 } });
  const received: string[] = [];
  for (const words of [
    'nonsense\r\n\r\n',
    'CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n',
    'nonsense\r\n\r\n',
    'CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n',
  ]) {
    const client = open(words);
    await client.closed;
    received.push(client.received().slice(0, 12));
  }
  expect(received).toEqual(['HTTP/1.1 400', 'HTTP/1.1 405', '', '']);
});

test.each([
  ['the opening of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the opening of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
  ['a header that is folded', 'GET / HTTP/1.1\r\nhost: x\r\n x: y\r\n\r\n'],
  ['both lengths of a body', header('content-length: 5', 'transfer-encoding: chunked')],
  ['two lengths of a body', header('content-length: 5', 'content-length: 6')],
])('%s is refused and its connection closed', async (_, words) => {
  service = await runService();
  const { received, closed } = open(words);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"BAD_REQUEST"/);
});

test.each(['h2c', 'websocket'])('an upgrade to %s is passed over', async (protocol) => {
  service = await runService();
  const { received } = open(
    [...GOOD, 'connection: upgrade', `upgrade: ${protocol}`, 'content-length: 0', '', ''].join('\r\n'),
  );
  await expect.poll(received).toMatch(/^HTTP\/1\.1 200 [^]*"result_count"/);
});

/** 127.0.0.n of this machine is the address `n` of these: a machine has one IPv6 address to come from. */
const cameFrom = (addresses: Readonly<Record<number, string>>): AddressOf =>
  Object.assign((connection: string) => addresses[Number(connection.split('.').at(-1))] ?? connection, {
    isProxy: () => false,
  });

// Other systems have one loopback address only.
describe.skipIf(process.platform === 'darwin')(
  'one IPv6 client that comes from many of its addresses',
  () => {
    const addressOf = cameFrom({
      2: '2001:db8::2',
      3: '2001:db8::3',
      4: '2001:db8::1:4',
      5: '2001:db8:0:1::5',
    });
    const openFrom = (at: number, first?: string) => clients.open(service.url, first, `127.0.0.${at}`);
    const good = [...GOOD, 'content-length: 0', '', ''].join('\r\n');

    test('has one share of the connections', async () => {
      const watch = new ServerStats({ lateness: ON_TIME });
      service = await runService({ bounds: { connectionsOfAddress: 2 }, addressOf, watch });
      const [first] = [openFrom(2), openFrom(3)];
      await expect.poll(() => gauge(watch, 'connections')).toBe(2);
      for (const at of [2, 3, 4]) await openFrom(at).closed;
      expect(gauge(watch, 'connections_dropped_total')).toBe(3);
      // The next network is another's.
      await expect.poll(openFrom(5, good).received).toContain('"result_count"');
      // Its share is free again when one of its own ends.
      first?.socket.destroy();
      await expect.poll(() => gauge(watch, 'connections')).toBe(2);
      await expect.poll(openFrom(4, good).received).toContain('"result_count"');
    });

    test('is cut off from all of them where it asks in vain and sends ahead', async () => {
      const limits = { ...LIMITS, failuresAMinute: 1 };
      service = await runService({ limits, addressOf, bounds: { throttled: 50 } });
      const guess = header('content-length: 0');
      const last = guess.replace('content-type', 'connection: close\r\ncontent-type');
      await openFrom(2, guess + last).closed;
      const { received, closed } = openFrom(3, guess.repeat(20));
      await closed;
      expect(received().split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(1);
      await expect.poll(openFrom(5, good).received).toContain('"result_count"');
    });
  },
);
