// A proxy between the app and the service that applies faults, down to single bytes and resets.

import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { tableOfPath } from '#shared/catalogue/tables.ts';
import { Draw, seedNumber } from '../../service/sample/generator/draw.ts';
import type { Delivery, Habits, HttpAnswer, Spoil } from './delivery.ts';

export interface Question {
  readonly table: Table;
  readonly filter: Filter;
  /** The number of earlier requests. */
  readonly before: number;
  /** This request's random number: the same for the same query and attempt. */
  readonly draw: Draw;
}

export interface ProxyOptions {
  readonly serviceUrl: string;
  readonly seed: number;
  /** Epoch milliseconds by the client's clock. */
  readonly now: () => number;
  /** Called for failures of the proxy itself. */
  readonly onFailure: (error: unknown) => void;
  /** The faults of this request. */
  readonly faultFor: (question: Question) => Spoil;
}

export interface FaultProxy {
  readonly url: string;
  /** Every request so far, in order. */
  readonly queries: readonly Question[];
  /** Requests to an address that only a redirect or a link names. */
  readonly trapped: () => number;
  close(): Promise<void>;
}

const PAUSE_BETWEEN_PIECES_MS = 3;

export async function openFaultProxy(options: ProxyOptions): Promise<FaultProxy> {
  const queries: Question[] = [];
  const repeats = new Map<string, number>();
  let trapped = 0;
  const habits: Habits = {
    drawFor: (name) => new Draw(options.seed, seedNumber(name), 0x4ab17),
    memory: new Map(),
  };
  const trap = await listen(
    createServer((_, response) => {
      trapped += 1;
      response.end('{}');
    }),
  );
  const server = await listen(
    createServer((incoming, response) => {
      const { socket } = incoming;
      socket.on('error', () => {});
      void answer(incoming)
        .then((delivery) => deliver(delivery, socket))
        // Failures of the proxy must not pass for faults of the service.
        .catch((error: unknown) => {
          response.destroy();
          options.onFailure(error);
        });
    }),
  );

  async function answer(incoming: IncomingMessage): Promise<Delivery> {
    const body = await readAll(incoming);
    const table = tableOfPath(new URL(incoming.url ?? '/', options.serviceUrl).pathname);
    const sound = (filter?: Filter) =>
      forward(
        options.serviceUrl,
        incoming,
        filter === undefined ? body : Buffer.from(JSON.stringify(filter)),
      );
    if (table === undefined) return { answer: await sound() };
    const name = `${table.code} ${body.toString()}`;
    const again = repeats.get(name) ?? 0;
    repeats.set(name, again + 1);
    const draw = new Draw(options.seed, seedNumber(name), again);
    const question = { table, filter: JSON.parse(body.toString()) as Filter, before: queries.length, draw };
    queries.push(question);
    const spoil = options.faultFor(question);
    const acceptEncoding = incoming.headers['accept-encoding'] ?? '';
    const trapUrl = `${trap.url}/v1/trap`;
    return spoil({ ...question, habits, acceptEncoding, now: options.now(), trapUrl, sound });
  }

  return {
    url: server.url,
    queries,
    trapped: () => trapped,
    close: async () => {
      await Promise.all([server.close(), trap.close()]);
    },
  };
}

/** Writes to the socket directly: the server would correct a faulty answer. */
async function deliver({ answer, delayMs = 0, pieces = 1, cut, declaredLength }: Delivery, socket: Socket) {
  if (delayMs > 0) await sleep(delayMs);
  const bytes = Buffer.concat([headOf(answer, declaredLength ?? answer.body.length), answer.body]);
  const end = cut === undefined ? bytes.length : Math.ceil(bytes.length * cut.at);
  const size = Math.max(1, Math.ceil(end / pieces));
  for (let from = 0; from < end; from += size) {
    if (socket.destroyed) return;
    await written(socket, bytes.subarray(from, Math.min(end, from + size)));
    if (pieces > 1) await sleep(PAUSE_BETWEEN_PIECES_MS);
  }
  if (cut?.how === 'silence') return;
  if (cut?.how === 'reset') socket.resetAndDestroy();
  else socket.end();
}

async function written(socket: Socket, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    // Also called with an error when the reader has left.
    socket.write(bytes, () => resolve());
  });
}

function headOf({ status, headers }: HttpAnswer, length: number): Buffer {
  const lines = Object.entries({ ...headers, 'content-length': String(length), connection: 'close' });
  const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`HTTP/1.1 ${status} As it is\r\n${fields}\r\n`, 'latin1');
}

function forward(serviceUrl: string, incoming: IncomingMessage, body: Buffer): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    const request = httpRequest(
      new URL(incoming.url ?? '/', serviceUrl),
      {
        method: incoming.method ?? 'POST',
        headers: { ...headers, 'content-length': String(body.length), 'accept-encoding': 'identity' },
      },
      (response) => {
        void readAll(response).then(
          (answered) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: forwarded(response.headers),
              body: answered,
            }),
          reject,
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Headers about the service's own connection are not forwarded. */
function forwarded(headers: IncomingMessage['headers']): Record<string, string> {
  const own = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || own.includes(name) ? [] : [[name, String(value)]],
    ),
  );
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

async function listen(server: Server): Promise<{ url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
