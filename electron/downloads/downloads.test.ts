import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job, DownloadSelection } from '#shared/bridge/downloads.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { FakeClock, settle } from '../testing/fake-clock.ts';
import { meetingOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { FakeService, refusal, type Reply } from '../testing/fake-service.ts';
import { firstSize, sizeNote, writeSize } from './plan/window-size.ts';
import { runQuery } from './query.ts';
import { runInForeground } from './jobs/run-now.ts';
import { JobList, jobsFile } from './jobs/job-list.ts';
import { newJob } from './jobs/job.ts';
import { newDataDir, openDownloads, removeDataDir, type OpenDownloads } from './testing/open-downloads.ts';

const WEEKENDS = ['20260905', '20260906', '20260913', '20260926', '20261003', '20261010', '20261024'];
const AUTUMN: DownloadSelection = { tables: ['d_ra'], from: '20260901', to: '20261101' };
/** Reference tables are requested with one more day at either end. */
const WINDOWS = ['d_ra 20260904 20261005', 'd_ra 20261009 20261102'];
const LAST_SENT = '20261102';

let dataDir: string;
let service: FakeService;
let open: OpenDownloads;

beforeEach(async () => {
  dataDir = await newDataDir();
  service = new FakeService({
    d_ra: WEEKENDS.flatMap((racedate) => racesOf('d_ra', { racedate, races: 3, runners: 4 })),
    t_ra: WEEKENDS.flatMap((racedate) => racesOf('t_ra', { racedate, races: 3, runners: 4 })),
    d_se: WEEKENDS.flatMap((racedate) => runnersOf('d_se', { racedate, races: 3, runners: 4 })),
    d_ka: WEEKENDS.map((racedate) => meetingOf('d_ka', racedate)),
  });
  open = await openDownloads(service, dataDir);
  // The race days are stored already, so only the tables' own requests are left.
  const period = { start_racedate: AUTUMN.from, end_racedate: AUTUMN.to };
  await runQuery(await context(), 'd_ka', period);
  service.received.length = 0;
});

const context = () => open.context();

afterEach(async () => {
  await open.close();
  await removeDataDir(dataDir);
});

const ended = (state: string) => ['done', 'incomplete', 'failed', 'cancelled'].includes(state);
const is = (wanted: string) => (state: string) => state === wanted;

/** Holds the answers back until the returned function is called. */
function holdBack() {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  service.misbehave = () => promise;
  return () => {
    service.misbehave = () => undefined;
    resolve({});
  };
}

describe('a job', () => {
  it('fetches what is not stored, reports its progress, and a second one sends no request', async () => {
    const job = await open.downloads.start(AUTUMN, {});
    expect(job).toMatchObject({ id: 'job-1', kind: 'period', ...AUTUMN });
    const done = await open.until(job.id, ended);
    expect(done).toMatchObject({ state: 'done', windowsDone: 2, windowsTotal: 2, records: 21, reasons: [] });
    expect(done.bytes).toBeGreaterThan(1000);
    expect(done.finishedAt).toBeGreaterThanOrEqual(done.createdAt);
    expect(service.requests).toEqual(WINDOWS);

    const again = await open.downloads.start(AUTUMN, {});
    expect(await open.until(again.id, ended)).toMatchObject({ state: 'done', windowsTotal: 0 });
    expect(service.received).toHaveLength(2);
    expect((await open.downloads.list()).map(({ id }) => id)).toEqual(['job-2', 'job-1']);
  });

  it('requests only the race days of a table that takes single days', async () => {
    const { id } = await open.downloads.start({ ...AUTUMN, tables: ['t_ra'] }, {});
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', records: 21 });
    const requested = service.requests.filter((request) => request.startsWith('t_ra'));
    expect(requested).toEqual(WEEKENDS.map((day) => `t_ra ${day}`));
    expect(service.received).toHaveLength(requested.length);
  });

  it('waits for its turn', async () => {
    const release = holdBack();
    const first = await open.downloads.start(AUTUMN, {});
    const second = await open.downloads.start({ ...AUTUMN, tables: ['d_se'] }, {});
    await open.until(first.id, is('running'));
    expect((await open.downloads.list())[0]).toMatchObject({ id: second.id, state: 'waiting' });
    release();
    expect(await open.until(second.id, ended)).toMatchObject({ state: 'done', records: 84 });
  });

  it('when paused, stores what is in flight, and continues from there', async () => {
    const release = holdBack();
    const { id } = await open.downloads.start({ ...AUTUMN, tables: ['d_ra', 'd_se'] }, {});
    await open.until(id, is('running'));
    await expect.poll(() => service.received.length).toBe(2);
    expect(await open.downloads.pause(id)).toMatchObject({ state: 'paused' });
    release();
    await expect.poll(async () => (await open.downloads.list())[0]?.windowsDone).toBe(2);
    expect(service.received).toHaveLength(2);
    await open.downloads.resume(id);
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', windowsDone: 4, records: 105 });
    expect(new Set(service.requests).size).toBe(service.requests.length);
  });

  it('leaves out what a query has fetched meanwhile', async () => {
    await runQuery(await context(), 'd_ra', { start_racedate: AUTUMN.from, end_racedate: AUTUMN.to });
    service.records.d_ky = WEEKENDS.flatMap((racedate) =>
      runnersOf('d_ky', { racedate, races: 3, runners: 4 }),
    );
    service.received.length = 0;
    const release = holdBack();
    const { id } = await open.downloads.start({ ...AUTUMN, tables: ['d_ky'] }, {});
    await expect.poll(() => service.received.length).toBeGreaterThan(1);
    const answers = service.misbehave;
    const late = { start_racedate: '20261015', end_racedate: '20261101' };
    service.misbehave = (requested, count) =>
      (requested.filter.start_racedate ?? '') >= '20261015' ? undefined : answers(requested, count);
    await runQuery(await context(), 'd_ky', late);
    const before = service.received.length;
    release();
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', windowsDone: 6, windowsTotal: 6 });
    const requested = service.received.slice(before).map(({ filter }) => filter.end_racedate ?? '');
    expect(requested.filter((day) => day >= '20261022')).toEqual([]);
  });

  it('fetches reference tables in many windows', async () => {
    const archive = await open.archive();
    await archive.setNote(sizeNote(TABLES.d_ra), writeSize({ ...firstSize(TABLES.d_ra), days: 2 }));
    const { id } = await open.downloads.start({ ...AUTUMN, tables: ['d_se'] }, {});
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', records: 7 * 3 + 7 * 3 * 4 });
    expect(service.requests.filter((request) => request.startsWith('d_ra')).length).toBeGreaterThan(4);
  });

  it('when cancelled, leaves no request in flight, and can be retried', async () => {
    holdBack();
    const { id } = await open.downloads.start(AUTUMN, {});
    await expect.poll(() => service.received.length).toBe(2);
    expect(await open.downloads.cancel(id)).toMatchObject({ state: 'cancelled' });
    expect(open.client.activity.current()).toMatchObject({ inFlight: 0, queued: 0 });
    service.misbehave = () => undefined;
    await open.downloads.retry(id);
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', records: 21 });
  });

  it('pauses when the keys are refused, sends no further request, and continues with other keys', async () => {
    service.misbehave = () => ({ status: 401, text: refusal('UNAUTHORIZED', 'no') });
    const { id } = await open.downloads.start(AUTUMN, {});
    const paused = await open.until(id, is('paused'));
    expect(paused.error).toEqual({ code: 'UNAUTHORIZED', values: {} });
    const requested = service.received.length;
    expect(requested).toBeLessThanOrEqual(2);
    service.misbehave = () => undefined;
    open.connect({ kind: 'sample' });
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', records: 21 });
  });

  it('reports what could not be fetched, and a retry requests only that', async () => {
    service.misbehave = ({ filter }) =>
      (filter.start_racedate ?? '') >= '20261009'
        ? { status: 400, text: refusal('BAD_REQUEST', 'no') }
        : undefined;
    const { id } = await open.downloads.start(AUTUMN, {});
    const incomplete = await open.until(id, ended);
    expect(incomplete).toMatchObject({
      state: 'incomplete',
      error: { code: 'REFUSED' },
      reasons: [
        { table: 'd_ra', reason: 'not_fetched', where: '20261010-20261011' },
        { table: 'd_ra', reason: 'not_fetched', where: '20261017-20261018' },
        { table: 'd_ra', reason: 'not_fetched', where: '20261024-20261025' },
        { table: 'd_ra', reason: 'not_fetched', where: '20261031-20261101' },
      ],
    });
    service.misbehave = () => undefined;
    service.received.length = 0;
    await open.downloads.retry(id);
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', reasons: [] });
    expect(service.requests).toEqual([WINDOWS[1]]);
  });

  it('requests everything again for a refresh', async () => {
    await open.until((await open.downloads.start(AUTUMN, {})).id, ended);
    service.received.length = 0;
    const { id } = await open.downloads.start(AUTUMN, { refresh: true });
    await open.until(id, ended);
    expect(service.requests).toEqual([
      'd_ka 20260831 20261102',
      'd_ka 20261101 20261101',
      'd_ka 20261031 20261102',
      'd_ka 20260912 20260912',
      'd_ka 20260911 20260913',
      'd_ra 20260831 20261002',
      'd_ra 20261001 20261102',
    ]);
  });

  it('requests the calendar again for a refresh, since it may have lacked a day', async () => {
    await open.downloads.remove({ tables: ['d_ka'] });
    const meetings = service.records.d_ka ?? [];
    service.records.d_ka = meetings.slice(1);
    const selection: DownloadSelection = { ...AUTUMN, tables: ['t_ra'] };
    await open.until((await open.downloads.start(selection, {})).id, ended);
    service.records.d_ka = meetings;
    const { id } = await open.downloads.start(selection, { refresh: true });
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', records: 21 + 7 });
    expect(service.requests.filter((request) => request === `t_ra ${WEEKENDS[0]}`)).toHaveLength(1);
  });

  it('does not request the calendar a third time when it continues after a pause', async () => {
    await open.until((await open.downloads.start(AUTUMN, {})).id, ended);
    service.received.length = 0;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = ({ table }) => (table === 'd_ra' ? promise : undefined);
    const { id } = await open.downloads.start(AUTUMN, { refresh: true });
    await expect.poll(() => service.requests.filter((request) => request.startsWith('d_ra'))).toHaveLength(2);
    const calendar = service.requests.filter((request) => request.startsWith('d_ka'));
    expect(await open.downloads.pause(id)).toMatchObject({ state: 'paused' });
    resolve({});
    service.misbehave = () => undefined;
    await open.downloads.resume(id);
    expect(await open.until(id, ended)).toMatchObject({ state: 'done' });
    expect(service.requests.filter((request) => request.startsWith('d_ka'))).toEqual(calendar);
  });

  it('stops while another service is connected, and continues with its own', async () => {
    holdBack();
    const { id } = await open.downloads.start(AUTUMN, {});
    await expect.poll(() => service.received.length).toBe(2);
    open.connect({ kind: 'account', baseUrl: 'https://other.example' });
    await expect.poll(() => open.client.activity.current().inFlight).toBe(0);
    expect(await open.downloads.list()).toEqual([]);
    service.misbehave = () => undefined;
    service.received.length = 0;
    await settle();
    expect(service.received).toEqual([]);
    open.connect({ kind: 'sample' });
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', records: 21 });
  });

  it('continues at the next start, and requests nothing that was finished', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = (_, count) => (count === 2 ? promise : undefined);
    const { id } = await open.downloads.start(AUTUMN, {});
    await expect.poll(async () => (await open.downloads.list())[0]?.windowsDone).toBe(1);
    await open.close();
    resolve({});
    service.misbehave = () => undefined;
    service.received.length = 0;
    open = await openDownloads(service, dataDir, open.clock);
    open.downloads.wake();
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', windowsDone: 2, records: 21 });
    expect(service.received).toHaveLength(1);
  });

  it('continues in the window what a terminal left', async () => {
    const archive = await open.archive();
    const { clock } = open;
    const report = (error: unknown) => expect.fail(String(error));
    const list = await JobList.open({ path: jobsFile(archive.path), clock, notify: report, report });
    const stop = new AbortController();
    service.misbehave = async ({ filter }) => {
      if (filter.end_racedate !== LAST_SENT) return {};
      await expect.poll(async () => (await archive.coverage('d_ra', ['day:20260905'])).size).toBe(1);
      stop.abort();
      return new Promise(() => undefined);
    };
    const typed = newJob(AUTUMN, { id: 'typed', kind: 'period', want: 'stale', since: clock.now() });
    const options = {
      list,
      context: await context(),
      clock,
      signal: stop.signal,
      onProgress: () => undefined,
    };
    await expect(runInForeground(typed, options)).rejects.toThrow('CANCELLED');
    await list.close();
    service.misbehave = () => undefined;
    service.received.length = 0;
    expect(await open.downloads.list()).toMatchObject([{ id: 'typed', state: 'paused' }]);
    await open.downloads.resume('typed');
    expect(await open.until('typed', ended)).toMatchObject({ state: 'done' });
    expect(service.requests).toEqual([WINDOWS[1]]);
  });

  it('can be removed from the list once it has ended, not before', async () => {
    holdBack();
    const { id } = await open.downloads.start(AUTUMN, {});
    await expect(open.downloads.forget(id)).rejects.toThrow('DOWNLOAD_ACTIVE');
    await open.downloads.cancel(id);
    await open.downloads.forget(id);
    expect(await open.downloads.list()).toEqual([]);
    await expect(open.downloads.pause(id)).rejects.toThrow('DOWNLOAD_GONE');
  });
});

describe('a parked job', () => {
  let clock: FakeClock;
  beforeEach(async () => {
    await open.close();
    clock = new FakeClock();
    open = await openDownloads(service, dataDir, clock);
  });

  /** Advances the clock until the job is in that state. */
  async function pass(id: string, wanted: string) {
    let job: Job | undefined;
    await expect
      .poll(
        async () => {
          job = (await open.downloads.list()).find((each) => each.id === id);
          if (job?.state !== wanted) await clock.advance(100);
          return job?.state;
        },
        { interval: 1, timeout: 30_000 },
      )
      .toBe(wanted);
    if (!job) throw new Error('no such job');
    return job;
  }

  it('reports when the pause that the service asked for ends, and then continues by itself', async () => {
    service.misbehave = () => ({ status: 429, headers: { 'retry-after': '600' } });
    const { id } = await open.downloads.start(AUTUMN, {});
    const parked = await pass(id, 'parked');
    expect(parked).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
    const wait = (parked.parkedUntil ?? 0) - clock.now();
    expect(wait).toBeGreaterThan(590_000);
    service.misbehave = () => undefined;
    service.received.length = 0;
    await clock.advance(wait - 1_000);
    expect(service.received).toEqual([]);
    await clock.advance(2_000);
    expect(await pass(id, 'done')).toMatchObject({ records: 21 });
  });

  it('pauses longer after each failed attempt to reach the service, and keeps the other jobs waiting', async () => {
    service.misbehave = () => ({ breaks: true });
    const { id } = await open.downloads.start(AUTUMN, {});
    const second = await open.downloads.start({ ...AUTUMN, tables: ['d_se'] }, {});
    const waits: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const parked = await pass(id, 'parked');
      waits.push((parked.parkedUntil ?? 0) - clock.now());
      await clock.advance(waits.at(-1) ?? 0);
      expect((await open.downloads.list()).find((job) => job.id === second.id)?.state).toBe('waiting');
    }
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(new Set(waits).size).toBe(3);
    const { parkedUntil = 0 } = await pass(id, 'parked');
    service.misbehave = () => undefined;
    await clock.advance(parkedUntil - clock.now());
    await pass(id, 'done');
    await pass(second.id, 'done');
  });

  it('continues when the user resumes it', async () => {
    service.misbehave = () => ({ breaks: true });
    const { id } = await open.downloads.start(AUTUMN, {});
    await pass(id, 'parked');
    service.misbehave = () => undefined;
    await open.downloads.resume(id);
    expect(await pass(id, 'done')).toMatchObject({ records: 21 });
  });

  it.each([
    ['back', -9],
    ['forward', 9],
  ])('keeps to the requested pause while the clock is set %s by nine hours', async (_, hours) => {
    service.misbehave = () => ({ status: 429, headers: { 'retry-after': '600' } });
    const { id } = await open.downloads.start(AUTUMN, {});
    await pass(id, 'parked');
    service.misbehave = () => undefined;
    service.received.length = 0;
    clock.set(clock.now() + hours * 3_600_000);
    await clock.advance(60_000);
    const [shown] = await open.downloads.list();
    expect((shown?.parkedUntil ?? 0) - clock.now()).toBeGreaterThan(500_000);
    expect((shown?.parkedUntil ?? 0) - clock.now()).toBeLessThan(600_000);
    expect(service.received).toEqual([]);
    await clock.advance(541_000);
    await pass(id, 'done');
    // Days fetched with a date in the future are fetched again; nothing else is requested twice.
    expect(service.requests.filter((request) => request.startsWith('d_ra'))).toEqual(WINDOWS);
  });

  it('keeps to the requested pause of its key, and continues at once with another', async () => {
    service.misbehave = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    // The clock advances while the job is waited for, so the time that it first shows can be a little later.
    const earliestEnd = clock.now() + 7_200_000;
    const { id } = await open.downloads.start(AUTUMN, {});
    await pass(id, 'parked');
    service.misbehave = () => undefined;
    service.received.length = 0;
    await clock.advance(1_000);
    open.connect({ kind: 'sample' });
    await clock.advance(1_000);
    expect((await pass(id, 'parked')).parkedUntil).toBeGreaterThanOrEqual(earliestEnd);
    expect(service.received).toEqual([]);
    open.connect({ kind: 'sample' }, 'other');
    expect(await pass(id, 'done')).toMatchObject({ records: 21 });
  });

  it('waits no longer after a restart than its pause was long, whatever the date is by then', async () => {
    service.misbehave = () => ({ status: 429, headers: { 'retry-after': '600' } });
    const { id } = await open.downloads.start(AUTUMN, {});
    await pass(id, 'parked');
    await open.close();
    service.misbehave = () => undefined;
    clock.set(Date.UTC(2015, 0, 1));
    open = await openDownloads(service, dataDir, clock);
    open.downloads.wake();
    await clock.advance(1_000);
    const [shown] = await open.downloads.list();
    expect(shown?.state).toBe('parked');
    expect((shown?.parkedUntil ?? 0) - clock.now()).toBeLessThanOrEqual(600_000);
    await clock.advance(600_000);
    expect((await open.downloads.list())[0]?.state).not.toBe('parked');
  });

  it('is still parked after a restart, until the same time', async () => {
    service.misbehave = () => ({ status: 429, headers: { 'retry-after': '600' } });
    const { id } = await open.downloads.start(AUTUMN, {});
    const { parkedUntil } = await pass(id, 'parked');
    await open.close();
    service.misbehave = () => undefined;
    service.received.length = 0;
    open = await openDownloads(service, dataDir, clock);
    open.downloads.wake();
    await clock.advance(1_000);
    expect(await open.downloads.list()).toMatchObject([{ id, state: 'parked', parkedUntil }]);
    expect(service.received).toEqual([]);
    await clock.advance(600_000);
    await pass(id, 'done');
  });
});
