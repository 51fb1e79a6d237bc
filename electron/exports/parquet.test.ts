// A Parquet file is built in a temporary file and read back; problems there must fail the export with a message.

import { createReadStream } from 'node:fs';
import type * as Fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openParquet } from './parquet.ts';
import { WorkFolder } from './work-folder.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return { ...fs, createReadStream: vi.fn(fs.createReadStream) };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-parquet-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('an unreadable temporary file fails the export, and nothing of it is left', async () => {
  const denied = Object.assign(new Error('EACCES: permission denied, read'), { code: 'EACCES' });
  const unreadable = new Readable({
    read() {
      this.destroy(denied);
    },
  });
  vi.mocked(createReadStream).mockReturnValueOnce(unreadable as ReturnType<typeof createReadStream>);
  const write = vi.fn(async () => undefined);
  const body = await openParquet({
    fields: [{ name: 'name', type: 'S' }],
    header: ['name'],
    work: new WorkFolder(folder),
    signal: new AbortController().signal,
    write,
  });
  await body.page([['a']]);
  await expect(body.end()).rejects.toMatchObject({ code: 'FILE_FAILED', values: { path: folder } });
  await body.release();
  expect(write).not.toHaveBeenCalled();
  expect(await readdir(folder)).toEqual([]);
});
