// A service as a process of its own, on a folder or on database servers.

import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

/** So high that limits are counted but refuse nothing, and that no request is shed. */
const RAISED = {
  user: { perSecond: 1e6, burst: 1e6 },
  inFlight: 1000,
  address: { perSecond: 1e6, burst: 1e6 },
  failuresAMinute: 1e6,
  shedding: { late: 1e6, underWay: 1e6 },
};

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** What it logged apart from requests. */
  log(): string[];
  stop(): Promise<void>;
}

/**
 * @param limits replaces the raised ones
 * @param args further arguments
 */
export async function serviceProcess(
  name: string,
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  limits: Readonly<Record<string, unknown>> = RAISED,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  mkdirSync(dataDir, { recursive: true });
  const figures = join(dataDir, `${name}.json`);
  writeFileSync(figures, JSON.stringify(limits));
  const log = join(dataDir, `${name}.log`);
  const child = spawn(process.execPath, [MAIN, '--data-dir', dataDir, `--limits=${figures}`, ...args], {
    stdio: ['ignore', 'pipe', openSync(log, 'a')],
    env: { ...process.env, ...environment },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    const { stdout } = child;
    if (stdout === null) throw new Error('the service was started without its output');
    createInterface({ input: stdout }).once('line', (line) => resolve(JSON.parse(line) as { url: string }));
    child.once('exit', () => reject(new Error(readFileSync(log, 'utf8').slice(-2000))));
  });
  return {
    url,
    pid: child.pid ?? 0,
    log: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.includes('"msg":"request"')),
    async stop() {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await gone;
    },
  };
}
