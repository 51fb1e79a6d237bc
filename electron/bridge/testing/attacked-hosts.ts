// Both hosts of the bridge at their wires: what a page that was taken over can send, without a client that would stop it.

import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { AnyRouter } from '@orpc/server';
import { openLoopbackSession, openLoopbackSocket } from '../../testing/loopback-session.ts';
import { loopbackCore } from '../loopback-core.ts';
import { openLoopbackHost } from '../loopback-host.ts';
import { createMessagePortHost, type BridgePort } from '../message-port-host.ts';

/** A call as it goes over the wire. */
export interface WireCall {
  /** `/feature/procedure`. */
  readonly path: string;
  /** JSON: `json`, the arguments, and `meta`, where they have values that JSON lacks. */
  readonly body: string;
}

export interface WireAnswer {
  /** As of HTTP. Of a stream it tells nothing: its first event does. */
  readonly status: number;
  /** Of a stream, the first event. */
  readonly text: string;
}

export interface AttackedHost {
  send(call: WireCall): Promise<WireAnswer>;
  /** Sends what is no call at all. Resolves when it was taken. */
  sendRaw(message: unknown): Promise<void>;
  close(): Promise<void>;
}

export async function attackLoopback(router: AnyRouter, windowDir: string): Promise<AttackedHost> {
  const errors: unknown[] = [];
  const host = await openLoopbackHost({
    core: Promise.resolve(loopbackCore(router, () => undefined)),
    windowDir,
    page: async () => '',
    onError: (error) => errors.push(error),
  });
  const socket = openLoopbackSocket(host.origin, await openLoopbackSession(host.newAddress()));
  await once(socket, 'open');
  const wire = attackedWire((message) => socket.send(message));
  socket.addEventListener('message', ({ data }) => wire.onMessage(String(data)));
  return {
    send: wire.send,
    sendRaw: async (message) => {
      socket.send(
        message instanceof ArrayBuffer || message instanceof Uint8Array ? message : String(message),
      );
    },
    close: async () => {
      await host.close();
      if (errors.length > 0) throw new AggregateError(errors, 'The host failed itself.');
    },
  };
}

/** oRPC's message. */
interface Message {
  readonly i: string;
  readonly t?: number;
  readonly p?: {
    readonly s?: number;
    readonly h?: Record<string, string>;
    readonly b?: unknown;
    readonly e?: string;
    readonly d?: unknown;
  };
}

export function attackPort(router: AnyRouter): AttackedHost {
  const { port1, port2 } = new MessageChannel();
  createMessagePortHost(router).attach(asElectrons(port1));
  const wire = attackedWire((message) => port2.postMessage(message));
  port2.on('message', wire.onMessage);
  return {
    send: wire.send,
    sendRaw: async (message) => port2.postMessage(message),
    close: async () => {
      const closed = once(port1, 'close');
      port2.close();
      await closed;
    },
  };
}

/** Calls as both hosts transport them: texts, whose answers come in any order. */
function attackedWire(post: (message: string) => void) {
  const waiting = new Map<string, (answer: WireAnswer) => void>();
  const answered = (id: string, answer: WireAnswer): void => {
    post(JSON.stringify({ i: id, t: 4 }));
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  let calls = 0;
  return {
    onMessage: (text: string): void => {
      const { i: id, t: type, p: part = {} } = JSON.parse(text) as Message;
      if (type === 3) answered(id, { status: part.e === 'error' ? 400 : 200, text });
      else if (part.h?.['content-type'] !== 'text/event-stream')
        answered(id, { status: part.s ?? 200, text: JSON.stringify(part.b) ?? '' });
    },
    send: ({ path, body }: WireCall): Promise<WireAnswer> => {
      const id = `c${(calls += 1)}`;
      const answer = new Promise<WireAnswer>((resolve) => waiting.set(id, resolve));
      post(`{"i":"${id}","p":{"u":"${path}","b":${body}}}`);
      return answer;
    },
  };
}

/** Electron passes its listeners an event, Node the message itself. */
export function asElectrons(port: MessagePort): BridgePort {
  return {
    on: (event, listener) =>
      event === 'message'
        ? port.on('message', (data: unknown) => listener({ data }))
        : port.on('close', () => listener()),
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
  };
}
