// The HTTP server: listening, time-outs and draining. respond.ts answers the requests.

import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UnderWay } from './malformed-requests.ts';
import { MalformedRequests } from './malformed-requests.ts';
import type { AddressOf } from './client-address.ts';
import { networkOf, ofConnection } from './client-address.ts';
import type { ConnectionLimits } from './overload/connection-limits.ts';
import { DEFAULT_CONNECTION_LIMITS } from './overload/connection-limits.ts';
import { ActiveConnections } from './overload/active-connections.ts';
import { ConnectionsPerAddress } from './overload/connections-per-address.ts';
import { ServerStats } from './overload/server-stats.ts';
import type { SharedConnections } from './overload/shared-connections.ts';
import { Refusal } from './error-response.ts';
import type { Service } from './respond.ts';
import { respond } from './respond.ts';

/** Importing the module would load undici with it, whose WebSocket is one of its exports: 40 ms of a start. */
const { createServer } = process.getBuiltinModule('node:http');

export interface Listening {
  readonly url: string;
  /** Accepts no new connections, lets active answers finish for at most that long, then closes all connections. */
  drain(milliseconds: number): Promise<void>;
}

/** @throws the system's error if the port cannot be opened */
export async function listen(
  service: Service,
  at: { host: string; port: number },
  {
    bounds = DEFAULT_CONNECTION_LIMITS,
    watch = new ServerStats(),
    shared,
  }: { bounds?: ConnectionLimits; watch?: ServerStats; shared?: SharedConnections | undefined } = {},
): Promise<Listening> {
  const server = new ServiceServer(service, bounds, watch, shared);
  await server.listen(at);
  return server;
}

class ServiceServer implements Listening {
  readonly #service: Service;
  readonly #bounds: ConnectionLimits;
  readonly #watch: ServerStats;
  readonly #shared: SharedConnections | undefined;
  readonly #addressOf: AddressOf;
  readonly #server: Server;
  readonly #connections = new ActiveConnections();
  readonly #byNetwork: ConnectionsPerAddress;
  readonly #underWay = new Map<IncomingMessage, UnderWay>();
  /** Networks over their limit, and until when that is remembered (`performance.now`). */
  readonly #throttledUntil = new Map<string, number>();
  readonly #sweep: NodeJS.Timeout;
  #draining = false;
  #url = '';

  constructor(
    service: Service,
    bounds: ConnectionLimits,
    watch: ServerStats,
    shared: SharedConnections | undefined,
  ) {
    this.#service = service;
    this.#bounds = bounds;
    this.#watch = watch;
    this.#shared = shared;
    this.#addressOf = service.addressOf ?? ofConnection;
    this.#byNetwork = new ConnectionsPerAddress(bounds.connectionsOfAddress);
    // The pipeline refuses a missing Host, with the usual error body.
    this.#server = createServer({ ...optionsFor(bounds), requireHostHeader: false });
    // Closing the server calls it too.
    this.#server.closeIdleConnections = () => this.#connections.closeIdle();
    this.#server.timeout = bounds.stalled;
    this.#server.on('request', (request, response) => this.#take(request, response, false));
    // A client gets "100 Continue" only after its keys have been checked.
    this.#server.on('checkContinue', (request, response) => this.#take(request, response, true));
    // An unknown expectation is ignored, as it may be (RFC 9110, section 10.1.1).
    this.#server.on('checkExpectation', (request, response) => this.#take(request, response, false));
    this.#server.on('connection', (socket) => this.#admit(socket));
    new MalformedRequests({
      mayBeTold: (socket) => this.#mayBeTold(socket as Socket),
      underWay: this.#underWay,
    }).answerOn(this.#server);
    this.#sweep = setInterval(() => this.#enforceBounds(), bounds.check).unref();
  }

  /** Also known during a drain, when the server has no address any more. */
  get url(): string {
    return this.#url;
  }

  async listen({ host, port }: { host: string; port: number }): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    const { address, port: taken, family } = this.#server.address() as AddressInfo;
    this.#url = `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
  }

  async drain(milliseconds: number): Promise<void> {
    this.#draining = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const cut = setTimeout(() => this.#server.closeAllConnections(), milliseconds);
    await closed;
    clearTimeout(cut);
    clearInterval(this.#sweep);
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
    this.#watch.stop();
  }

  #take(request: IncomingMessage, response: ServerResponse, asksToContinue: boolean): void {
    // A client that goes away is not an error of the service.
    response.on('error', () => {});
    const { socket } = request;
    const bounds = this.#bounds;
    const ahead = this.#connections.asked(socket);
    // Each pipelined request takes memory while it waits, so an address over its limit may not have any. The connection
    // is closed with a delay, so that its sender cannot start again at once.
    if (ahead >= 4 * bounds.ahead || (ahead > 0 && this.#isThrottled(socket))) {
      if (!socket.isPaused()) setTimeout(() => socket.destroy(), bounds.throttled).unref();
      socket.pause();
      return;
    }
    if (this.#draining) response.shouldKeepAlive = false;
    const answered = respond(request, response, this.#service, this.#watch, {
      isCrowded: ahead >= bounds.ahead,
      asksToContinue,
      bounds,
      passedKeys: () => this.#connections.passedKeys(socket),
      throttled: (seconds) =>
        this.#throttledUntil.set(this.#networkOf(socket), performance.now() + seconds * 1000),
    });
    const done = this.#finish(request, answered);
    this.#underWay.set(request, { request, response, since: performance.now(), done });
  }

  async #finish(request: IncomingMessage, answered: Promise<void>): Promise<void> {
    await answered;
    this.#underWay.delete(request);
    this.#connections.answered(request.socket);
    // A drain does not wait for idle connections.
    if (this.#draining) setImmediate(() => this.#connections.closeIdle());
  }

  /** Accepts a new connection, unless its network or the whole service has too many. */
  #admit(socket: Socket): void {
    const network = this.#networkOf(socket);
    const isCounted = !this.#isProxy(socket);
    if (isCounted && !this.#byNetwork.open(network)) {
      socket.destroy();
      this.#watch.metrics.connectionDropped();
      return;
    }
    if (this.#connections.count >= this.#bounds.connections) {
      this.#watch.metrics.connectionDropped();
      if (!this.#connections.closeOldestStranger()) {
        if (isCounted) this.#byNetwork.closed(network);
        socket.destroy();
        return;
      }
    }
    this.#connections.opened(socket);
    if (this.#shared) void this.#countWithOthers(socket, isCounted ? network : undefined, this.#shared);
    // Every pipelined request listens for the end of the connection.
    socket.setMaxListeners(0);
    const closed = this.#watch.connected();
    socket.once('close', () => {
      closed();
      if (isCounted) this.#byNetwork.closed(network);
    });
  }

  /** The limits hold for all processes together; what is over them is closed as soon as that is known. */
  async #countWithOthers(
    socket: Socket,
    network: string | undefined,
    shared: SharedConnections,
  ): Promise<void> {
    const { connections: all, connectionsOfAddress: ofNetwork } = this.#bounds;
    const verdict = await shared.opened(network, { all, ofNetwork });
    if (verdict === 'too many of the network') {
      this.#watch.metrics.connectionDropped();
      socket.destroy();
      return;
    }
    if (socket.destroyed) shared.closed(network);
    else socket.once('close', () => shared.closed(network));
    if (verdict === 'welcome') return;
    this.#watch.metrics.connectionDropped();
    if (!this.#connections.closeOldestStranger()) socket.destroy();
  }

  /** Whether a malformed request is answered. Resolves with a delay if its address has sent too many. */
  async #mayBeTold(socket: Socket): Promise<boolean> {
    if (this.#isProxy(socket)) return true;
    try {
      await this.#service.limits.address(this.#addressOf(socket.remoteAddress ?? '', undefined));
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) return true;
      await sleep(this.#bounds.throttled, undefined, { ref: false });
      return false;
    }
  }

  #enforceBounds(): void {
    const now = performance.now();
    for (const { response, since } of this.#underWay.values()) {
      if (since < now - this.#bounds.answer) response.destroy();
    }
    for (const [network, until] of this.#throttledUntil) {
      if (until < now) this.#throttledUntil.delete(network);
    }
  }

  #isThrottled(socket: Socket): boolean {
    if (this.#throttledUntil.size === 0 || this.#isProxy(socket)) return false;
    return (this.#throttledUntil.get(this.#networkOf(socket)) ?? 0) > performance.now();
  }

  #isProxy({ remoteAddress = '' }: Socket): boolean {
    return this.#addressOf.isProxy(remoteAddress);
  }

  /** The network that a connection counts for, since a client with one address of a network has all of them. */
  #networkOf({ remoteAddress = '' }: Socket): string {
    return networkOf(this.#addressOf(remoteAddress, undefined));
  }
}

const optionsFor = (bounds: ConnectionLimits): ServerOptions => ({
  headersTimeout: bounds.header,
  requestTimeout: bounds.request,
  keepAliveTimeout: bounds.idle,
  connectionsCheckingInterval: bounds.check,
  maxHeaderSize: bounds.headerBytes,
});
