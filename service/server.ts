// The HTTP server: listening, time-outs and draining. What it answers is respond.ts.

import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BrokenRequests } from './broken.ts';
import type { Service } from './respond.ts';
import { respond } from './respond.ts';

export interface Listening {
  readonly url: string;
  /** Takes no new connection, lets what is under way finish for at most that long, then cuts. */
  drain(milliseconds: number): Promise<void>;
}

/** Bounds on how long a client may take: slow headers, slow bodies, idle and stalled connections. */
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** Without a byte in either direction. Longer than the sample data takes to be made, which a request may wait for. */
const STALLED_AFTER = 120_000;

/** @throws the system's error where the port cannot be had */
export async function listen(service: Service, at: { host: string; port: number }): Promise<Listening> {
  // A missing Host is refused as everything else is, with a body that says so.
  const server = createServer({ ...TIMES, maxHeaderSize: 16 * 1024, requireHostHeader: false });
  const broken = new BrokenRequests();
  const open = new Set<Promise<void>>();
  let draining = false;
  const take: RequestListener = (request, response) => {
    // A client that goes away is no error of the service's.
    response.on('error', () => {});
    const done = respond(request, response, service).finally(() => {
      open.delete(done);
      // A connection that was kept for a next request is not waited for.
      if (draining) setImmediate(() => server.closeIdleConnections());
    });
    open.add(done);
    broken.note(request, response, done);
  };
  server.on('request', take);
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    take(request, response);
  });
  // An expectation that is not known is passed over, as it may be (RFC 9110, section 10.1.1).
  server.on('checkExpectation', take);
  broken.answerOn(server);
  server.timeout = STALLED_AFTER;

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  return {
    url: urlOf(server),
    async drain(milliseconds) {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
      await closed;
      clearTimeout(cut);
      await Promise.all(open);
    },
  };
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
