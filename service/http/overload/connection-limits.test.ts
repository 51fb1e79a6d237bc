// What one client may take up, over real sockets with bounds of the test's: slow, huge, silent, greedy and half gone.

import { afterEach, expect, test } from 'vitest';
import { behindProxies } from '../client-address.ts';
import type { Store } from '../../store/store.ts';
import { rawClients, type RawClient } from '../../testing/raw-clients.ts';
import { recordOf } from '../../testing/records.ts';
import { API_KEY, ON_TIME, USER_KEY, answerOf, runService } from '../../testing/run-service.ts';
import type { Running } from '../../testing/run-service.ts';
import { ServerStats } from './server-stats.ts';

let service: Running;
const clients = rawClients();
afterEach(async () => {
  clients.end();
  await service.close();
});

const open = () => clients.open(service.url);

const lines = (...more: string[]) =>
  [
    `POST /v1/tra?api_key=${API_KEY} HTTP/1.1`,
    'host: x',
    `x-user-key: ${USER_KEY}`,
    'content-type: application/json',
    ...more,
  ].join('\r\n');
const request = (body = '{}', path = 'tra') =>
  `${lines(`content-length: ${body.length}`).replace('tra', path)}\r\n\r\n${body}`;
const gauge = (watch: ServerStats, name: string) =>
  Number(new RegExp(`^railbird_${name} (.*)$`, 'm').exec(watch.text())?.[1]);

const SHORT = { check: 20, header: 150, request: 300 };
const isRefused = (received: string) => {
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(received).toContain('"code":"BAD_REQUEST"');
};

test('a header that never ends is cut off with an error body', async () => {
  service = await runService({ bounds: SHORT });
  const client = open();
  client.socket.write('POST /v1/tra HTTP/1.1\r\nhost: x\r\n');
  await client.closed;
  isRefused(client.received());
});

test('a header that comes letter by letter is cut off all the same', async () => {
  service = await runService({ bounds: SHORT });
  const client = open();
  const drip = setInterval(() => client.socket.write('x'), 10);
  client.socket.write('POST /v1/tra HTTP/1.1\r\nhost: ');
  await client.closed;
  clearInterval(drip);
  isRefused(client.received());
});

test('a body that never ends is cut off, is no failure of the service, and frees its place', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({ bounds: SHORT, watch });
  const client = open();
  client.socket.write(`${lines('content-length: 100')}\r\n\r\n{`);
  await client.closed;
  isRefused(client.received());
  await expect.poll(() => gauge(watch, 'in_flight')).toBe(0);
  expect(service.log.join('')).not.toContain('request failed');
});

test('a connection on which nothing is ever said is closed', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({ bounds: SHORT, watch });
  const client = open();
  await client.closed;
  await expect.poll(() => gauge(watch, 'connections')).toBe(0);
});

test('a connection that was answered is kept for a next request, and closed when none comes', async () => {
  service = await runService({ bounds: { idle: 100 } });
  const client = open();
  client.socket.write(request());
  // At once, so that no pause of this process takes up the time for which the connection is kept.
  client.socket.once('data', () => client.socket.write(request()));
  await client.closed;
  expect(client.received().split('"result_count"')).toHaveLength(3);
});

test('a header larger than allowed is refused, one as large is read', async () => {
  service = await runService({ bounds: { headerBytes: 4096 } });
  const client = open();
  client.socket.write(`${lines(`x-more: ${'x'.repeat(8000)}`, 'content-length: 2')}\r\n\r\n{}`);
  await client.closed;
  isRefused(client.received());
  const reply = await service.ask('/v1/tra', {}, { 'x-more': 'x'.repeat(3000) });
  expect(reply.status).toBe(200);
});

test('where all connections are taken, the oldest that never showed good keys gives way to a new one', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({ bounds: { connections: 3 }, watch });
  const user = open();
  user.socket.write(request());
  await expect.poll(user.received).toContain('"result_count"');
  const older = open();
  await expect.poll(() => gauge(watch, 'connections')).toBe(2);
  const newer = open();
  await expect.poll(() => gauge(watch, 'connections')).toBe(3);
  const other = open();
  await older.closed;
  other.socket.write(request());
  await expect.poll(other.received).toContain('"result_count"');
  user.socket.write(request());
  await expect.poll(() => user.received().split('"result_count"')).toHaveLength(3);
  expect([newer.socket.destroyed, gauge(watch, 'connections_dropped_total')]).toEqual([false, 1]);
});

test('where users have taken all connections, one more is closed as it comes; one that ends makes room', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({ bounds: { connections: 2 }, watch });
  const users = [open(), open()];
  for (const { socket, received } of users) {
    socket.write(request());
    await expect.poll(received).toContain('"result_count"');
  }
  await open().closed;
  expect(gauge(watch, 'connections_dropped_total')).toBe(1);
  users[0]?.socket.destroy();
  await expect.poll(() => gauge(watch, 'connections')).toBe(1);
  expect((await service.ask('/v1/tra')).status).toBe(200);
});

// Other systems have one loopback address only.
test.skipIf(process.platform === 'darwin')(
  'one address has a share of the connections: whoever opens more takes no room from others',
  async () => {
    const watch = new ServerStats({ lateness: ON_TIME });
    service = await runService({ bounds: { connectionsOfAddress: 2 }, watch });
    const [idle, silent] = [open(), open()];
    await expect.poll(() => gauge(watch, 'connections')).toBe(2);
    for (let more = 0; more < 5; more++) await open().closed;
    expect(gauge(watch, 'connections_dropped_total')).toBe(5);
    // Another address of the same machine is not starved by it.
    const other = clients.open(service.url, request(), '127.0.0.2');
    await expect.poll(other.received).toContain('"result_count"');
    idle.socket.write(request());
    await expect.poll(idle.received).toContain('"result_count"');
    silent.socket.destroy();
    await expect.poll(() => gauge(watch, 'connections')).toBe(2);
    expect((await service.ask('/v1/tra')).status).toBe(200);
  },
);

test('connections of a named proxy are not one client’s', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({
    bounds: { connectionsOfAddress: 1 },
    addressOf: behindProxies(['127.0.0.1']),
    watch,
  });
  const three = [open(), open(), open()];
  await expect.poll(() => gauge(watch, 'connections')).toBe(3);
  for (const { socket, received } of three) {
    socket.write(request());
    await expect.poll(received).toContain('"result_count"');
  }
});

/** Holds every answer back until it is let go. */
function gated(gate: Promise<void>): (store: Store) => Store {
  return (store) => ({
    answer: async (...asked) => {
      await gate;
      return store.answer(...asked);
    },
    newestRaceDate: (...asked) => store.newestRaceDate(...asked),
    upsert: (...asked) => store.upsert(...asked),
    close: () => store.close(),
  });
}

test('requests sent ahead are answered in turn, as many as are allowed; those beyond are told to come back', async () => {
  const gate = Promise.withResolvers<void>();
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({ bounds: { ahead: 4 }, watch, wrap: gated(gate.promise) });
  const client = open();
  client.socket.write(request('{"racekey":"05264101"}').repeat(12));
  // An answer that is ready waits for those before it, so nothing is said until the first is free.
  await expect.poll(() => gauge(watch, 'in_flight')).toBe(12);
  gate.resolve();
  await expect.poll(() => client.received().split('HTTP/1.1 ').length - 1).toBe(12);
  const statuses = [...client.received().matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)].map(([, status]) => status);
  expect(statuses.join()).toBe([...Array(4).fill('200'), ...Array(8).fill('503')].join());
  expect(client.received().split('retry-after: 1\r\n')).toHaveLength(9);
});

test('a client that sends ever more without waiting is cut off, and all that it sent is let go', async () => {
  const gate = Promise.withResolvers<void>();
  const watch = new ServerStats({ lateness: ON_TIME });
  service = await runService({ bounds: { ahead: 2 }, watch, wrap: gated(gate.promise) });
  const client = open();
  client.socket.write(request('{"racekey":"05264101"}').repeat(100));
  await client.closed;
  gate.resolve();
  await expect.poll(() => gauge(watch, 'in_flight')).toBe(0);
  expect(gauge(watch, 'in_flight_with_keys')).toBe(0);
});

const DAY = { start_racedate: '20261003', end_racedate: '20261003' };
const RECORDS = 1_500;

/** More than sockets take at once, so that a reader can be in the middle of it. */
async function withLongAnswer(choices: Parameters<typeof runService>[0]): Promise<void> {
  service = await runService(choices);
  const entries = Array.from({ length: RECORDS }, (_, number) =>
    recordOf('d_ky', {
      racedate: DAY.start_racedate,
      racekey: `052631${String((number % 12) + 1).padStart(2, '0')}`,
      horse_number: String(number),
      horse_name: '名'.repeat(5_000),
    }),
  );
  await service.store.upsert('d_ky', entries);
}

function readNothing(): RawClient {
  const client = open();
  client.socket.pause();
  client.socket.write(request(JSON.stringify(DAY), 'dky'));
  return client;
}

test('a reader that stops reading is cut after a while without progress, and frees its place', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  await withLongAnswer({ bounds: { stalled: 200 }, watch });
  readNothing();
  await expect.poll(() => service.log.join('')).toContain('"aborted":true');
  expect(gauge(watch, 'in_flight')).toBe(0);
  expect(gauge(watch, 'aborted_total')).toBe(1);
  // Where this process itself stands still for as long, the next one is cut as well, and asks again.
  const next = () => service.ask('/v1/dky', DAY).then(answerOf, () => undefined);
  await expect.poll(async () => (await next())?.result.data.length).toBe(RECORDS);
});

test('a reader that takes an answer drop by drop is cut when the answer has taken too long', async () => {
  await withLongAnswer({ bounds: { answer: 200, check: 20 } });
  const { socket } = readNothing();
  const drip = setInterval(() => socket.read(1_000), 20);
  await expect.poll(() => service.log.join('')).toContain('"aborted":true');
  clearInterval(drip);
});

test('readers that do not read make the service hold a page each, not the answer', async () => {
  let taken = 0;
  await withLongAnswer({
    wrap: (store) => ({
      answer: async (...asked) => {
        const records = await store.answer(...asked);
        if (records === 'too many') return records;
        const pages = async function* () {
          for await (const page of records.pages) {
            taken += page.length;
            yield page;
          }
        };
        return { count: records.count, pages: pages() };
      },
      newestRaceDate: (...asked) => store.newestRaceDate(...asked),
      upsert: (...asked) => store.upsert(...asked),
      close: () => store.close(),
    }),
  });
  const whole = Buffer.byteLength((await service.ask('/v1/dky', DAY)).text);
  taken = 0;
  readNothing();
  // Until nothing more is taken: the system's buffers are full, and the next page is in hand.
  let before = -1;
  await expect.poll(() => before === (before = taken) && taken > 0, { interval: 200 }).toBe(true);
  expect(taken).toBeLessThan(whole / 2);
});

test('a drain ends at its bound even where a reader never reads, and keeps no connection', async () => {
  await withLongAnswer({});
  const { closed, socket } = readNothing();
  await expect.poll(() => service.log.length >= 0 && socket.bytesWritten).toBeGreaterThan(0);
  await service.drain(300);
  socket.resume();
  await closed;
  await expect(service.ask('/v1/tra')).rejects.toThrow(/ECONNREFUSED/);
});

test('a drain closes idle connections at once', async () => {
  service = await runService();
  const client = open();
  client.socket.write(request());
  await expect.poll(client.received).toContain('"result_count"');
  await service.drain(60_000);
  await client.closed;
});
