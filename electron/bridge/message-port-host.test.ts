// node:worker_threads' MessageChannel stands in for Electron's port.

import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { os } from '@orpc/server';
import { RPCLink } from '@orpc/client/message-port';
import { expect, test } from 'vitest';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { describeHost } from './testing/contract-suite.ts';
import { asElectrons } from './testing/attacked-hosts.ts';
import { createMessagePortHost } from './message-port-host.ts';

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
