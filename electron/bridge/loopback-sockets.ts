// The WebSockets of the loopback host, one for each tab. The host loads this with the first of them: the page comes without.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { LONGEST_INPUT } from '#shared/bridge/longest-input.ts';
import { RPC_PROTOCOL } from '#shared/bridge/port.ts';

/** A tab's connection. */
export interface WindowSocket {
  /** Begins to read; nothing is lost before. `onMessage` gets texts alone: the window sends nothing else. */
  read(onMessage: (text: string) => void, onClose: () => void): void;
  /**
   * Resolves once the system has taken the message, so that a stream waits for a slow tab, or once the connection is closed.
   * Never rejects.
   */
  send(text: string): Promise<void>;
}

/** While more bytes than this wait for a tab to read them, no further calls of it are read. */
const MOST_UNREAD = 8 * 1024 * 1024;

/** After so long without a message the system asks whether the other end is still there, and ends a connection without. */
const IDLE_MS = 30_000;

// A longer message ends the connection (1009), as does anything that is no WebSocket's.
const server = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: LONGEST_INPUT,
  handleProtocols: () => RPC_PROTOCOL,
});

/** Opens a WebSocket over the connection of a request that may have one. A request that is none is refused. */
export function openSocket(
  request: IncomingMessage,
  connection: Duplex,
  head: Buffer,
  onOpen: (socket: WindowSocket) => void,
): void {
  request.socket.setKeepAlive(true, IDLE_MS);
  server.handleUpgrade(request, connection, head, (socket) => {
    socket.pause();
    // It closes by itself then.
    socket.on('error', () => undefined);
    onOpen(windowSocket(socket));
  });
}

function windowSocket(socket: WebSocket): WindowSocket {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    read: (onMessage, onClose) => {
      socket.on('message', (data, isBinary) => {
        if (!isBinary) onMessage(String(data));
      });
      void closed.then(onClose);
      socket.resume();
    },
    send: (text) =>
      new Promise((resolve) => {
        socket.send(text, (error) => {
          if (socket.isPaused && socket.bufferedAmount <= MOST_UNREAD) socket.resume();
          // It is closing, which a stream that never waits would keep from being known.
          resolve(error ? closed : undefined);
        });
        if (socket.bufferedAmount > MOST_UNREAD) socket.pause();
      }),
  };
}
