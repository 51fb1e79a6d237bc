// The transport to the main process, chosen once at start: a message port under Electron, else a WebSocket.

import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { PORT_MESSAGE, RPC_PATH, RPC_PROTOCOL, type RailbirdPreload } from '#shared/bridge/port.ts';
import { openSession } from './session.ts';
import { socketLink } from './socket-link.ts';

declare global {
  interface Window {
    readonly railbird?: RailbirdPreload;
  }
}

/** The client of the bridge, over whichever host opened this window. */
export async function connect(window: Window): Promise<BridgeClient> {
  const preload = window.railbird;
  if (preload === undefined) {
    const url = new URL(RPC_PATH, window.location.origin.replace(/^http/, 'ws'));
    const session = await openSession(window);
    return createORPCClient<BridgeClient>(socketLink(() => new WebSocket(url, [RPC_PROTOCOL, session])));
  }
  const port = await portFrom(window, preload);
  port.start();
  return createORPCClient<BridgeClient>(new RPCLink({ port }));
}

function portFrom(window: Window, preload: RailbirdPreload): Promise<MessagePort> {
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent): void => {
      const [port] = event.ports;
      if (event.source !== window || event.data !== PORT_MESSAGE || port === undefined) return;
      window.removeEventListener('message', onMessage);
      resolve(port);
    };
    window.addEventListener('message', onMessage);
    preload.requestPort();
  });
}
