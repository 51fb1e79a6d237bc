import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { Archive } from './archive.ts';

let folder = '';
let archive: Archive;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-merge-'));
  await putEmptyArchive(join(folder, 'a.duckdb'));
  archive = await Archive.open(join(folder, 'a.duckdb'), 0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await archive.close();
  await rm(folder, { recursive: true });
});

/** Bytes that are written beside the file, and also kept in memory. */
const log = () => statSync(join(folder, 'a.duckdb.wal'), { throwIfNoEntry: false })?.size ?? 0;

test('what was written is merged into the file after a while', async () => {
  await archive.setNote('first', 'x'.repeat(100_000));
  expect(log()).toBeGreaterThan(100_000);
  vi.runAllTimers();
  // A later write waits for its turn.
  await archive.setNote('second', 'y');
  expect(log()).toBeLessThan(10_000);
});

test('a step in a quiet moment merges what was written: a merge after it would end the quiet', async () => {
  await archive.setNote('first', 'x'.repeat(100_000));
  expect(log()).toBeGreaterThan(100_000);
  while (await archive.renewLatestSubjects());
  expect([log(), vi.getTimerCount()]).toEqual([0, 0]);
});

test('an archive that is closing leaves nothing for later', async () => {
  await archive.setNote('first', 'x');
  expect(vi.getTimerCount()).toBe(1);
  const closing = archive.close();
  expect(vi.getTimerCount()).toBe(0);
  await closing;
});
