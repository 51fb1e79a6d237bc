import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFolder, openAtomicFile, replaceFile } from './atomic-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the old file stays until the new one is complete', async () => {
  const path = join(folder, 'a.txt');
  await writeFile(path, 'old');
  const atomicFile = await openAtomicFile(path);
  await atomicFile.write('ne');
  await atomicFile.write(Buffer.from('w'));
  await atomicFile.seal();
  expect(await readFile(path, 'utf8')).toBe('old');
  await atomicFile.commit();
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['a.txt']);
});

test('abandoning leaves nothing behind, sealed or not, and keeps the old file', async () => {
  const path = join(folder, 'a.txt');
  await writeFile(path, 'old');
  for (const sealed of [false, true]) {
    const atomicFile = await openAtomicFile(path);
    await atomicFile.write('new');
    if (sealed) await atomicFile.seal();
    await atomicFile.abandon();
    await atomicFile.abandon();
  }
  expect(await readdir(folder)).toEqual(['a.txt']);
  expect(await readFile(path, 'utf8')).toBe('old');
});

test.skipIf(process.platform === 'win32')('a file may keep the mode of the one it replaces', async () => {
  const path = join(folder, 'a.txt');
  const modeAfter = async () => {
    await replaceFile(path, 'new', { mode: { like: path, otherwise: 0o644 } });
    return (await stat(path)).mode & 0o777;
  };
  expect(await modeAfter()).toBe(0o644 & ~process.umask());
  for (const mode of [0o600, 0o666]) {
    await chmod(path, mode);
    expect(await modeAfter()).toBe(mode);
  }
});

describe.skipIf(process.platform === 'win32')('a symbolic link, as to a synced folder', () => {
  const linked = async (target: string) => {
    const path = join(folder, 'data', 'a.json');
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'synced'));
    await symlink(target, path);
    return path;
  };
  const isLink = async (path: string) => (await lstat(path)).isSymbolicLink();

  test('stays, and the file behind it is replaced with its mode', async () => {
    const path = await linked('../synced/a.json');
    const behind = join(folder, 'synced', 'a.json');
    await writeFile(behind, 'old');
    await chmod(behind, 0o640);
    await replaceFile(path, 'new');
    expect([await isLink(path), await readFile(behind, 'utf8')]).toEqual([true, 'new']);
    expect((await stat(behind)).mode & 0o777).toBe(0o640);
    expect(await readdir(join(folder, 'data'))).toEqual(['a.json']);
    expect(await readdir(join(folder, 'synced'))).toEqual(['a.json']);
  });

  test('that leads to no file yet gets one there, also through further links', async () => {
    const path = await linked('../synced/link.json');
    await symlink('a.json', join(folder, 'synced', 'link.json'));
    await replaceFile(path, 'new');
    expect(await readFile(join(folder, 'synced', 'a.json'), 'utf8')).toBe('new');
    expect([await isLink(path), await isLink(join(folder, 'synced', 'link.json'))]).toEqual([true, true]);
  });

  test('whose folder is not there, as that of a disk that is not mounted, is an error and stays', async () => {
    const path = await linked('../unplugged/a.json');
    await expect(replaceFile(path, 'new')).rejects.toThrow('ENOENT');
    expect(await readdir(folder)).toEqual(['data', 'synced']);
    expect(await isLink(path)).toBe(true);
  });

  test('that leads in a circle, or to something that is no file, is an error and stays', async () => {
    const path = await linked('a.json');
    await expect(replaceFile(path, 'new')).rejects.toThrow();
    await rm(path);
    await symlink('../synced', path);
    await expect(replaceFile(path, 'new')).rejects.toThrow('is no file');
    expect(await isLink(path)).toBe(true);
  });
});

test('missing folders are created and only the owner may read the file', async () => {
  const path = join(folder, 'deep', 'er', 'a.json');
  await replaceFile(path, '{}');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a target that cannot be replaced leaves no temporary file', async () => {
  await expect(replaceFile(folder, 'x')).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a new folder is durable: the one above it is synced', async () => {
  const handle = await open(folder);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  await handle.close();
  await makeFolder(join(folder, 'a', 'b'));
  expect(sync).toHaveBeenCalledTimes(2);
  await makeFolder(join(folder, 'a', 'b'));
  expect(sync).toHaveBeenCalledTimes(2);
  sync.mockRestore();
});
