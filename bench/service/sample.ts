// The service as a separate process on sample racing, with raised rate limits, for the benchmarks.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { defaultRange } from '../../service/sample/generator/generate.ts';
import { residentMemory } from '../measuring/process.ts';

/** The days of `--sample=weeks`, whose records would be packed; those of an account are not, nor are those of a range. */
function eightWeeks(): string {
  const { from, to } = defaultRange(todayInTokyo(Date.now()));
  return `${from}..${to}`;
}

const MAIN = fileURLToPath(new URL('../../service/main.ts', import.meta.url));

const RAISED = {
  user: { perSecond: 1_000_000, burst: 1_000_000 },
  inFlight: 10_000,
  address: { perSecond: 1_000_000, burst: 1_000_000 },
  failuresAMinute: 1_000_000,
};

export interface Keys {
  readonly api_key: string;
  readonly user_key: string;
}

export interface SampleService {
  readonly url: string;
  readonly pid: number;
  readonly keys: Keys;
  readonly headers: Readonly<Record<string, string>>;
  /** The path of a table with the application's key. */
  pathTo(table: string): string;
  ask(table: string, filter: object): Promise<Response>;
  /** Resident memory in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

interface Choices {
  /** FROM..TO; the default is eight weeks. */
  readonly range?: string | undefined;
  /** A folder to reuse, so that ten years are generated once; the default is a temporary one. */
  readonly dataDir?: string | undefined;
  /** Limits instead of the raised ones, by the names in a limits file. */
  readonly limits?: Readonly<Record<string, unknown>>;
}

/** Starts a service and waits until it has generated all its sample racing. */
export async function sampleService({
  range,
  dataDir,
  limits = RAISED,
}: Choices = {}): Promise<SampleService> {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-'));
  const where = [`--sample=${range ?? eightWeeks()}`, '--data-dir', dataDir ?? folder];
  const service = await started(where, limits, folder);
  // An unknown horse gets no answer before everything is generated.
  for (;;) {
    const reply = await service.ask('muk', { horse_id: 'ZZZZZZZZZZZZ' });
    await reply.arrayBuffer();
    if (reply.status === 200) break;
    if (reply.status === 429) await sleep(1_000);
    else if (reply.status !== 503) throw new Error(`the service answers ${reply.status}`);
  }
  return service;
}

/** A service of that many processes on the records and keys of a sample that has been generated into `dataDir`. */
export function storedService(dataDir: string, keys: Keys, workers: number): Promise<SampleService> {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-'));
  const where = ['--data-dir', join(dataDir, 'sample'), '--workers', String(workers)];
  return started(where, RAISED, folder, keys);
}

async function started(
  options: readonly string[],
  limits: NonNullable<Choices['limits']>,
  folder: string,
  own?: Keys,
): Promise<SampleService> {
  const figures = join(folder, 'limits.json');
  writeFileSync(figures, JSON.stringify(limits));
  const child = spawn(process.execPath, [MAIN, ...options, `--limits=${figures}`], {
    stdio: ['ignore', 'pipe', openSync(join(folder, 'log'), 'a')],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const { stdout } = child;
  if (stdout === null) throw new Error('the service was started without its output');
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error(readFileSync(join(folder, 'log'), 'utf8').slice(-2000))));
  });
  const { url, ...printed } = JSON.parse(first) as { url: string } & Partial<Keys>;
  const keys = own ?? { api_key: printed.api_key ?? '', user_key: printed.user_key ?? '' };
  const headers = { 'content-type': 'application/json', 'x-user-key': keys.user_key };
  const pathTo = (table: string) => `/v1/${table}?api_key=${keys.api_key}`;
  return {
    url,
    pid: child.pid ?? 0,
    keys,
    headers,
    pathTo,
    ask: (table, filter) =>
      fetch(url + pathTo(table), { method: 'POST', headers, body: JSON.stringify(filter) }),
    memory: () => residentMemory(child.pid ?? 0),
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  await gone;
}

export interface PastRace {
  readonly racekey: string;
  readonly racedate: string;
}

/** Past races with that many starters in a period. */
export async function racesOf(
  service: SampleService,
  period: { start_racedate: string; end_racedate: string },
  starters = 16,
): Promise<PastRace[]> {
  const reply = await service.ask('dra', period);
  const { result } = (await reply.json()) as { result: { data: (PastRace & { headcount: number })[] } };
  return result.data.filter(({ headcount }) => headcount === starters);
}
