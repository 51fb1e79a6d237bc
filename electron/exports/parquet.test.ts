// A Parquet file is built in a temporary file and read back; problems there must fail the export with a message.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { openParquet } from './parquet.ts';
import { WorkFolder } from './work-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-parquet-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('an unreadable temporary file fails the export, and nothing of it is left', async () => {
  class Unreadable extends WorkFolder {
    override async *read(): AsyncGenerator<Buffer, void, void> {
      yield* [];
      throw new RailbirdError('FILE_FAILED', { path: this.parent });
    }
  }
  const write = vi.fn(async () => undefined);
  const body = await openParquet({
    fields: [{ name: 'name', type: 'S' }],
    header: ['name'],
    work: new Unreadable(folder),
    signal: new AbortController().signal,
    write,
  });
  await body.page([['a']]);
  await expect(body.end()).rejects.toMatchObject({ code: 'FILE_FAILED', values: { path: folder } });
  await body.release();
  expect(write).not.toHaveBeenCalled();
  expect(await readdir(folder)).toEqual([]);
});
