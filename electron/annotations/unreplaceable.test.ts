// A file of marks that cannot be replaced: an editor holds it on Windows, it is mounted, or the disk is full.

import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ofRunner } from '#shared/annotations/annotation.ts';
import * as atomicFile from '../files/atomic-file.ts';
import { marksOnDisk, SAMPLE, type MarksOnDisk } from '../testing/marks-on-disk.ts';

vi.mock('../files/atomic-file.ts', async (original) => {
  const real = await original<typeof atomicFile>();
  return { ...real, replaceFile: vi.fn(real.replaceFile) };
});

let disk: MarksOnDisk;

beforeEach(async () => {
  disk = await marksOnDisk();
  await disk.marked('05264101');
});

afterEach(async () => {
  vi.mocked(atomicFile.replaceFile).mockReset();
  await disk.remove();
});

/** Until it is called. */
async function locked(): Promise<() => void> {
  const { replaceFile } = await vi.importActual<typeof atomicFile>('../files/atomic-file.ts');
  let isLocked = true;
  vi.mocked(atomicFile.replaceFile).mockImplementation((path, ...others) =>
    isLocked && path === disk.file ? Promise.reject(new Error('EBUSY')) : replaceFile(path, ...others),
  );
  return () => {
    isLocked = false;
  };
}

const names = async () => (await readdir(dirname(disk.file))).toSorted();

it('is read as far as it can be, copied once over reads and starts, and written anew with the next change', async () => {
  const release = await locked();
  await appendFile(disk.file, 'nonsense\n');
  const damaged = await readFile(disk.file);
  for (let start = 0; start < 3; start += 1)
    await disk.restarted(async (app) => {
      for (let read = 0; read < 3; read += 1)
        expect((await app.annotationsOf(SAMPLE)).list()).toMatchObject([{ id: '05264101 01' }]);
    });
  expect(await names()).toEqual(['sample.jsonl', expect.stringContaining('sample.jsonl.damaged-')]);
  // The same notice at each start, and not another one.
  expect(new Set(disk.notices.map(({ key }) => key)).size).toBe(1);
  expect(disk.notices[0]?.key).toMatch(/^[\w-]+$/);
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    const change = () => annotations.change({ ...ofRunner('05264102', 1), mark: '1' });
    await expect(change()).rejects.toMatchObject({ code: 'FILE_FAILED' });
    expect(annotations.list()).toHaveLength(1);
    expect(await readFile(disk.file)).toEqual(damaged);
    release();
    await change();
  });
  expect(await readFile(disk.file, 'utf8')).not.toContain('nonsense');
  expect(await disk.inTable()).toEqual(['05264101 01', '05264102 01']);
  expect(await names()).toHaveLength(2);
});

it('is followed if another program puts it right meanwhile', async () => {
  await locked();
  const whole = await readFile(disk.file);
  await disk.marked('05264102');
  await appendFile(disk.file, 'nonsense\n');
  await disk.restarted(async (app) => {
    const annotations = await app.annotationsOf(SAMPLE);
    expect(annotations.list()).toHaveLength(2);
    await writeFile(disk.file, whole);
    await annotations.change({ ...ofRunner('05264103', 1), mark: '1' });
    expect(annotations.list().map(({ id }) => id)).toEqual(['05264103 01', '05264101 01']);
  });
});
