// Runs a load generator and returns its measurements.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface LoadOrder {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The requests, sent in turn but scattered. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Warm-up seconds that do not count. */
  readonly warm: number;
  /** Milliseconds between an answer and the connection's next request. */
  readonly pause: number;
}

export interface LoadReport {
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** Invalid answers and broken connections. */
  readonly failed: number;
}

const ASKER = fileURLToPath(new URL('./asker.ts', import.meta.url));

export async function asking(order: LoadOrder): Promise<LoadReport> {
  const child = spawn(process.execPath, [ASKER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const cut = setTimeout(() => child.kill('SIGKILL'), (order.warm + order.seconds + 20) * 1000);
  const line = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', () => reject(new Error('the load generator ended early')));
  });
  child.stdin.end(`${JSON.stringify(order)}\n`);
  try {
    const measured = JSON.parse(await line) as LoadReport;
    if (measured.failed > 0) throw new Error(`${measured.failed} answers failed`);
    return measured;
  } finally {
    clearTimeout(cut);
  }
}
