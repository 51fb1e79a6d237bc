// node:worker_threads' MessageChannel stands in for Electron's port.

import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { describeHost } from './testing/contract-suite.ts';
import { createMessagePortHost, type BridgePort } from './message-port-host.ts';
import type { MessagePort as NodePort } from 'node:worker_threads';

/** Electron passes its listeners an event, Node the message itself. */
function asElectrons(port: NodePort): BridgePort {
  return {
    on: (event, listener) =>
      event === 'message'
        ? port.on('message', (data: unknown) => listener({ data }))
        : port.on('close', () => listener()),
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
  };
}

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
