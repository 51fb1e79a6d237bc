// Answers bytes that are not an HTTP request, and CONNECT, for which Node emits no request. They get the interface's
// error body too, written by hand, and never in the middle of another answer.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from './error-response.ts';
import { headersOfEveryAnswer } from './respond.ts';

/** A request that is being answered. */
export interface UnderWay {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `performance.now` at its start. */
  readonly since: number;
  readonly done: Promise<void>;
}

interface MalformedDeps {
  /** Whether a connection gets an answer, and when: its address may have had too many. */
  readonly mayBeTold: (connection: Duplex) => Promise<boolean>;
  /** All requests that are being answered, in the order of their arrival. */
  readonly underWay: ReadonlyMap<IncomingMessage, UnderWay>;
}

export class MalformedRequests {
  readonly #deps: MalformedDeps;

  constructor(deps: MalformedDeps) {
    this.#deps = deps;
  }

  answerOn(server: Server): void {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => void this.#refuse(socket, error));
    server.on('connect', (_request, socket) => {
      socket.on('error', () => {});
      void this.#tell(socket, new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: 'POST' } }));
    });
  }

  async #refuse(socket: Duplex, { code }: NodeJS.ErrnoException): Promise<void> {
    // A client may have sent several requests without waiting.
    const all = [...this.#deps.underWay.values()].filter(({ request }) => request.socket === socket);
    const latest = all.at(-1);
    // The error is in the body of the latest request, or after it.
    const isItsBody = latest !== undefined && !latest.request.complete;
    await Promise.all((isItsBody ? all.slice(0, -1) : all).map(({ done }) => done));
    const isAnswered = isItsBody && latest.response.headersSent;
    if (!socket.writable || code === 'ECONNRESET' || isAnswered) socket.destroy();
    else await this.#tell(socket, new Refusal('BAD_REQUEST'));
  }

  async #tell(socket: Duplex, refusal: Refusal): Promise<void> {
    if ((await this.#deps.mayBeTold(socket)) && socket.writable) end(socket, refusal);
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
