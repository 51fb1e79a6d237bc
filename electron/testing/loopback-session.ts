// The window's first steps on the loopback host: it exchanges the token of its address for a session, and opens a WebSocket
// with it.

import { randomBytes } from 'node:crypto';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { RPC_PATH, RPC_PROTOCOL, SESSION_PATH, TOKEN_HEADER, TOKEN_MARK } from '#shared/bridge/port.ts';

/** The response to an address's token. */
export function useAddress(address: string): Promise<Response> {
  const { origin, hash } = new URL(address);
  return fetch(`${origin}${SESSION_PATH}`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: hash.slice(TOKEN_MARK.length) },
  });
}

/** The session of a window. Rejects if the address was used already. */
export async function openLoopbackSession(address: string): Promise<string> {
  const response = await useAddress(address);
  if (!response.ok) throw new Error(`the address was refused: ${response.status}`);
  const { session } = (await response.json()) as { session: string };
  return session;
}

/** As a tab opens it. */
export const openLoopbackSocket = (origin: string, session: string): WebSocket =>
  new WebSocket(`${origin.replace('http', 'ws')}${RPC_PATH}`, [RPC_PROTOCOL, session]);

/** The client of a tab. Its calls fail once the host has closed. */
export const loopbackClient = (socket: WebSocket): BridgeClient =>
  createORPCClient<BridgeClient>(new RPCLink({ websocket: socket }));

/** The answer to a request for the bridge's WebSocket with these headers as well: 101 if it is opened. */
export async function answerToUpgrade(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }> {
  const asked = get(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    },
  });
  const answered = Promise.withResolvers<IncomingMessage>();
  asked.on('response', answered.resolve);
  asked.on('error', answered.reject);
  asked.on('upgrade', (answer, socket) => {
    socket.destroy();
    answered.resolve(answer);
  });
  const answer = await answered.promise;
  const status = answer.statusCode ?? 0;
  return { status, headers: answer.headers, body: status === 101 ? '' : await text(answer) };
}
