import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFile, lockPathOf, tryLock, type LockClock } from './file-lock.ts';
import { THIS_PROCESS } from './process-identity.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-lock-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rm(folder, { recursive: true }));

/** A clock on which every wait ends at once, and time passes only by waiting. */
function swiftClock(): LockClock & { readonly waited: () => number } {
  let now = 0;
  return {
    now: () => now,
    wait: async (ms) => {
      now += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
    waited: () => now,
  };
}

test('a lock makes others wait until it is released, and leaves nothing behind', async () => {
  const first = await lockFile(path);
  expect(await tryLock(path)).toBeUndefined();
  const second = lockFile(path);
  await first.release();
  await (await second).release();
  expect(await readdir(folder)).toEqual([]);
});

test('the lock of a process that was killed is free at once', async () => {
  const holder = `
    const { lockFile } = await import(${JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))});
    await lockFile(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await tryLock(path)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await tryLock(path)).toBeDefined();
});

test.each([
  ['another machine', `ffffffff-00000000-1-1 x`],
  ['a process that was killed before it wrote its name', ''],
  ['a process whose pid is in use again', THIS_PROCESS.replace(/\d+$/, '1')],
])('a lock of %s is taken over, at the latest after ten seconds without renewal', async (_, content) => {
  await writeFile(lockPathOf(path), content);
  const clock = swiftClock();
  const lock = await lockFile(path, clock);
  expect(await lock.isLocked()).toBe(true);
  expect(clock.waited()).toBeLessThan(11_000);
  await lock.release();
});

test('a lock that another machine renews is never taken over', async () => {
  let renewals = 0;
  const renew = () => writeFile(lockPathOf(path), `ffffffff-00000000-1-1 x${(renewals += 1)}`);
  await renew();
  const clock = swiftClock();
  const wait = async (ms: number) => {
    await renew();
    await clock.wait(ms);
  };
  await expect(lockFile(path, { now: clock.now, wait })).rejects.toThrow(/locked by another process/);
});

test('a process that lost its lock while suspended finds out, and does not release the new lock', async () => {
  const lost = await lockFile(path);
  await writeFile(lockPathOf(path), 'ffffffff-00000000-1-1 x');
  expect(await lost.isLocked()).toBe(false);
  await lost.release();
  expect(await readdir(folder)).toEqual(['settings.json.lock']);
});

test('several processes that find the same abandoned lock take it one after another', async () => {
  await writeFile(lockPathOf(path), THIS_PROCESS.replace(/\d+$/, '1'));
  let holders = 0;
  const most = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const lock = await lockFile(path);
      holders += 1;
      const seen = holders;
      await new Promise((resolve) => setImmediate(resolve));
      holders -= 1;
      await lock.release();
      return seen;
    }),
  );
  expect(Math.max(...most)).toBe(1);
});
