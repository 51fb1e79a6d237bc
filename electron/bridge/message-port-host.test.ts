// node:worker_threads' MessageChannel stands in for Electron's port.

import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { os } from '@orpc/server';
import { RPCLink } from '@orpc/client/message-port';
import { expect, test } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { describeHost } from './testing/contract-suite.ts';
import { asElectrons } from './testing/attacked-hosts.ts';
import { LONGEST_INPUT } from './longest-input.ts';
import { createMessagePortHost, readMessage } from './message-port-host.ts';

describeHost('a message port', async ({ router }) => {
  const { port1, port2 } = new MessageChannel();
  createMessagePortHost(router).attach(asElectrons(port1));
  const client = createORPCClient<BridgeClient>(new RPCLink({ port: asElectrons(port2) }));
  port2.start();
  return {
    client,
    close: async () => {
      port1.close();
      port2.close();
    },
  };
});

test('a host waits for the last message of a window that leaves, but not for one that stays', async () => {
  const seen: string[] = [];
  const router = {
    settings: { remember: os.handler(({ input }) => void seen.push(JSON.stringify(input))) },
  };
  const { port1, port2 } = new MessageChannel();
  const host = createMessagePortHost(router);
  await host.left(60_000);
  host.attach(asElectrons(port1));
  await host.left(1);
  port2.postMessage(JSON.stringify({ i: '1', p: { u: '/settings/remember', b: { json: 'last' } } }));
  port2.close();
  await host.left(60_000);
  expect(seen).toEqual(['"last"']);
});

const call = { i: '1', p: { u: '/app/about', b: {} } };

test('a call and the end of one are read', () => {
  expect(readMessage(JSON.stringify(call))).toEqual(call);
  expect(readMessage('{"i":"1","t":4}')).toEqual({ i: '1', t: 4 });
});

test.each([
  ['no text', call],
  ['bytes', new TextEncoder().encode(JSON.stringify(call))],
  ['no JSON', '{'],
  ['no id', '{"p":{"u":"/app/about"}}'],
  ['a long id', JSON.stringify({ ...call, i: 'x'.repeat(65) })],
  ['an address elsewhere', JSON.stringify({ i: '1', p: { u: 'http://example.com/app/about' } })],
  ['a path with a query', JSON.stringify({ i: '1', p: { u: '/app/about?data=1' } })],
  ['a stream to the app', '{"i":"1","t":3,"p":{"e":"message"}}'],
  ['a kind that does not exist', '{"i":"1","t":9}'],
  ['more than the longest input', JSON.stringify({ ...call, x: 'x'.repeat(LONGEST_INPUT) })],
])('%s is not read', (_what, message) => {
  expect(readMessage(message)).toBeUndefined();
});

test('headers and methods are not read: they would make another kind of body of it', () => {
  const more = { ...call, p: { ...call.p, h: { 'content-type': 'multipart/form-data' }, m: 'GET' } };
  expect(readMessage(JSON.stringify(more))).toEqual(call);
});
