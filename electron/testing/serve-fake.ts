// The in-memory service behind real HTTP, for tests of whole processes.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FakeService } from './fake-service.ts';

export interface ServedFake {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Listens on this machine only, on a free port. A reply that breaks ends the connection. */
export async function serveFake(service: FakeService): Promise<ServedFake> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const headers = Object.entries(request.headersDistinct).map(([name, values = []]) => [
      name,
      values.join(),
    ]);
    try {
      const reply = await service.transport({
        url: `http://127.0.0.1${request.url ?? '/'}`,
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: await text(request),
        signal: gone.signal,
      });
      response.writeHead(reply.status, { ...reply.headers });
      for await (const piece of reply.body) response.write(piece);
      response.end();
    } catch {
      request.socket.destroy();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
