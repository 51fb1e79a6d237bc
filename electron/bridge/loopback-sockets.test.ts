// A tab that does not read what it asked for: neither a stream nor its calls pile up for it.

import { createServer, get, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { os } from '@orpc/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackCore } from './loopback-core.ts';
import { openSocket } from './loopback-sockets.ts';

const MEGABYTE = 'x'.repeat(1024 * 1024);
const CALLS = 400;
const EVENTS = 200;

let asked = 0;
let produced = 0;
const errors: unknown[] = [];
const router = {
  lab: {
    long: os.handler(() => {
      asked += 1;
      return MEGABYTE;
    }),
    stream: os.handler(async function* () {
      while (produced < EVENTS) {
        produced += 1;
        yield MEGABYTE;
      }
    }),
    short: os.handler(() => 'answered'),
  },
};

let server: Server;
const tabs: Socket[] = [];
beforeEach(async () => {
  asked = 0;
  produced = 0;
  const { answerCalls } = loopbackCore(router, () => undefined);
  server = createServer();
  server.on('upgrade', (request, connection, head) =>
    openSocket(request, connection, head, (socket) => answerCalls(socket, (error) => errors.push(error))),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  if (errors.length > 0) throw new AggregateError(errors, 'The host failed itself.');
});

const port = (): number => (server.address() as AddressInfo).port;

/** A tab that reads nothing once it is connected. */
async function deafTab(): Promise<Socket> {
  const request = get({
    port: port(),
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  });
  const [, socket] = (await once(request, 'upgrade')) as [unknown, Socket];
  socket.pause();
  tabs.push(socket);
  return socket;
}

/** A text as a page sends it, masked with zeros. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0xff;
  head.writeBigUInt64BE(BigInt(text.length), 2);
  return Buffer.concat([head, text]);
}

const call = (i: string, u: string, json: string): object => ({ i, p: { u, b: { json } } });

/** Another tab, which is answered as often as this: what the core could do meanwhile, it has done. */
async function meanwhile(): Promise<void> {
  const tab = new WebSocket(`ws://127.0.0.1:${port()}`);
  await once(tab, 'open');
  for (let n = 0; n < 50; n += 1) {
    const answered = once(tab, 'message');
    tab.send(JSON.stringify(call(`s${n}`, '/lab/short', '')));
    await answered;
    await setImmediate();
  }
  tab.close();
  await once(tab, 'close');
}

async function settled(count: () => number): Promise<number> {
  let before = -1;
  while (before !== count()) {
    before = count();
    await meanwhile();
  }
  return before;
}

test('a stream waits for a tab that does not read, and ends with it', async () => {
  const tab = await deafTab();
  tab.write(frame(call('1', '/lab/stream', '')));
  await expect.poll(() => produced).toBeGreaterThan(1);
  // What the system takes for both ends, and one more.
  expect(await settled(() => produced)).toBeLessThan(EVENTS / 4);
});

test('a tab that does not read is asked for no more, and goes on when it does', async () => {
  const tab = await deafTab();
  // Long enough that few of them arrive at once.
  for (let n = 0; n < CALLS; n += 1) tab.write(frame(call(`c${n}`, '/lab/long', 'x'.repeat(64 * 1024))));
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(await settled(() => asked)).toBeLessThan(CALLS / 4);
  tab.resume();
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(CALLS);
});
