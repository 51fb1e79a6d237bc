// Clients without keys, as a separate process: connections from several loopback addresses that repeat one action until
// the process is killed. It reads its instructions as one line of JSON, and writes a line when all have started.

import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface StrangerOrder {
  readonly url: string;
  readonly kind: keyof typeof KINDS;
  readonly addresses: readonly string[];
  /** Connections of each address. */
  readonly connections: number;
}

const HEAD =
  'POST /v1/tra HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\ncontent-type: application/json\r\n';

/** What a connection sends, and whether it repeats that after each answer. */
const KINDS = {
  'bodies that never come': { bytes: `${HEAD}content-length: 100000\r\n\r\n`, again: false },
  'wrong keys': { bytes: `${HEAD}x-user-key: guess\r\ncontent-length: 2\r\n\r\n{}`, again: true },
  nonsense: { bytes: 'nonsense\r\n\r\n', again: false },
  'headers that never end': { bytes: HEAD, again: false },
  'requests sent ahead': { bytes: `${HEAD}content-length: 0\r\n\r\n`.repeat(200), again: true },
} as const;

if (import.meta.main) {
  const order = await new Promise<StrangerOrder>((resolve) =>
    createInterface(process.stdin).once('line', (line) => resolve(JSON.parse(line) as StrangerOrder)),
  );
  // However the benchmark ended, none of these processes survives it.
  process.stdin.once('close', () => process.exit());
  const { hostname, port } = new URL(order.url);
  const { bytes, again } = KINDS[order.kind];
  const begin = (localAddress: string) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', () => again && socket.write(bytes));
    socket.on('error', () => {});
    // Immediately: these clients do not back off.
    socket.on('close', () => begin(localAddress));
  };
  for (const address of order.addresses) for (let each = 0; each < order.connections; each++) begin(address);
  process.stdout.write('begun\n');
}
