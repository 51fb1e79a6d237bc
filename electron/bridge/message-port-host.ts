// The bridge over a message port: Electron's own between its processes, or a worker's.

import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';

/** What Electron's MessagePortMain and Node's MessagePort have in common. */
export interface BridgePort {
  on(event: string, listener: (event?: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
}

/** Serves one port after another; a window that reloads brings a new port, and the old one closes by itself. */
export function createMessagePortHost(router: AnyRouter): { attach(port: BridgePort): void } {
  const handler = new RPCHandler(router);
  return {
    attach: (port) => {
      handler.upgrade(port);
      port.start();
    },
  };
}
