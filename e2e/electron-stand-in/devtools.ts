// Chromium's debugging protocol over a pair of pipes: its messages are JSON, each ended by a zero byte.

import { EventEmitter, once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from '@playwright/test';

/** One target of the browser, or the browser itself. The commands and events have Playwright's types. */
export interface DevtoolsSession {
  readonly send: CDPSession['send'];
  readonly on: CDPSession['on'];
  /** Sends `Fetch.fulfillRequest` with this body, which is read as fast as the browser takes it. */
  readonly fulfill: (
    params: {
      readonly requestId: string;
      readonly responseCode: number;
      readonly responseHeaders: { readonly name: string; readonly value: string }[];
    },
    body: ReadableStream<Uint8Array> | null,
  ) => Promise<unknown>;
}

export interface Devtools {
  readonly browser: DevtoolsSession;
  /** The session that `Target.attachToTarget` has opened. */
  session(sessionId: string): DevtoolsSession;
}

interface Incoming {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A command whose target is gone rejects; so do all that are open when the browser ends. */
export function openDevtools(to: Writable, from: Readable): Devtools {
  const waiting = new Map<number, PromiseWithResolvers<unknown> & { readonly method: string }>();
  const emitters = new Map<string, EventEmitter>();
  let nextId = 0;
  let isOpen = true;

  const emitterOf = (sessionId: string): EventEmitter => {
    const emitter = emitters.get(sessionId) ?? new EventEmitter();
    emitters.set(sessionId, emitter);
    return emitter;
  };
  const receive = ({ id, sessionId = '', method, params, result, error }: Incoming): void => {
    if (method !== undefined) emitterOf(sessionId).emit(method, params);
    const command = id === undefined ? undefined : waiting.get(id);
    if (command === undefined || id === undefined) return;
    waiting.delete(id);
    if (error === undefined) command.resolve(result);
    else command.reject(new Error(`${command.method}: ${error.message}`));
  };
  const command = (method: string) => {
    nextId += 1;
    const { promise, ...settle } = Promise.withResolvers<unknown>();
    waiting.set(nextId, { promise, ...settle, method });
    return { id: nextId, promise };
  };
  const ofSession = (sessionId: string) => (sessionId === '' ? {} : { sessionId });
  const ended = (method: string) => Promise.reject(new Error(`${method}: the browser has ended`));
  const write = createWriter(to);
  const sender = (sessionId: string) => (method: string, params?: object) => {
    if (!isOpen) return ended(method);
    const { id, promise } = command(method);
    write(`${JSON.stringify({ id, method, params, ...ofSession(sessionId) })}\0`);
    return promise;
  };
  const fulfiller = (sessionId: string) => (params: object, body: ReadableStream<Uint8Array> | null) => {
    const method = 'Fetch.fulfillRequest';
    if (!isOpen) return ended(method);
    const { id, promise } = command(method);
    const message = JSON.stringify({ id, method, ...ofSession(sessionId), params: { ...params, body: '' } });
    // The body is the last of the last: its closing quote and the ends of both objects follow it.
    const end = message.length - '"}}'.length;
    write(joined(message.slice(0, end), body, `${message.slice(end)}\0`));
    return promise;
  };
  const session = (sessionId: string): DevtoolsSession => ({
    send: sender(sessionId) as CDPSession['send'],
    fulfill: fulfiller(sessionId),
    on: emitterOf(sessionId).on.bind(emitterOf(sessionId)) as unknown as CDPSession['on'],
  });

  const parts: Buffer[] = [];
  from.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end));
      receive(JSON.parse(Buffer.concat(parts).toString()) as Incoming);
      parts.length = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  });
  from.on('close', () => {
    isOpen = false;
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: the browser has ended`));
    waiting.clear();
  });
  // Writing to a browser that has just ended fails; the commands learn it from the other pipe.
  to.on('error', () => undefined);
  return { browser: session(''), session };
}

async function* joined(
  head: string,
  body: ReadableStream<Uint8Array> | null,
  tail: string,
): AsyncGenerator<string> {
  yield head;
  if (body !== null) yield* base64Of(body);
  yield tail;
}

async function* base64Of(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    const bytes = Buffer.concat([rest, chunk]);
    // Three bytes are four characters.
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

/** A message, or its pieces. */
type Message = string | AsyncIterable<string>;

/** Writes messages one after another, and the next piece of one once the pipe has taken those before. */
function createWriter(to: Writable): (message: Message) => void {
  const queue: Message[] = [];
  let isInPieces = false;
  // Writing to a browser that has ended closes the pipe.
  const closed = once(to, 'close').catch(() => undefined);
  const writePieces = async (pieces: AsyncIterable<string>): Promise<void> => {
    isInPieces = true;
    for await (const piece of pieces)
      if (!to.write(piece)) await Promise.race([once(to, 'drain').catch(() => undefined), closed]);
    isInPieces = false;
    writeNext();
  };
  const writeNext = (): void => {
    const next = isInPieces ? undefined : queue.shift();
    if (next === undefined) return;
    write(next);
    writeNext();
  };
  const write = (message: Message): void => {
    if (isInPieces) queue.push(message);
    else if (typeof message === 'string') to.write(message);
    else void writePieces(message);
  };
  return write;
}
