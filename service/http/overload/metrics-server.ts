// Serves GET /metrics on a separate port, which only this machine can reach.

import type { AddressInfo } from 'node:net';

const { createServer } = process.getBuiltinModule('node:http');

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws the system's error if the port cannot be opened */
export async function serveMetrics(port: number, text: () => Promise<string>): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000, maxHeaderSize: 8 * 1024 }, (request, response) => {
    request.resume();
    if (request.url !== '/metrics') response.writeHead(404).end();
    else if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
    else {
      void text().then(
        (all) =>
          response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(all),
        () => response.writeHead(500).end(),
      );
    }
  });
  server.maxConnections = 16;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${given}/metrics`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
