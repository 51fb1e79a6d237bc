// The HTTP server: listening, time-outs and draining. What it answers is respond.ts.

import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokenRequests } from './malformed-requests.ts';
import { networkOf, ofConnection } from './client-address.ts';
import type { Bounds } from './overload/connection-limits.ts';
import { USUAL_BOUNDS } from './overload/connection-limits.ts';
import { ConnectionsUnderWay } from './overload/active-connections.ts';
import { ConnectionsByAddress } from './overload/connections-per-address.ts';
import { Watch } from './overload/server-stats.ts';
import { Refusal } from './error-response.ts';
import type { Service } from './respond.ts';
import { respond } from './respond.ts';

export interface Listening {
  readonly url: string;
  /** Takes no new connection, lets what is under way finish for at most that long, then cuts. */
  drain(milliseconds: number): Promise<void>;
}

/** @throws the system's error where the port cannot be had */
export async function listen(
  service: Service,
  at: { host: string; port: number },
  { bounds = USUAL_BOUNDS, watch = new Watch() }: { bounds?: Bounds; watch?: Watch } = {},
): Promise<Listening> {
  // A missing Host is refused as everything else is, with a body that says so.
  const server = createServer({ ...optionsFor(bounds), requireHostHeader: false });
  const open = new Map<Promise<void>, UnderWay>();
  const connections = new ConnectionsUnderWay();
  // Closing a server calls it too.
  server.closeIdleConnections = () => connections.closeIdle();
  let draining = false;
  const addressOf = service.addressOf ?? ofConnection;
  const broken = new BrokenRequests(async (socket) => {
    const address = (socket as Socket).remoteAddress ?? '';
    if (addressOf.isProxy(address)) return true;
    try {
      await service.limits.address(addressOf(address, undefined));
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) return true;
      await sleep(bounds.throttled, undefined, { ref: false });
      return false;
    }
  });
  /** What a connection counts for: whoever has one address of a network has all of them. */
  const networkOfPeer = ({ remoteAddress = '' }: Socket): string =>
    networkOf(addressOf(remoteAddress, undefined));
  /** Networks that have asked too often, and until when that is remembered. */
  const stored = new Map<string, number>();
  const isThrottled = (socket: Socket): boolean =>
    stored.size > 0 &&
    !addressOf.isProxy(socket.remoteAddress ?? '') &&
    (stored.get(networkOfPeer(socket)) ?? 0) > performance.now();
  const take = (
    request: IncomingMessage,
    response: ServerResponse,
    { asksToContinue = false } = {},
  ): void => {
    // A client that goes away is no error of the service's.
    response.on('error', () => {});
    const { socket } = request;
    const ahead = connections.asked(socket);
    // Each request that waits for its turn takes memory; of an address that has asked too often none waits at all.
    // The connection is closed later, so that its sender cannot begin anew at once.
    if (ahead >= 4 * bounds.ahead || (ahead > 0 && isThrottled(socket))) {
      if (!socket.isPaused()) setTimeout(() => socket.destroy(), bounds.throttled).unref();
      socket.pause();
      return;
    }
    if (draining) response.shouldKeepAlive = false;
    const done = respond(request, response, service, watch, {
      isCrowded: ahead >= bounds.ahead,
      asksToContinue,
      bounds,
      passedKeys: () => connections.passedKeys(socket),
      throttled: (seconds) => stored.set(networkOfPeer(socket), performance.now() + seconds * 1000),
    }).finally(() => {
      open.delete(done);
      connections.answered(socket);
      // A connection that was kept for a next request is not waited for.
      if (draining) setImmediate(() => connections.closeIdle());
    });
    open.set(done, { response, since: performance.now() });
    broken.note(request, response, done);
  };
  server.on('request', (request, response) => take(request, response));
  // Nobody is told to go on whose keys nobody has seen.
  server.on('checkContinue', (request, response) => take(request, response, { asksToContinue: true }));
  // An expectation that is not known is passed over, as it may be (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => take(request, response));
  broken.answerOn(server);
  server.timeout = bounds.stalled;
  const byAddress = new ConnectionsByAddress(bounds.connectionsOfAddress);
  server.on('connection', (socket) => {
    const network = networkOfPeer(socket);
    const counts = !addressOf.isProxy(socket.remoteAddress ?? '');
    if (counts && !byAddress.open(network)) {
      socket.destroy();
      watch.metrics.connectionDropped();
      return;
    }
    if (connections.count >= bounds.connections) {
      watch.metrics.connectionDropped();
      if (!connections.closeOldestStranger()) {
        if (counts) byAddress.closed(network);
        socket.destroy();
        return;
      }
    }
    connections.opened(socket);
    // Every request that waits for its turn looks whether the connection is still there.
    socket.setMaxListeners(0);
    const closed = watch.connected();
    socket.once('close', () => {
      closed();
      if (counts) byAddress.closed(network);
    });
  });
  const sweep = setInterval(() => {
    const longest = performance.now() - bounds.answer;
    for (const { response, since } of open.values()) if (since < longest) response.destroy();
    for (const [network, until] of stored) if (until < performance.now()) stored.delete(network);
  }, bounds.check).unref();

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  return {
    url: urlOf(server),
    async drain(milliseconds) {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
      await closed;
      clearTimeout(cut);
      clearInterval(sweep);
      await Promise.all(open.keys());
      watch.stop();
    },
  };
}

interface UnderWay {
  readonly response: ServerResponse;
  readonly since: number;
}

const optionsFor = (bounds: Bounds): ServerOptions => ({
  headersTimeout: bounds.header,
  requestTimeout: bounds.request,
  keepAliveTimeout: bounds.idle,
  connectionsCheckingInterval: bounds.check,
  maxHeaderSize: bounds.headerBytes,
});

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
