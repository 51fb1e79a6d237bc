// What becomes of a question for days that cannot be made, or not in time.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newLog } from '../../log.ts';
import { Loader } from './loader.ts';
import type { Make } from './thread.ts';

const RECIPE = { name: 'a', seed: 'x', raceDates: () => ['20261107', '20261108', '20261114'] };
const NOW = new Date('2026-11-08T22:00:00+09:00');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-loader-'));
  file = join(folder, 'records.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const loaderOf = (make: Make, { at = file, patience }: { at?: string; patience?: () => AbortSignal } = {}) =>
  new Loader(at, RECIPE, {
    make,
    now: () => NOW,
    log: newLog({ write: () => {} }),
    ...(patience && { patience }),
  });

const failingWith =
  (reason: Error): Make =>
  () => ({ done: Promise.reject(reason), want: () => {}, stop: async () => {} });

test('where the days cannot be made a question is refused with 503, and the next one tries again', async () => {
  let tries = 0;
  const failing: Make = () => {
    tries += 1;
    return { done: Promise.reject(new Error('no luck')), want: () => {}, stop: async () => {} };
  };
  const loader = loaderOf(failing);
  for (const wanted of [1, 2]) {
    await expect(loader.ready()).rejects.toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
    expect(tries).toBe(wanted);
  }
  await loader.stop();
});

test('a full disk is a reason of its own', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const loader = loaderOf(failingWith(full));
  await expect(loader.ready()).rejects.toMatchObject({ refused: 'STORAGE_FULL' });
  await loader.stop();
});

test('no question is answered from days that could not be planned', async () => {
  const loader = loaderOf(failingWith(new Error('never asked')), {
    at: join(folder, 'gone', 'records.sqlite'),
  });
  for (const _ of [1, 2]) {
    expect(loader.isDone()).toBe(false);
    await expect(loader.ready()).rejects.toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
  }
  await loader.stop();
});

test('a question about days that are long in coming is refused with 503, others are answered', async () => {
  const { promise: never, resolve } = Promise.withResolvers<void>();
  const slow: Make = (_, arrived) => {
    arrived('20261114', 'whole');
    return { done: never, want: () => {}, stop: async () => resolve() };
  };
  const enough = new AbortController();
  const loader = loaderOf(slow, { patience: () => enough.signal });
  const waiting = loader.ready('20261107', '20261107');
  await loader.ready('20261114', '20261114');
  enough.abort();
  await expect(waiting).rejects.toMatchObject({
    refused: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '5' },
  });
  await loader.stop();
});
