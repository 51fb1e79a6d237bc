// Starts and ends the peers of the benchmarks.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PEER = fileURLToPath(new URL('./peer.ts', import.meta.url));

export interface Peer {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

export async function peer(kind: 'constant' | 'ordinary' | 'file', file: string): Promise<Peer> {
  const child = spawn(process.execPath, [PEER, kind, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', () => reject(new Error(`the ${kind} peer ended`)));
  });
  return { url, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') };
}
