// Answers bytes that are not an HTTP request, and CONNECT, for which Node emits no request. They get the interface's
// error body too, written by hand, and never in the middle of another answer.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from './error-response.ts';
import { headersOfEveryAnswer } from './respond.ts';

/** The latest request of a connection. */
interface Latest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The answers to the requests before it, which a client may have sent without waiting. */
  readonly before: Promise<void>;
  /** The answers before it, and its own. */
  readonly done: Promise<void>;
}

export class MalformedRequests {
  readonly #latest = new WeakMap<Duplex, Latest>();
  readonly #mayBeTold: (connection: Duplex) => Promise<boolean>;

  /** @param mayBeTold whether a connection gets an answer, and when: its address may have had too many */
  constructor(mayBeTold: (connection: Duplex) => Promise<boolean>) {
    this.#mayBeTold = mayBeTold;
  }

  /** Call it with every request, and with the promise of its end. */
  note(request: IncomingMessage, response: ServerResponse, done: Promise<void>): void {
    const before = this.#latest.get(request.socket)?.done ?? Promise.resolve();
    this.#latest.set(request.socket, { request, response, before, done: before.then(() => done) });
  }

  answerOn(server: Server): void {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => void this.#refuse(error, socket));
    server.on('connect', (_request, socket) => {
      socket.on('error', () => {});
      void this.#tell(socket, new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: 'POST' } }));
    });
  }

  async #refuse(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    const latest = this.#latest.get(socket);
    // The error is in the body of the latest request, or after it.
    const isItsBody = latest !== undefined && !latest.request.complete;
    await (isItsBody ? latest.before : latest?.done);
    const isAnswered = isItsBody && latest.response.headersSent;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswered) socket.destroy();
    else await this.#tell(socket, new Refusal('BAD_REQUEST'));
  }

  async #tell(socket: Duplex, refusal: Refusal): Promise<void> {
    if ((await this.#mayBeTold(socket)) && socket.writable) end(socket, refusal);
    else socket.destroy();
  }
}

function end(socket: Duplex, refusal: Refusal): void {
  const id = randomUUID();
  const body = JSON.stringify(refusal.body(id));
  const headers = {
    ...headersOfEveryAnswer(id),
    ...refusal.headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} \r\n${lines.join('')}\r\n${body}`);
}
