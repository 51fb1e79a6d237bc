// The bridge in a browser window, for machines without Electron: the page over loopback HTTP, its calls over a WebSocket.

import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import sirv from 'sirv';
import { EXPORTS_PATH, RPC_PATH, SESSION_PATH, TOKEN_HEADER, TOKEN_MARK } from '#shared/bridge/port.ts';
import type { PageRequests } from '../launch/page-requests.ts';
import type { LoopbackCore } from './loopback-core.ts';
import { isFromHere, pathOf, sameSecret, sessionOf, textOf } from './loopback-access.ts';
import { contentSecurityPolicy, WINDOW_HEADERS } from './window-policy.ts';

/**
 * An import of it reads every export of the module, and one of them, WebSocket, loads Node's copy of undici: 20 of the 70
 * ms of processor time until the host listens.
 */
const { createServer, ServerResponse: Answer } = process.getBuiltinModule('node:http');

export interface LoopbackOptions {
  /** Calls and exports wait for it; the window's files and its session do not. */
  readonly core: Promise<LoopbackCore>;
  /** Is told of the page's requests. */
  readonly requests?: PageRequests;
  /** The built window. */
  readonly windowDir: string;
  /** The window's page, with what it is told. Rejects if the window is not built. */
  readonly page: () => Promise<string>;
  /** 0 or absent: any free one. */
  readonly port?: number;
  readonly onError: (error: unknown) => void;
}

export interface LoopbackHost {
  readonly origin: string;
  /**
   * An address that opens the window once. Only once, because addresses leak: they stay in a terminal and in the
   * browser's history. `onUsed` is called when it has opened a window.
   */
  newAddress(onUsed?: () => void): string;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 only. Rejects if the port is taken. */
export async function openLoopbackHost(options: LoopbackOptions): Promise<LoopbackHost> {
  const session = newSecret();
  /** The callbacks of addresses that are not used yet, by token. */
  const tokens = new Map<string, () => void>();
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
  const headers = { ...WINDOW_HEADERS, 'content-security-policy': contentSecurityPolicy(sha256) };
  // Looks up files at each request: the window may be built or rebuilt while the app runs.
  const files = sirv(options.windowDir, { etag: true, dev: true });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isNavigation = isRead && request.url === '/';
    if (!isFromHere(request.headers, isNavigation)) return refuse(response, ...NOT_FROM_HERE);
    const path = pathOf(request.url);
    if (path === undefined) return refuse(response, 400, 'Not an address of this app.');
    if (path === RPC_PATH) return refuse(response, 426, 'A WebSocket.');

    if (path === SESSION_PATH) {
      if (request.method !== 'POST') return refuse(response, 405, 'POST.');
      const token = textOf(request.headers[TOKEN_HEADER]);
      const onUsed = tokens.get(token);
      if (onUsed === undefined) return refuse(response, 403, 'This address was used already.');
      tokens.delete(token);
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify({ session }));
      onUsed();
      return;
    }

    // The browser itself fetches a download and adds no header. The export's id authorizes the request instead: only
    // the window knows it, and nobody can guess it.
    if (isUnder(path, EXPORTS_PATH)) {
      response.setHeader('cache-control', 'no-store');
      const exportId = path.slice(EXPORTS_PATH.length + 1);
      const { sendExport } = await options.core;
      return sendExport(request, response, isRead ? exportId : undefined);
    }

    if (!isRead) return refuse(response, 405, 'GET or HEAD.');
    response.setHeader('cache-control', 'no-cache');
    const notFound = () => refuse(response, 404, 'Not found.');
    const answered = options.requests?.begin(path === '/' ? 'page' : 'file');
    if (answered !== undefined) response.once('close', answered);
    if (path === '/') await sendPage(request, response);
    else if (isPlain(path)) files(request, response, notFound);
    else notFound();
  };
  const sendPage = async (request: IncomingMessage, response: ServerResponse) => {
    const html = await options.page().catch(() => undefined);
    if (html === undefined) return refuse(response, 404, 'Not found.');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.method === 'HEAD' ? undefined : html);
  };

  /** Opens the bridge to a tab. What is refused gets an answer of HTTP. */
  const upgrade = async (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const refused = refusalOf(request, session);
    if (refused !== undefined) {
      const response = answerOver(connection, request);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return refuse(response, ...refused);
    }
    const { openSocket } = await import('./loopback-sockets.ts');
    openSocket(request, connection, head, (socket) => {
      options.core.then(({ answerCalls }) => answerCalls(socket, options.onError)).catch(options.onError);
    });
  };
  const upgraded = new Set<Duplex>();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Something went wrong; the log says what.');
    });
  });
  server.on('upgrade', (request, connection, head) => {
    upgraded.add(connection);
    connection.once('close', () => upgraded.delete(connection));
    // Node no longer listens to its errors; each of them closes it.
    connection.on('error', () => undefined);
    upgrade(request, connection, head).catch((error: unknown) => {
      options.onError(error);
      connection.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  const origin = `http://127.0.0.1:${port}`;

  return {
    origin,
    newAddress: (onUsed = () => undefined) => {
      const token = newSecret();
      tokens.set(token, onUsed);
      return `${origin}/${TOKEN_MARK}${token}`;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const connection of upgraded) connection.destroy();
      await closed;
    },
  };
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** No hidden file, and no path out of the folder, in any notation. */
function isPlain(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname)
      .split(/[/\\]/)
      .every((part) => !part.startsWith('.'));
  } catch {
    return false;
  }
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

const NOT_FROM_HERE = [403, 'Not from this machine.'] as const;

/** Why a request gets no WebSocket: what is asked of every other request, and the session. */
function refusalOf(
  { headers, url }: IncomingMessage,
  session: string,
): readonly [status: number, text: string] | undefined {
  if (!isFromHere(headers, false)) return NOT_FROM_HERE;
  if (pathOf(url) !== RPC_PATH) return [400, 'No WebSocket here.'];
  if (!sameSecret(sessionOf(headers), session)) return [401, 'Open the address that was printed last.'];
  return undefined;
}

/** Node makes no response for a request that asks for an upgrade. */
function answerOver(connection: Duplex, request: IncomingMessage): ServerResponse {
  const response = new Answer(request);
  response.shouldKeepAlive = false;
  response.assignSocket(connection as Socket);
  response.once('finish', () => connection.end());
  return response;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}
