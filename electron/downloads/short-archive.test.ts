// Downloads into an archive that cannot grow, or that has lost a day: only what is lacking is requested.

import { DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { LineFile } from '../service-client/line-writer.ts';
import { createArchives } from '../archive/archives.ts';
import { damageLongDay, fillLong, LONG_DAYS } from '../archive/testing/long-archive.ts';
import { ACCOUNT } from '../testing/command-line.ts';
import { putEmptyArchiveOf } from '../testing/empty-archive.ts';
import { HastyClock } from '../testing/fake-clock.ts';
import { meetingOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { FakeService } from '../testing/fake-service.ts';
import { NO_NOTICES } from '../testing/no-notices.ts';
import { openApp } from '../testing/open-app.ts';
import { newDataDir, openDownloads, removeDataDir, type OpenDownloads } from './testing/open-downloads.ts';
import { firstSize, sizeNote, writeSize } from './plan/window-size.ts';

const HOUR_MS = 3_600_000;
const ENDED = new Set(['done', 'incomplete', 'failed', 'cancelled']);

let dataDir: string;
let service: FakeService;

beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await removeDataDir(dataDir);
});

const serviceOf = (days: readonly string[]): FakeService => {
  const cards = days.map((racedate) => ({ racedate, races: 2, runners: 4 }));
  return new FakeService({
    d_ra: cards.flatMap((card) => racesOf('d_ra', card)),
    d_se: cards.flatMap((card) => runnersOf('d_se', card)),
    d_ka: cards.map(({ racedate }) => ({ ...meetingOf('d_ka', racedate), number_of_races: 2 })),
  });
};

const ofResults = () => service.requests.filter((request) => request.startsWith('d_se'));

describe.each([
  [
    'the archive',
    (isFull: () => boolean) => {
      const run = DuckDBConnection.prototype.run;
      vi.spyOn(DuckDBConnection.prototype, 'run').mockImplementation(function (
        this: DuckDBConnection,
        ...given
      ) {
        return given[0].startsWith('insert into "d_se"') && isFull()
          ? Promise.reject(new Error('IO Error: Could not write file "x": No space left on device'))
          : run.apply(this, given);
      });
    },
  ],
  [
    'the answers being received',
    (isFull: () => boolean) => {
      const finish = LineFile.prototype.finish;
      vi.spyOn(LineFile.prototype, 'finish').mockImplementation(function (this: LineFile) {
        const isAnswer = this.lines > 0 && ofResults().length > 0;
        return isAnswer && isFull()
          ? Promise.reject(
              Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
            )
          : finish.call(this);
      });
    },
  ],
])('a disk that is full during %s', (_, fill) => {
  let open: OpenDownloads;
  afterEach(() => open.close());

  const until = (id: string) => open.until(id, (state) => ENDED.has(state));

  async function storedDays(): Promise<string[]> {
    const archive = await open.archive();
    const rows = await archive.rows(
      'select distinct racedate from d_se where racedate is not null order by 1',
    );
    return rows.map(([day]) => String(day));
  }

  const DAYS = [
    '20260905', '20260912', '20260919', '20260926', '20261003', '20261010', '20261017', '20261024',
  ]; // prettier-ignore

  it('stops the download with a message until it is retried, which requests only what is lacking', async () => {
    service = serviceOf(DAYS);
    open = await openDownloads(service, dataDir);
    const size = { ...firstSize(TABLES.d_se), days: 7, most: 7 };
    await (await open.archive()).setNote(sizeNote(TABLES.d_se), writeSize(size));
    let writes = 0;
    let isFull = true;
    fill(() => isFull && (writes += 1) > 3);

    const { id } = await open.downloads.start({ tables: ['d_se'], from: DAYS[0]!, to: DAYS.at(-1)! }, {});
    const failed = await until(id);
    expect(failed).toMatchObject({
      state: 'failed',
      error: {
        code: 'ARCHIVE_FAILED',
        values: { problem: expect.stringMatching(/no space left on device/i) as string },
      },
    });
    const stored = await storedDays();
    expect(stored).toEqual(DAYS.slice(0, 3));
    const requested = service.received.length;
    expect(ofResults().length).toBeLessThan(DAYS.length);
    await open.clock.advance(HOUR_MS);
    await open.close();
    open = await openDownloads(service, dataDir, open.clock);
    open.downloads.wake();
    await open.clock.advance(HOUR_MS);
    expect(await open.downloads.list()).toMatchObject([{ id, state: 'failed' }]);
    expect(service.received).toHaveLength(requested);

    isFull = false;
    service.received.length = 0;
    await open.downloads.retry(id);
    expect(await until(id)).toMatchObject({ state: 'done', reasons: [] });
    expect(await storedDays()).toEqual(DAYS);
    const again = service.received.filter(({ table }) => table === 'd_se').map(({ filter }) => filter);
    const isIn =
      (day: string) =>
      ({ start_racedate: from = '', end_racedate: to = '' }: (typeof again)[number]) =>
        from <= day && day <= to;
    expect(DAYS.map((day) => again.filter(isIn(day)).length)).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
    expect(service.requests.filter((request) => !request.startsWith('d_se'))).toEqual([]);
  });
});

it('an archive that has lost a day of a table requests that day again, and no other', async () => {
  service = serviceOf(LONG_DAYS);
  const clock = new HastyClock(Date.UTC(2026, 11, 1));
  const identity = { kind: 'account', baseUrl: ACCOUNT.RAILBIRD_BASE_URL } as const;
  await putEmptyArchiveOf(dataDir, identity);
  const path = createArchives({ dataDir, now: () => clock.now(), notices: NO_NOTICES }).pathOf(identity);
  await fillLong(path, Date.UTC(2026, 10, 29));
  await damageLongDay(path, '20261108');

  const app = await openApp(dataDir, { service, clock });
  try {
    const fill = async () => {
      const period = { from: '20261101', to: '20261115' };
      const { id } = await app.client.downloads.start({ tables: ['d_se'], ...period });
      const state = async () => (await app.client.downloads.list()).find((job) => job.id === id)?.state;
      await expect.poll(async () => ENDED.has((await state()) ?? ''), { timeout: 60_000 }).toBe(true);
    };
    // The first run meets the damage, wherever it is by then; what the second one requests is what was lost.
    await fill();
    expect(await app.notices()).toMatchObject([{ subject: 'archive' }]);
    await fill();
    expect(ofResults()).toEqual(['d_se 20261108 20261108']);
  } finally {
    await app.close();
  }
}, 120_000);
