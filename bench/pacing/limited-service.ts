// The service with its default limits over a year of the sample, as a separate process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TableCode } from '#shared/catalogue/table.ts';
import { DEFAULT_LIMITS } from '../../service/http/limits.ts';
import { sampleDays, type SampleRecord } from '../../service/sample/generator/generate.ts';
import { API_KEY, runService, USER_KEY } from '../../service/testing/run-service.ts';

export const YEAR = { from: '20241101', to: '20251031' };
export const MONTH = { from: '20251001', to: '20251031' };
const TODAY = '20260115';

export interface LimitedService {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userKey: string;
  stop(): Promise<void>;
}

/** Takes as long as generating the year. */
export async function startLimitedService(): Promise<LimitedService> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [baseUrl] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [unknown];
  if (typeof baseUrl !== 'string') throw new Error('the service did not start');
  return {
    baseUrl,
    apiKey: API_KEY,
    userKey: USER_KEY,
    async stop() {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}

/** Serves until its input ends. */
async function serve(): Promise<void> {
  const records = new Map<TableCode, SampleRecord[]>();
  const make = ({ from, to }: typeof YEAR, tables: readonly TableCode[]) => {
    for (const day of sampleDays(from, to, { seed: 'railbird', today: TODAY, tables })) {
      for (const [code, all] of day.records) records.set(code, [...(records.get(code) ?? []), ...all]);
    }
  };
  make(YEAR, ['d_ka', 'd_ra', 'd_hj']);
  make(MONTH, ['d_ky']);
  const service = await runService({ records, limits: DEFAULT_LIMITS });
  process.stdout.write(`${service.url}\n`);
  await once(process.stdin.resume(), 'end');
  await service.close();
}

if (process.argv[1] === import.meta.filename) await serve();
