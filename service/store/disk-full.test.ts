// What the sample service does on a disk that is full: a small one is filled in earnest.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pepperOf } from '../accounts/pepper.ts';
import { isDiskFull } from './store.ts';
import { newLog } from '../log.ts';
import { parseOptions } from '../options.ts';
import { startService } from '../service.ts';
import { answerOf, errorOf, send } from '../testing/run-service.ts';

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
const RACEDATE = '20160402';
const RECIPE = { name: 'one day', seed: 'test', raceDates: () => [RACEDATE] };

let disk: string;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'railbird-full-'));
});
afterEach(() => {
  if (mayMount) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Makes it a disk of that size, or gives the one that it is another size. */
function resize(size: string, options = 'size='): void {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options + size, 'tmpfs', disk]);
  if (status !== 0) throw new Error(String(stderr));
}

test.runIf(mayMount)('a question is told that the disk is full, and answered once it is not', async () => {
  resize('2m');
  const lines: string[] = [];
  const service = await startService(parseOptions(['--sample', '--data-dir', disk], {}), {
    now: () => new Date('2016-06-01T12:00:00+09:00'),
    log: newLog({ write: (line: string) => void lines.push(line) }),
    recipe: RECIPE,
  });
  const ask = () =>
    send(service.url, {
      path: '/v1/dky',
      query: `?api_key=${service.keys?.api_key ?? ''}`,
      headers: { 'content-type': 'application/json', 'x-user-key': service.keys?.user_key ?? '' },
      body: JSON.stringify({ start_racedate: RACEDATE, end_racedate: RACEDATE }),
    });
  try {
    const refused = await ask();
    expect([refused.status, errorOf(refused).reason]).toEqual([503, 'STORAGE_FULL']);
    resize('64m', 'remount,size=');
    expect(answerOf(await ask()).result.result_count).toBeGreaterThan(0);
  } finally {
    await service.close(100);
  }
});

test.runIf(mayMount)('no half of a pepper is left behind', () => {
  resize('16k');
  const file = join(disk, 'pepper');
  let filled: unknown;
  try {
    writeFileSync(join(disk, 'filler'), Buffer.alloc(64 * 1024));
  } catch (error) {
    filled = error;
  }
  expect(isDiskFull(filled)).toBe(true);
  expect(() => pepperOf(file)).toThrow(/ENOSPC/);
  rmSync(join(disk, 'filler'));
  expect(pepperOf(file)).toHaveLength(32);
});

test('other failures are not taken for it', () => {
  expect(isDiskFull(Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }))).toBe(false);
  expect(isDiskFull(new Error('database or disk is full'))).toBe(false);
  expect(isDiskFull(undefined)).toBe(false);
});
