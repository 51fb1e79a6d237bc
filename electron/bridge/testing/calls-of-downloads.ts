// The expected answers of the `downloads` procedures: part of the contract suite.

import { expect } from 'vitest';
import type { DownloadSelection } from '#shared/bridge/downloads.ts';
import type { Calls } from './call.ts';
import { expectCoded, failureOf } from './coded-failure.ts';

const SELECTION: DownloadSelection = { tables: ['d_ra'], from: '20261101', to: '20261130' };

export const DOWNLOADS_CALLS: Calls = {
  'downloads.plan': async ({ downloads }) => {
    const [plan] = await downloads.plan(SELECTION);
    expect(plan).toMatchObject({ table: 'd_ra', requests: 1, isCalendarKnown: true });
  },
  'downloads.start': async ({ downloads }) => {
    expect(await downloads.start(SELECTION)).toMatchObject({
      ...SELECTION,
      state: 'waiting',
      kind: 'period',
    });
  },
  'downloads.list': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expect((await downloads.list()).map((job) => job.id)).toContain(id);
  },
  'downloads.watch': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    const stream = await downloads.watch();
    const next = async () => {
      const event = await stream.next();
      return event.done === true ? undefined : event.value;
    };
    expect((await next())?.jobs.map((job) => job.id)).toContain(id);
    await downloads.pause({ id });
    expect(await next()).toMatchObject({ jobs: [{ id, state: 'paused' }], gone: [] });
    await downloads.cancel({ id });
    await downloads.forget({ id });
    let gone: readonly string[] = [];
    while (gone.length === 0) gone = (await next())?.gone ?? ['the stream ended'];
    expect(gone).toEqual([id]);
    await stream.return(undefined);
  },
  'downloads.pause': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expect(await downloads.pause({ id })).toMatchObject({ id, state: 'paused' });
  },
  'downloads.resume': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    await downloads.pause({ id });
    expect(await downloads.resume({ id })).toMatchObject({ id, state: 'waiting' });
  },
  'downloads.cancel': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expect(await downloads.cancel({ id })).toMatchObject({ id, state: 'cancelled' });
  },
  'downloads.retry': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    await downloads.cancel({ id });
    expect(await downloads.retry({ id })).toMatchObject({ id, state: 'waiting' });
  },
  'downloads.forget': async ({ downloads }) => {
    const { id } = await downloads.start(SELECTION);
    expectCoded(await failureOf(downloads.forget({ id })), { code: 'DOWNLOAD_ACTIVE', values: {} });
    await downloads.cancel({ id });
    expect(await downloads.forget({ id })).toEqual({});
    expectCoded(await failureOf(downloads.forget({ id })), { code: 'DOWNLOAD_GONE', values: {} });
  },
  'downloads.calendar': async ({ downloads }) => {
    const [calendar] = await downloads.calendar(SELECTION);
    expect(calendar).toEqual({
      table: 'd_ra',
      days: [{ racedate: '20261101', state: 'complete', records: 36, fetchedAt: 1 }],
    });
  },
  'downloads.fillGaps': async ({ downloads }) => {
    expect(await downloads.fillGaps(SELECTION)).toMatchObject({ ...SELECTION, kind: 'gaps' });
  },
  'downloads.usage': async ({ downloads }) => {
    const { tables, fileBytes } = await downloads.usage();
    expect(tables).toEqual([{ table: 'm_uk', records: 3, bytes: 300, days: 0 }]);
    expect(fileBytes).toBe(4096);
  },
  'downloads.remove': async ({ downloads }) => {
    expect(await downloads.remove({ tables: ['m_uk'] })).toEqual({ records: 3 });
  },
};
