// Days whose records were fetched while they were raced, looked at once they are over.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { racedatesBetween } from '#shared/racing/racedate.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';
import type { FakeService, Reply } from '../testing/fake-service.ts';
import { newDataDir, openDownloads, removeDataDir, type OpenDownloads } from './testing/open-downloads.ts';

const DAY = TODAY.racedate;
const HOUR = 3_600_000;
/** Nine in the morning in Tokyo, after the day at whose noon the clock starts. */
const NEXT_MORNING = Date.UTC(2026, 10, 16, 0);
const A_WEEK_LATER = NEXT_MORNING + 7 * 24 * HOUR;

let service: FakeService;
beforeEach(() => {
  service = threeDays();
});

describe('a download that was interrupted while a day was raced, and continues once it is over', () => {
  let dataDir: string;
  let open: OpenDownloads;
  beforeEach(async () => {
    dataDir = await newDataDir();
    open = await openDownloads(service, dataDir);
  });
  afterEach(async () => {
    await open.close();
    await removeDataDir(dataDir);
  });

  const ended = (state: string) => ['done', 'incomplete', 'failed', 'cancelled'].includes(state);
  const requestsOf = (table: TableCode) =>
    service.requests.filter((request) => request.startsWith(`${table} `));

  /** Starts a job, interrupts it once `first` is stored, and resumes it the next morning. */
  async function interrupted(options: { readonly refresh?: boolean } = {}) {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = ({ table }) => (table === 't_se' ? promise : undefined);
    const selection = { tables: ['t_ky' as const, 't_se' as const], from: YESTERDAY.racedate, to: DAY };
    const { id } = await open.downloads.start(selection, options);
    const archive = await open.archive();
    await expect.poll(async () => (await archive.coverage('t_ky', [`day:${DAY}`])).size).toBe(1);
    await expect.poll(() => requestsOf('t_se').length).toBeGreaterThan(0);
    await open.downloads.pause(id);
    resolve({ status: 503, text: '' });
    await expect.poll(() => open.client.activity.current().inFlight).toBe(0);
    service.misbehave = () => undefined;
    service.received.length = 0;
    open.clock.set(NEXT_MORNING);
    await open.downloads.resume(id);
    return open.until(id, ended);
  }

  it('requests that day again, and no other', async () => {
    expect((await interrupted()).state).toBe('done');
    expect(requestsOf('t_ky')).toEqual([`t_ky ${DAY}`]);
    expect(requestsOf('t_se')).toContain(`t_se ${DAY}`);
  });

  it('does so with what it is checked against, if everything is requested', async () => {
    await interrupted({ refresh: true });
    expect(requestsOf('t_ky')).toEqual([`t_ky ${DAY}`]);
    expect(requestsOf('t_ra')).toContain(`t_ra ${DAY}`);
    expect(requestsOf('t_ra')).not.toContain(`t_ra ${YESTERDAY.racedate}`);
  });

  it('is not complete if the day ends while it runs, and its gap is filled', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    service.misbehave = ({ table }) => (table === 't_se' ? promise : undefined);
    const selection = { tables: ['t_ky' as const, 't_se' as const], from: DAY, to: DAY };
    const { id } = await open.downloads.start(selection, {});
    await expect.poll(() => requestsOf('t_se').length).toBeGreaterThan(0);
    open.clock.set(NEXT_MORNING);
    resolve({});
    expect(await open.until(id, ended)).toMatchObject({
      state: 'incomplete',
      reasons: [{ reason: 'not_fetched', where: DAY, table: 't_ky' }],
    });
    service.misbehave = () => undefined;
    const gaps = await open.downloads.fillGaps(selection);
    expect((await open.until(gaps.id, ended)).state).toBe('done');
  });
});

describe('a table that was fetched while its day was raced', () => {
  let core: Core;
  beforeEach(async () => {
    core = await openCore(service);
  });
  afterEach(() => core.close());

  const summaryOf = async (table: TableCode, filter: Filter, refresh = false) =>
    (await core.results.open({ kind: 'table', table, filter }, { alone: true, refresh })).summary;
  const goAway = () => {
    service.misbehave = () => ({ breaks: true });
  };
  const notFetched = (where: string) => expect.objectContaining({ reason: 'not_fetched', where });

  it('is complete as of then, while the day is under way', async () => {
    expect(await summaryOf('t_ky', { racedate: DAY })).toMatchObject({ complete: true, reasons: [] });
    goAway();
    core.clock.set(core.clock.now() + 3 * HOUR);
    expect(await summaryOf('t_ky', { racedate: DAY })).toMatchObject({ complete: true, reasons: [] });
  });

  it('counts as known since the service’s time, if this computer’s clock is behind it', async () => {
    const servedAt = core.clock.now() + 4 * HOUR;
    service.misbehave = () => ({ headers: { date: new Date(servedAt).toUTCString() } });
    for (const table of ['t_ra', 't_ky'] as const) await summaryOf(table, { racedate: DAY });
    expect(await core.races.versionTimes('05261501')).toEqual([servedAt]);
  });

  it('is incomplete once the day is over, if it cannot be requested again', async () => {
    await summaryOf('t_ka', { racedate: DAY });
    await summaryOf('t_ky', { racedate: DAY });
    await summaryOf('t_ky', { racedate: YESTERDAY.racedate });
    core.clock.set(A_WEEK_LATER);
    goAway();
    expect(await summaryOf('t_ky', { racedate: DAY })).toMatchObject({
      complete: false,
      records: 36,
      reasons: [notFetched(DAY)],
    });
    // It was fetched when it was over.
    expect(await summaryOf('t_ky', { racedate: YESTERDAY.racedate })).toMatchObject({ complete: true });
    expect(await summaryOf('t_ky', { racekey: '05261501' })).toMatchObject({
      complete: false,
      reasons: [notFetched('05261501')],
    });
    service.misbehave = () => undefined;
    // The service is tried again.
    await core.clock.advance(60_000);
    expect(await summaryOf('t_ky', { racedate: DAY })).toMatchObject({ complete: true, reasons: [] });
    goAway();
    expect(await summaryOf('t_ky', { racedate: DAY })).toMatchObject({ complete: true, reasons: [] });
  });

  it('is said to lack that day once, with the cause, beside what was not fetched at all', async () => {
    await summaryOf('t_ky', { racedate: DAY });
    core.clock.set(A_WEEK_LATER);
    goAway();
    const filter = { start_racedate: YESTERDAY.racedate, end_racedate: DAY };
    await summaryOf('d_se', filter).catch(() => undefined);
    service.misbehave = ({ table }) => (table === 'd_se' ? undefined : { breaks: true });
    core.clock.set(NEXT_MORNING + HOUR);
    // The service is tried again.
    await core.clock.advance(60_000);
    // The past table does not have the day yet.
    expect(await summaryOf('d_se', filter)).toMatchObject({ records: 36 });
    core.clock.set(A_WEEK_LATER + HOUR);
    goAway();
    const { reasons } = await summaryOf('d_se', filter);
    expect(reasons).toContainEqual(notFetched(DAY));
    expect(reasons.filter(({ where }) => where === YESTERDAY.racedate)).toEqual([]);
  });

  it('is named as one period, however long', async () => {
    const archive = await core.archive();
    const filter = { start_racedate: '20161115', end_racedate: '20261114' };
    const days = [...racedatesBetween(filter.start_racedate, filter.end_racedate)];
    await archive.rows(
      `insert into coverage select 'd_zk', 'day:' || day, day, epoch_ms(strptime(day, '%Y%m%d')), 1, 0, 0, 0, '[]', '[]', 0
         from (select unnest(from_json(?, '["VARCHAR"]')) as day)`,
      [JSON.stringify(days)],
    );
    core.clock.set(A_WEEK_LATER);
    goAway();
    const { reasons } = await summaryOf('d_zk', filter);
    expect(reasons).toContainEqual(notFetched('20161115-20261114'));
  });
});
