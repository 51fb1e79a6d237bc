// A load generator, as a separate process: connections that send the next request as soon as one is answered. It reads
// its instructions as one line of JSON, and writes the outcome as another.

import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { LoadOrder, LoadReport } from './asking.ts';

const order = await new Promise<LoadOrder>((resolve) =>
  createInterface(process.stdin).once('line', (line) => resolve(JSON.parse(line) as LoadOrder)),
);
const { hostname, port } = new URL(order.url);
const fields = Object.entries({ host: `${hostname}:${port}`, ...order.headers })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const requests = order.bodies.map((body) =>
  Buffer.from(
    `POST ${order.path} HTTP/1.1\r\n${fields}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  ),
);

const latencies: number[] = [];
let bytes = 0;
let counting = false;
let over = false;
let failed = 0;

function connection(index: number): void {
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let next = Math.floor((index * requests.length) / order.connections);
  let left = -1;
  let head = '';
  let since = 0;
  const ask = () => {
    if (over) {
      socket.destroy();
      return;
    }
    since = performance.now();
    left = -1;
    head = '';
    // A stride that reaches every request, in an order unrelated to the store's.
    next = (next + 7919) % requests.length;
    socket.write(requests[next] ?? Buffer.alloc(0));
  };
  socket.on('connect', ask);
  socket.on('data', (part) => {
    if (counting) bytes += part.length;
    if (left < 0) {
      head += part.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /content-length: ([0-9]+)/i.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) failed += 1;
      left = Number(length ?? 0) - (head.length - end - 4);
    } else left -= part.length;
    if (left > 0) return;
    if (counting) latencies.push(performance.now() - since);
    if (order.pause > 0) setTimeout(ask, order.pause);
    else ask();
  });
  socket.on('error', () => {
    failed += 1;
  });
}

for (let index = 0; index < order.connections; index++) connection(index);
setTimeout(() => {
  counting = true;
  const started = performance.now();
  setTimeout(() => {
    over = true;
    const seconds = (performance.now() - started) / 1000;
    latencies.sort((a, b) => a - b);
    const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0;
    const report: LoadReport = {
      perSecond: latencies.length / seconds,
      bytesPerSecond: bytes / seconds,
      median: at(0.5),
      p99: at(0.99),
      failed,
    };
    process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
  }, order.seconds * 1000);
}, order.warm * 1000);
