import type * as fs from 'node:fs';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWindowFolder } from './window-folder.ts';

/** Called once the entries of a folder are listed. */
const disk = vi.hoisted(() => ({ listed: (): void => undefined }));
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const readdirSync = (...given: Parameters<typeof real.readdirSync>) => {
    const listed = real.readdirSync(...given);
    disk.listed();
    return listed;
  };
  return { ...real, readdirSync };
});

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'railbird-window-folder-'));
});
afterEach(() => {
  disk.listed = () => undefined;
  rmSync(dataDir, { recursive: true });
});

const open = (fresh = false) => openWindowFolder({ dataDir, fresh, now: 7 });

test('a folder that can be used is made once and kept, with Chromium’s lock in it', () => {
  const folder = join(dataDir, 'window');
  expect(open()).toEqual({ folder });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, 'Preferences'), '{}');
  symlinkSync('a-machine-123', join(folder, 'SingletonLock'));
  expect(open()).toEqual({ folder });
  expect(readdirSync(folder).toSorted()).toEqual(['Preferences', 'SingletonLock']);
});

test('a file that a running Chromium removes meanwhile makes the folder no less usable', () => {
  const { folder } = open();
  writeFileSync(join(folder, 'Cookies-journal'), '');
  disk.listed = () => rmSync(join(folder, 'Cookies-journal'));
  expect(open()).toEqual({ folder });
});

test('what cannot be used is set aside, and a new folder takes its place', () => {
  const folder = join(dataDir, 'window');
  writeFileSync(folder, 'not a folder');
  const movedTo = join(dataDir, 'window.damaged-7');
  expect(open()).toEqual({ folder, movedTo });
  expect(readFileSync(movedTo, 'utf8')).toBe('not a folder');
  expect(readdirSync(folder)).toEqual([]);
});

test('after starts without a window a fresh folder is made, and nothing is deleted', () => {
  const folder = join(dataDir, 'window');
  expect(open(true)).toEqual({ folder });
  writeFileSync(join(folder, 'Cookies'), 'x');
  expect(open(true)).toEqual({ folder, movedTo: join(dataDir, 'window.damaged-7') });
  expect(readdirSync(join(dataDir, 'window.damaged-7'))).toEqual(['Cookies']);
});

test('where it cannot be moved away either, a temporary folder serves for this run', () => {
  writeFileSync(join(dataDir, 'window'), '');
  mkdirSync(join(dataDir, 'window.damaged-7'));
  // A file does not replace a folder.
  const { folder, isTemporary } = open();
  expect(isTemporary).toBe(true);
  expect(statSync(folder).isDirectory()).toBe(true);
  rmSync(folder, { recursive: true });
});

test('on a medium without links, such as a stick, it is the same temporary folder at each start', () => {
  const takesLinks = () => false;
  const onStick = (folder = dataDir) =>
    openWindowFolder({ dataDir: folder, fresh: false, now: 7, takesLinks });
  const { folder } = onStick();
  expect(folder.startsWith(dataDir)).toBe(false);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(onStick()).toEqual({ folder });
  expect(readdirSync(dataDir)).toEqual([]);
  // Somebody else could have put it there, for others to read.
  chmodSync(folder, 0o755);
  const other = onStick();
  expect(other.folder).not.toBe(folder);
  rmSync(folder, { recursive: true });
  rmSync(other.folder, { recursive: true });
});
