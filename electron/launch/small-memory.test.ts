import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** In a process of its own, since it changes V8: what survives of many objects, in megabytes of the space for new ones. */
async function newSpaceAfterWork(prepare: string): Promise<number> {
  const module = pathToFileURL(join(import.meta.dirname, 'small-memory.ts')).href;
  const code = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { keepMemorySmall } from '${module}';
    ${prepare}
    let [kept, most] = [[], 0];
    for (let n = 0; n < 60; n += 1) {
      kept = Array.from({ length: 20_000 }, (_, i) => ({ n, i, text: String(i) }));
      const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
      most = Math.max(most, space.physical_space_size);
    }
    console.log(JSON.stringify({ kept: kept.length, megabytes: most / 1024 / 1024, gc: typeof globalThis.gc }));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  const { megabytes, gc } = JSON.parse(stdout) as { megabytes: number; gc: string };
  expect(gc).toBe('undefined');
  return megabytes;
}

test('the space for new objects stays small, and the program gets no power over the collector', async () => {
  const [usual, small] = await Promise.all([newSpaceAfterWork(''), newSpaceAfterWork('keepMemorySmall();')]);
  expect(small).toBeLessThan(usual / 4);
});

test('the space that the start made grow is given back once nothing is computed, and others release theirs', async () => {
  const module = pathToFileURL(join(import.meta.dirname, 'small-memory.ts')).href;
  const code = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { keepMemorySmall } from '${module}';
    const bytes = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size;
    let kept = Array.from({ length: 500_000 }, (_, i) => ({ i, text: String(i) }));
    const before = bytes();
    kept = [];
    let released = 0;
    keepMemorySmall(async () => void (released += 1), 200);
    const timer = setInterval(() => {
      if (bytes() > before / 2) return;
      clearInterval(timer);
      console.log(JSON.stringify({ before, after: bytes(), released }));
    }, 100);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  const { before, after, released } = JSON.parse(stdout) as {
    before: number;
    after: number;
    released: number;
  };
  expect(released).toBe(1);
  expect(before).toBeGreaterThan(30 * 1024 ** 2);
  // Not so small that V8 would collect all the time.
  expect(after).toBeGreaterThan(7 * 1024 ** 2);
  expect(after).toBeLessThan(12 * 1024 ** 2);
});

test('while the user is busy, all garbage is collected once the process has grown by much', async () => {
  const module = pathToFileURL(join(import.meta.dirname, 'small-memory.ts')).href;
  const code = `
    import { constants, PerformanceObserver } from 'node:perf_hooks';
    import { keepMemorySmall } from '${module}';
    const { NODE_PERFORMANCE_GC_MAJOR: MAJOR, NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED } = constants;
    let collected = 0;
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries())
        if (detail.kind === MAJOR && detail.flags & FORCED) collected += 1;
    }).observe({ entryTypes: ['gc'] });
    keepMemorySmall(async () => undefined, 100);
    let [turns, before, grown] = [0, 0];
    setInterval(() => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      turns += 1;
      if (turns === 15) {
        before = collected;
        // Memory that V8 knows nothing of.
        grown = new WebAssembly.Memory({ initial: 1000 });
        new Uint8Array(grown.buffer).fill(1);
      }
      if (turns === 30) {
        console.log(JSON.stringify({ before, after: collected, grown: grown.buffer.byteLength }));
        process.exit();
      }
    }, 50);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  expect(JSON.parse(stdout)).toEqual({ before: 0, after: 1, grown: 65_536_000 });
});
