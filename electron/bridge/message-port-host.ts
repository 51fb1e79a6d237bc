// The bridge over a message port: Electron's own between its processes, or a worker's.

import { setTimeout } from 'node:timers/promises';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { readMessage } from './read-message.ts';

/** What Electron's MessagePortMain and Node's MessagePort have in common. */
export interface BridgePort {
  on(event: string, listener: (event?: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
}

export interface MessagePortHost {
  attach(port: BridgePort): void;
  /**
   * Resolves when every window has left, and what it sent last has reached the router: a window stores its place as it closes.
   * After so many milliseconds it resolves in any case.
   */
  left(mostMs: number): Promise<void>;
}

/** Serves one port after another; a window that reloads brings a new port, and the old one closes by itself. */
export function createMessagePortHost(router: AnyRouter): MessagePortHost {
  const handler = new RPCHandler(router);
  const open = new Map<BridgePort, Promise<void>>();
  return {
    attach: (port) => {
      const closed = Promise.withResolvers<void>();
      port.on('close', () => {
        open.delete(port);
        closed.resolve();
      });
      open.set(port, closed.promise);
      handler.upgrade(readingOnly(port));
      port.start();
    },
    async left(mostMs) {
      const waiting = new AbortController();
      const late = setTimeout(mostMs, undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([Promise.all(open.values()), late]);
      waiting.abort();
    },
  };
}

/** A port of which oRPC gets the messages that can be read; others have nobody who could be answered. */
const readingOnly = (port: BridgePort): BridgePort => ({
  on: (event, listener) => {
    if (event !== 'message') return port.on(event, listener);
    return port.on(event, (received) => {
      const message = readMessage(received?.data);
      if (message !== undefined) listener({ data: message });
    });
  },
  postMessage: (message) => port.postMessage(message),
  start: () => port.start(),
});
