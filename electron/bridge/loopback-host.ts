// The bridge over loopback HTTP: the same app in a browser window, for machines without Electron.

import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyRouter } from '@orpc/server';
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/node';
import sirv from 'sirv';
import { EXPORTS_PATH, RPC_PATH } from '#shared/bridge/port.ts';
import { cookieOf, isFromHere, sameSecret, sessionCookieName } from './loopback-access.ts';
import { sendExport } from './send-export.ts';
import { contentSecurityPolicy, WINDOW_HEADERS } from './window-policy.ts';

export interface LoopbackOptions {
  readonly router: AnyRouter;
  /** The built window. */
  readonly windowDir: string;
  /** The finished file of an export. */
  readonly fileOf: (exportId: string) => string | undefined;
  /** 0 or absent: any free one. */
  readonly port?: number;
  readonly onError: (error: unknown) => void;
}

export interface LoopbackHost {
  /** With the launch's token: whoever has it can use the app. */
  readonly url: string;
  /** Good for one use, since whoever may list this machine's processes reads the addresses handed to a browser. */
  oneTimeUrl(): string;
  close(): Promise<void>;
}

/** The longest input is a grid's remembered arrangement, 256 KiB of JSON text. */
const LONGEST_BODY = 1024 * 1024;

/** Listens on 127.0.0.1 alone. Rejects when the port is taken. */
export async function openLoopbackHost(options: LoopbackOptions): Promise<LoopbackHost> {
  // The token travels in an address that is printed; the cookie it is exchanged for never does.
  const token = newSecret();
  const session = newSecret();
  const oneTimeTokens = new Set<string>();
  const isToken = (given: string) => oneTimeTokens.delete(given) || sameSecret(given, token);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
  const headers = { ...WINDOW_HEADERS, 'content-security-policy': contentSecurityPolicy(sha256) };
  const rpc = new RPCHandler(options.router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: LONGEST_BODY })],
  });
  // Looks at the folder with each request: the window may be built, or built anew, while the app runs.
  const files = sirv(options.windowDir, { etag: true, dev: true });

  const answer = async (request: IncomingMessage, response: ServerResponse, port: number) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isNavigation = isRead && url.pathname === '/';
    if (!isFromHere(request.headers, isNavigation)) return refuse(response, 403, 'Not from this machine.');

    const given = url.searchParams.get('token');
    if (isNavigation && given !== null) {
      if (!isToken(given)) {
        return refuse(
          response,
          403,
          'This address was used up or is of an earlier start. Use the one printed last.',
        );
      }
      const cookie = `${sessionCookieName(port)}=${session}; Path=/; HttpOnly; SameSite=Strict`;
      response.writeHead(303, { location: '/', 'set-cookie': cookie, 'cache-control': 'no-store' }).end();
      return;
    }

    const isBridge = isUnder(url, RPC_PATH);
    if (isBridge || isUnder(url, EXPORTS_PATH)) {
      response.setHeader('cache-control', 'no-store');
      if (!sameSecret(cookieOf(request.headers, sessionCookieName(port)), session)) {
        return refuse(response, 401, 'Open the address that was printed at the start.');
      }
      if (!isBridge) {
        const exportId = url.pathname.slice(EXPORTS_PATH.length + 1);
        return sendExport(request, response, isRead ? options.fileOf(exportId) : undefined);
      }
      const { matched } = await rpc.handle(request, response, { prefix: RPC_PATH, context: {} });
      if (!matched) refuse(response, 404, 'No such procedure.');
      return;
    }

    if (!isRead) return refuse(response, 405, 'GET or HEAD.');
    response.setHeader('cache-control', 'no-cache');
    const notFound = () => refuse(response, 404, 'Not found.');
    if (isPlain(url.pathname)) files(request, response, notFound);
    else notFound();
  };

  const server = createServer((request, response) => {
    answer(request, response, (server.address() as AddressInfo).port).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Something went wrong; the log says what.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: addressOf(port, token),
    oneTimeUrl: () => {
      const oneTime = newSecret();
      oneTimeTokens.add(oneTime);
      return addressOf(port, oneTime);
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Streams to the window last as long as the window.
      server.closeAllConnections();
      await closed;
    },
  };
}

const newSecret = (): string => randomBytes(32).toString('base64url');

const addressOf = (port: number, token: string): string => `http://127.0.0.1:${port}/?token=${token}`;

/** No hidden file, and no way out of the folder, however it is written. */
function isPlain(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname)
      .split(/[/\\]/)
      .every((part) => !part.startsWith('.'));
  } catch {
    return false;
  }
}

const isUnder = (url: URL, path: string): boolean => url.pathname.startsWith(`${path}/`);

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}
