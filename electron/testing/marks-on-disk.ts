// A data folder with marks, as one start of the app after another finds and leaves it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofRunner, type Annotation } from '#shared/annotations/annotation.ts';
import { createArchives, type Archives } from '../archive/archives.ts';
import type { NewNotice } from '../files/notices.ts';
import { putEmptyArchiveOf } from './empty-archive.ts';

export const SAMPLE = { kind: 'sample' } as const;

export interface MarksOnDisk {
  readonly dataDir: string;
  /** The file of the marks. */
  readonly file: string;
  /** Those of all starts. */
  readonly notices: readonly NewNotice[];
  /** Goes on by one whenever the time is asked for. */
  readonly clock: { now: number };
  /** Starts the app for as long as it is used. */
  restarted<T>(use: (app: Archives) => Promise<T>): Promise<T>;
  /** Marks the first runner of a race. */
  marked(racekey: string): Promise<Annotation>;
  /** What the archive's table has marked with ◎, by id. */
  inTable(): Promise<readonly string[]>;
  /** What the app has after a start, by id. */
  listed(): Promise<readonly Annotation[]>;
  remove(): Promise<void>;
}

export async function marksOnDisk(): Promise<MarksOnDisk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-marks-'));
  const notices: NewNotice[] = [];
  const clock = { now: 1000 };
  const restarted: MarksOnDisk['restarted'] = async (use) => {
    await putEmptyArchiveOf(dataDir, SAMPLE);
    const app = createArchives({
      dataDir,
      now: () => (clock.now += 1),
      notices: {
        add: async (notice) => {
          notices.push(notice);
        },
      },
      threads: 1,
    });
    try {
      return await use(app);
    } finally {
      await app.close();
    }
  };
  return {
    dataDir,
    file: join(dataDir, 'annotations', 'sample.jsonl'),
    notices,
    clock,
    restarted,
    marked: (racekey) =>
      restarted(async (app) =>
        (await app.annotationsOf(SAMPLE)).change({ ...ofRunner(racekey, 1), mark: '1' }),
      ),
    inTable: () =>
      restarted(async (app) =>
        (await (await app.of(SAMPLE)).rows(`select id from annotation where mark = '1' order by id`)).map(
          String,
        ),
      ),
    listed: () =>
      restarted(async (app) =>
        (await app.annotationsOf(SAMPLE)).list().toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
