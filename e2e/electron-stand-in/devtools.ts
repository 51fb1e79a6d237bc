// Chromium's debugging protocol over a pair of pipes: its messages are JSON, each ended by a zero byte.

import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from '@playwright/test';

/** One target of the browser, or the browser itself. The commands and events have Playwright's types. */
export interface DevtoolsSession {
  readonly send: CDPSession['send'];
  readonly on: CDPSession['on'];
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
  const sender = (sessionId: string) => (method: string, params?: object) => {
    if (!isOpen) return Promise.reject(new Error(`${method}: the browser has ended`));
    nextId += 1;
    const command = { ...Promise.withResolvers<unknown>(), method };
    waiting.set(nextId, command);
    const session = sessionId === '' ? {} : { sessionId };
    to.write(`${JSON.stringify({ id: nextId, method, params, ...session })}\0`);
    return command.promise;
  };
  const session = (sessionId: string): DevtoolsSession => ({
    send: sender(sessionId) as CDPSession['send'],
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
