import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStartMemory, startMemoryFile, type StartMemory } from './start-memory.ts';

const DAY = 24 * 3_600_000;

let dataDir = '';
let now = 0;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'railbird-start-memory-'));
  now = 1_800_000_000_000;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const open = (more: { readonly withGpu?: boolean; readonly version?: string; hasEnded?: boolean } = {}) =>
  openStartMemory({
    dataDir,
    version: more.version ?? '1.0.0',
    now: () => now,
    withGpu: more.withGpu ?? false,
    hasEnded: () => more.hasEnded ?? true,
  });

/** A start that dies without a word. */
const die = (memory = open()): StartMemory => {
  memory.begin();
  return memory;
};

const USUAL = { failures: 0, withoutGpu: undefined, withFreshFolder: false, avoidsScreen: undefined };

test('the first start, and one after a good one, leave everything as it is', () => {
  const first = open();
  expect(first.plan).toEqual(USUAL);
  first.begin();
  first.shown(undefined);
  expect(open().plan).toEqual(USUAL);
});

test('each start that leads to no window is followed by one that avoids more', () => {
  die();
  expect(die().plan).toEqual({ ...USUAL, failures: 1, withoutGpu: 'starts' });
  expect(die().plan).toMatchObject({ failures: 2, withoutGpu: 'starts', withFreshFolder: true });
  expect(die().plan).toMatchObject({ failures: 3, withFreshFolder: false, avoidsScreen: 'first' });
  expect(open().plan).toMatchObject({ failures: 4, withoutGpu: 'starts', avoidsScreen: 'first' });
});

test('what led to a window is kept: without the graphics card, on the other screen', () => {
  for (const _ of [1, 2, 3]) die();
  open().avoid('wayland');
  const good = open();
  good.begin();
  good.shown('x11');
  expect(open().plan).toEqual({ ...USUAL, withoutGpu: 'starts', avoidsScreen: 'wayland' });
  // The user had it tried, and it works.
  open().shown('wayland');
  expect(open().plan.avoidsScreen).toBeUndefined();
});

test('it is tried again with the next version, after a month, or when the user asks', () => {
  die();
  const good = open();
  good.begin();
  good.shown(undefined);
  expect(open({ version: '1.0.1' }).plan).toEqual(USUAL);
  now += 29 * DAY;
  expect(open().plan.withoutGpu).toBe('starts');
  // Remembered from when it was found out, not from the last start.
  open().shown(undefined);
  now += 2 * DAY;
  expect(open().plan).toEqual(USUAL);
  now -= 2 * DAY;
  const asked = open({ withGpu: true });
  expect(asked.plan).toEqual(USUAL);
  asked.begin();
  asked.shown(undefined);
  expect(open().plan).toEqual(USUAL);
});

test('a start that was told why, or that the user ended, is none of the failed ones', () => {
  die().ended();
  expect(open().plan).toEqual(USUAL);
  const shown = die();
  shown.shown(undefined);
  shown.ended();
  expect(open().plan).toEqual(USUAL);
});

test('a start that is still under way is not taken for a failed one', () => {
  die();
  expect(open({ hasEnded: false }).plan).toEqual(USUAL);
  die();
  die();
  // Its folder is not taken away from it.
  expect(open({ hasEnded: false }).plan).toMatchObject({ failures: 2, withFreshFolder: false });
});

test('a graphics card that crashes three times in a run is left out the next time', () => {
  const memory = die();
  memory.shown(undefined);
  expect([1, 2, 3, 4].map(() => memory.gpuCrashed())).toEqual([false, false, true, false]);
  expect(open().plan).toEqual({ ...USUAL, withoutGpu: 'crashes' });
});

test('a memory that cannot be read, or that comes from a later version, counts as none', () => {
  for (const text of ['{', '[]', '{"version":2,"failures":5}', '{"version":1,"failures":-1}']) {
    writeFileSync(startMemoryFile(dataDir), text);
    expect(open().plan).toEqual(USUAL);
  }
  expect(() => readFileSync(startMemoryFile(dataDir))).not.toThrow();
});

test('a folder that takes no files stops nothing', () => {
  const memory = openStartMemory({
    dataDir: join(dataDir, 'none'),
    version: '1.0.0',
    now: () => now,
    withGpu: false,
  });
  memory.begin();
  memory.shown(undefined);
  expect(memory.plan).toEqual(USUAL);
});
