// A service on a real socket for downloads that are killed: it answers in pieces, and records which process sent which
// request.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { tableOfPath } from '#shared/catalogue/tables.ts';

/**
 * Each process of a run identifies itself by this header, so that requests of a killed one do not count for the next.
 */
export const PROCESS_HEADER = 'x-process';

export interface FrontRequest {
  readonly process: string;
  readonly table: TableCode;
  readonly filter: Filter;
}

export interface KillFront {
  readonly url: string;
  readonly requests: readonly FrontRequest[];
  close(): Promise<void>;
}

/** Small enough for a killed process to have read some of a body and not the rest. */
const PIECE = 2_048;

/** A limit that delays nobody. */
const LIMIT = { 'ratelimit-policy': '"user";q=1000;w=1', ratelimit: '"user";r=1000;t=1' };

/** `answer`: the body that the service answers with. */
export async function openKillFront(
  answer: (table: TableCode, filter: Filter) => string | Promise<string>,
): Promise<KillFront> {
  const requests: FrontRequest[] = [];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const table = tableOfPath(new URL(request.url ?? '/', 'http://front').pathname);
    if (!table) throw new Error(`no such table: ${request.url}`);
    const filter = JSON.parse(await text(request)) as Filter;
    requests.push({ process: String(request.headers[PROCESS_HEADER]), table: table.code, filter });
    const body = Buffer.from(await answer(table.code, filter));
    response.writeHead(200, { 'content-type': 'application/json', ...LIMIT });
    for (let from = 0; from < body.length && !response.destroyed; from += PIECE) {
      response.write(body.subarray(from, from + PIECE));
      await setImmediate();
    }
    response.end();
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
