// Connections as no HTTP client would use them: what is written is what a test says, whether it is HTTP or not.

import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface RawClient {
  readonly socket: Socket;
  /** All that came, a byte a character. */
  said(): string;
  readonly closed: Promise<void>;
}

export interface RawClients {
  /** Connects to the service at this URL; `first` is written at once, `localAddress` is where it comes from. */
  open(url: string, first?: string | Buffer, localAddress?: string): RawClient;
  /** Ends all of them. */
  end(): void;
}

export function rawClients(): RawClients {
  const sockets: Socket[] = [];
  return {
    open(url, first, localAddress) {
      const { hostname, port } = new URL(url);
      const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) });
      sockets.push(socket);
      let said = '';
      socket.on('data', (part) => (said += part.toString('latin1')));
      socket.on('error', () => {});
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      if (first !== undefined) socket.write(first);
      return { socket, said: () => said, closed };
    },
    end() {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
  };
}
