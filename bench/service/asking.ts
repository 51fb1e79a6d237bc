// Has a load generator ask, and gives what it saw.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface AskOrder {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked in turn, scattered. */
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Seconds that are not counted. */
  readonly warm: number;
  /** Milliseconds between an answer and the next question of a connection. */
  readonly pause: number;
}

export interface Asked {
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** Answers that were none, and broken connections. */
  readonly failed: number;
}

const ASKER = fileURLToPath(new URL('./asker.ts', import.meta.url));

export async function asking(order: AskOrder): Promise<Asked> {
  const child = spawn(process.execPath, [ASKER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const cut = setTimeout(() => child.kill('SIGKILL'), (order.warm + order.seconds + 20) * 1000);
  const line = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', () => reject(new Error('the load generator ended early')));
  });
  child.stdin.end(`${JSON.stringify(order)}\n`);
  try {
    const asked = JSON.parse(await line) as Asked;
    if (asked.failed > 0) throw new Error(`${asked.failed} answers failed`);
    return asked;
  } finally {
    clearTimeout(cut);
  }
}
