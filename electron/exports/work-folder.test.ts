import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WorkFolder } from './work-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-work-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const readAll = async (work: WorkFolder, path: string, excess = 0): Promise<string> =>
  Buffer.concat(await Array.fromAsync(work.read(path, { excess }), (piece) => Buffer.from(piece))).toString();

test('a file is read once, without what is too much at its end', async () => {
  const work = new WorkFolder(folder);
  const path = await work.file('rows');
  await writeFile(path, 'a\nb,\n');
  expect(await readAll(work, path, 2)).toBe('a\nb');
  await expect(readAll(work, path)).rejects.toMatchObject({ code: 'FILE_FAILED' });
  await work.release();
  expect(await readdir(folder)).toEqual([]);
});

test('a part that cannot be read back fails the file, and an error of the reader stays its own', async () => {
  const work = new WorkFolder(folder);
  const path = await work.file('rows');
  await expect(readAll(work, path)).rejects.toMatchObject({ code: 'FILE_FAILED', values: { path: folder } });
  await writeFile(path, 'a');
  const use = async (): Promise<void> => {
    for await (const piece of work.read(path)) throw new Error(`no room for ${piece.length}`);
  };
  await expect(use()).rejects.toThrow('no room for 1');
  await work.release();
});

test('a file of several pieces is read whole', async () => {
  const work = new WorkFolder(folder);
  const path = await work.file('rows');
  const text = Array.from({ length: 300_000 }, (_, at) => `line ${at}\n`).join('');
  await writeFile(path, text);
  expect(await readAll(work, path, 1)).toBe(text.slice(0, -1));
});
