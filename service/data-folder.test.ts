// The files of a service: nobody else's to read, and named where they are damaged.

import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newLog } from './log.ts';
import { parseOptions } from './options.ts';
import type { RunningService } from './service.ts';
import { startService } from './service.ts';
import { answerOf, send } from './testing/run-service.ts';

const RACEDATE = '20160402';
const RECIPE = { name: 'one day', seed: 'test', raceDates: () => [RACEDATE] };

let folder: string;
const lines: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-folder-'));
  lines.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (...options: string[]): Promise<RunningService> =>
  startService(parseOptions(['--data-dir', folder, ...options], {}), {
    now: () => new Date('2016-06-01T12:00:00+09:00'),
    log: newLog({ write: (line: string) => void lines.push(line) }),
    recipe: RECIPE,
  });

const STORES = ['accounts.sqlite', 'records.sqlite'];

test.skipIf(process.platform === 'win32')(
  'no file of the service can be read by others, nor one of an earlier release',
  async () => {
    const first = await start();
    await first.close(100);
    for (const name of STORES) chmodSync(join(folder, name), 0o644);
    const service = await start();
    const modes = readdirSync(folder).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]);
    await service.close(100);
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining([...STORES, 'pepper']));
    expect(modes.filter(([, mode]) => mode !== '600')).toEqual([]);
  },
);

test.each(STORES)('a damaged %s is named, with what to do, and is left as it is', async (name) => {
  const file = join(folder, name);
  await (await start()).close(100);
  writeFileSync(file, 'no database at all, but words of some length'.repeat(100));
  const before = readFileSync(file);
  await expect(start()).rejects.toThrow(file);
  await expect(start()).rejects.toThrow('put a back-up in its place');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test.each(['', 'c2hvcnQ=', 'not base64 at all'])(
  'a pepper that reads %j is named: no key would be let in',
  async (text) => {
    await (await start()).close(100);
    const file = join(folder, 'pepper');
    writeFileSync(file, text);
    await expect(start()).rejects.toThrow(`${file} does not hold a pepper`);
  },
);

test.each(STORES)('the schema of %s overwritten is damage as well', async (name) => {
  const file = join(folder, name);
  await (await start()).close(100);
  const bytes = readFileSync(file);
  bytes.fill(0xff, 100, 4096);
  writeFileSync(file, bytes);
  await expect(start()).rejects.toThrow(file);
});

test.each(STORES)('a damaged %s of the sample is made again, for the same keys', async (name) => {
  const first = await start('--sample');
  await first.close(1_000);
  writeFileSync(join(folder, 'sample', name), 'no database at all, but words of some length'.repeat(100));
  const service = await start('--sample');
  try {
    expect(service.keys).toEqual(first.keys);
    const reply = await send(service.url, {
      path: '/v1/dra',
      query: `?api_key=${service.keys?.api_key ?? ''}`,
      headers: { 'content-type': 'application/json', 'x-user-key': service.keys?.user_key ?? '' },
      body: JSON.stringify({ start_racedate: RACEDATE, end_racedate: RACEDATE }),
    });
    expect(answerOf(reply).result.result_count).toBeGreaterThan(0);
    expect(lines.join('')).toContain('is made again');
  } finally {
    await service.close(1_000);
  }
});
