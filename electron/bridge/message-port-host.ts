// The bridge over a message port: Electron's own between its processes, or a worker's.

import { setTimeout } from 'node:timers/promises';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { z } from 'zod';
import { LONGEST_INPUT } from './longest-input.ts';

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

const id = z.string().min(1).max(64);

/**
 * oRPC's message: a call of a procedure, or the end of one. Of its other kinds the window needs none: no address
 * elsewhere, no method but POST, no headers, no streams and no files to the app.
 */
const messageSchema = z.union([
  z.object({ i: id, t: z.literal(4) }),
  z.object({
    i: id,
    t: z.literal(1).optional(),
    p: z.object({ u: z.string().regex(/^\/\w{1,64}\/\w{1,64}$/), b: z.unknown() }),
  }),
]);

/** The message of a text, undefined for anything else: oRPC itself would fail on it with nobody to catch that. */
export function readMessage(data: unknown): z.infer<typeof messageSchema> | undefined {
  if (typeof data !== 'string' || data.length > LONGEST_INPUT) return undefined;
  try {
    return messageSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
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
