// The dashboard on a port of its own.

import { createAdaptorServer } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { AddressOf } from '../http/client-address.ts';
import { ofConnection } from '../http/client-address.ts';
import { dashboardApp } from './app.ts';
import type { DashboardDeps } from './deps.ts';

export interface DashboardServer {
  /** Where browsers reach it. */
  readonly origin: string;
  close(): Promise<void>;
}

interface Serving {
  readonly port: number;
  readonly host: string;
  /** Undefined for http://localhost with the port. */
  readonly origin: string | undefined;
  readonly addressOf: AddressOf | undefined;
}

/** @throws the system's error if the port cannot be opened */
export async function serveDashboard(
  deps: Omit<DashboardDeps, 'origin'>,
  { port, host, origin, addressOf = ofConnection }: Serving,
): Promise<DashboardServer> {
  const limits = { requestTimeout: 15_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 };
  const made: { app?: ReturnType<typeof dashboardApp> } = {};
  const server = createAdaptorServer({
    serverOptions: limits,
    fetch: (request, env) => {
      const { incoming } = env as HttpBindings;
      const forwarded = incoming.headers['x-forwarded-for']?.toString();
      return (
        made.app?.fetch(request, { address: addressOf(incoming.socket.remoteAddress ?? '', forwarded) }) ??
        new Response(null, { status: 503 })
      );
    },
  });
  server.maxConnections = 256;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const own = origin ?? `http://localhost:${(server.address() as AddressInfo).port}`;
  made.app = dashboardApp({ ...deps, origin: own });
  return {
    origin: own,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
