// An empty archive for each test of a file, in a folder of its own, with a spool beside it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openSpool, type Spool } from '../../service-client/spool.ts';
import { putEmptyArchive } from '../../testing/empty-archive.ts';
import { Archive } from '../archive.ts';

interface Opened {
  readonly archive: Archive;
  readonly spool: Spool;
  /** The folder of both; the archive's file is `a.duckdb`. */
  readonly dir: string;
}

/** `now`: the clock when the archive is opened, epoch milliseconds. Returns what the test that runs has. */
export function eachTestOpensAnArchive(now: number): () => Opened {
  let opened: Opened | undefined;
  beforeEach(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'railbird-archive-'));
    const path = join(dir, 'a.duckdb');
    await putEmptyArchive(path);
    opened = { archive: await Archive.open(path, now), spool: openSpool(dir), dir };
  });
  afterEach(async () => {
    await opened?.archive.close();
    if (opened !== undefined) await rm(opened.dir, { recursive: true, force: true });
    opened = undefined;
  });
  return () => {
    if (opened === undefined) throw new Error('only a test has an archive');
    return opened;
  };
}
