// Raw connections that send exactly the bytes of a test, whether they are HTTP or not.

import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface RawClient {
  readonly socket: Socket;
  /** Everything received, one character per byte. */
  received(): string;
  readonly closed: Promise<void>;
}

export interface RawClients {
  /** Connects to the service at this URL from `localAddress`, and writes `first` at once. */
  open(url: string, first?: string | Buffer, localAddress?: string): RawClient;
  /** Closes all connections. */
  end(): void;
}

export function rawClients(): RawClients {
  const sockets: Socket[] = [];
  return {
    open(url, first, localAddress) {
      const { hostname, port } = new URL(url);
      const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) });
      sockets.push(socket);
      let received = '';
      socket.on('data', (part) => (received += part.toString('latin1')));
      socket.on('error', () => {});
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      if (first !== undefined) socket.write(first);
      return { socket, received: () => received, closed };
    },
    end() {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
  };
}
