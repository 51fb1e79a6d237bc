import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DownloadSelection } from '#shared/bridge/downloads.ts';
import { meetingOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { FakeService, refusal } from '../testing/fake-service.ts';
import { newDataDir, openDownloads, removeDataDir, type OpenDownloads } from './testing/open-downloads.ts';

/** Two weekends long ago, and a day of last week, whose indices are still blank. */
const DAYS = ['20261003', '20261004', '20261017', '20261107'];
const SELECTION: DownloadSelection = { tables: ['d_ra', 'd_se'], from: '20261001', to: '20261120' };

let dataDir: string;
let service: FakeService;
let open: OpenDownloads;

beforeEach(async () => {
  dataDir = await newDataDir();
  const card = (racedate: string) => ({ racedate, races: 2, runners: 4 });
  service = new FakeService({
    d_ra: DAYS.flatMap((day) => racesOf('d_ra', card(day))),
    d_se: DAYS.flatMap((day) => runnersOf('d_se', card(day), day === '20261107' ? { idm: '' } : {})),
    t_se: DAYS.flatMap((day) => runnersOf('t_se', card(day))),
    d_ka: DAYS.map((day) => meetingOf('d_ka', day)),
  });
  open = await openDownloads(service, dataDir);
});

afterEach(async () => {
  await open.close();
  await removeDataDir(dataDir);
});

const ended = (state: string) => ['done', 'incomplete', 'failed', 'cancelled'].includes(state);

async function download(selection: DownloadSelection) {
  const { id } = await open.downloads.start(selection, {});
  return open.until(id, ended);
}

async function states(selection: DownloadSelection = SELECTION) {
  const calendars = await open.downloads.calendar(selection);
  return calendars.map(({ days }) =>
    Object.fromEntries(days.map(({ racedate, state }) => [racedate, state])),
  );
}

describe('the calendar of stored days', () => {
  it('shows the state of each day of each table', async () => {
    const [before] = await states();
    expect(before).toMatchObject({ '20261003': 'missing', '20261101': 'missing', '20261115': 'future' });
    await download({ ...SELECTION, tables: ['d_ka'] });
    const [, known] = await states();
    expect(known).toMatchObject({ '20261002': 'no_racing', '20261003': 'missing', '20261120': 'future' });
    await download(SELECTION);
    const [races, results] = await states();
    expect(races).toMatchObject({ '20261003': 'complete', '20261005': 'no_racing', '20261107': 'complete' });
    expect(results).toMatchObject({ '20261003': 'complete', '20261107': 'provisional' });
    const [, { days } = { days: [] }] = await open.downloads.calendar(SELECTION);
    const day = days.find(({ racedate }) => racedate === '20261003');
    expect(day).toMatchObject({ records: 8 });
    expect(day).not.toHaveProperty('reasons');
    expect(days).toHaveLength(51);
  });

  it('recognizes a day with a race that is short of runners', async () => {
    service.matching = (table, filter) =>
      FakeService.prototype.matching
        .call(service, table, filter)
        .filter(({ horse_number }) => horse_number !== '03');
    await download(SELECTION);
    const [races, results] = await states();
    expect(races).toMatchObject({ '20261003': 'complete' });
    expect(results).toMatchObject({ '20261003': 'incomplete', '20261017': 'incomplete' });
  });
});

describe('a day that its meeting has left', () => {
  it('is without racing, and no gap, though the present tables still have the races there', async () => {
    const [from = '', to] = [DAYS[0], '20261005'];
    service.records.t_ka = [meetingOf('t_ka', from)];
    service.records.t_ra = racesOf('t_ra', { racedate: from, races: 2, runners: 4 });
    await download({ tables: ['t_ka', 't_ra'], from, to: from });
    await open.clock.advance(60_000);
    for (const table of ['d_ka', 'd_ra', 'd_se'] as const)
      service.records[table] = (service.records[table] ?? []).map((each) =>
        each['racedate'] === from ? { ...each, racedate: to } : each,
      );
    const selection: DownloadSelection = { tables: ['d_ka', 'd_ra', 'd_se'], from, to };
    expect((await download(selection)).state).toBe('done');
    for (const days of await states(selection))
      expect(days).toMatchObject({ [from]: 'no_racing', [to]: 'complete' });
    service.received.length = 0;
    const { id } = await open.downloads.fillGaps(selection);
    await open.until(id, ended);
    expect(service.requests).toEqual([]);
  });
});

describe('a day that cannot be checked', () => {
  it('is incomplete in the calendar as in the job, and its gap is filled by what it is checked against', async () => {
    service.misbehave = ({ table }) =>
      table === 'd_ra' || table === 'd_ka'
        ? { status: 400, text: refusal('BAD_REQUEST', 'not in your plan') }
        : undefined;
    const selection: DownloadSelection = { tables: ['d_se'], from: '20261003', to: '20261003' };
    expect((await download(selection)).state).toBe('incomplete');
    expect(await states(selection)).toEqual([{ '20261003': 'incomplete' }]);
    const [{ days } = { days: [] }] = await open.downloads.calendar(selection);
    expect(days[0]?.reasons).toEqual(['unchecked']);
    service.misbehave = () => undefined;
    service.received.length = 0;
    const { id } = await open.downloads.fillGaps(selection);
    expect((await open.until(id, ended)).state).toBe('done');
    expect(await states(selection)).toEqual([{ '20261003': 'complete' }]);
    expect(service.requests.filter((request) => request.startsWith('d_se'))).toEqual([]);
  });
});

describe('filling the gaps', () => {
  it('requests what is missing, provisional or incomplete, and nothing else', async () => {
    await download({ ...SELECTION, to: '20261005' });
    service.misbehave = ({ table }) =>
      table === 'd_se' ? { status: 400, text: refusal('BAD_REQUEST', 'no') } : undefined;
    await download(SELECTION);
    service.misbehave = () => undefined;
    service.received.length = 0;
    const { id, kind } = await open.downloads.fillGaps(SELECTION);
    expect(kind).toBe('gaps');
    expect(await open.until(id, ended)).toMatchObject({ state: 'done' });
    expect(service.requests.filter((request) => request.startsWith('d_se'))).toEqual([
      'd_se 20261017 20261114',
    ]);
    // The indices of last week are still to come: each time the gaps are filled they are requested once.
    service.received.length = 0;
    const again = await open.downloads.fillGaps({ ...SELECTION, tables: ['d_se'], to: '20261107' });
    await open.until(again.id, ended);
    expect(service.requests).toEqual(['d_se 20261107 20261107']);
  });
});

describe('trying again', () => {
  it('requests the days of a download that lack a runner', async () => {
    const matching = service.matching.bind(service);
    service.matching = (table, filter) =>
      matching(table, filter).filter(({ horse_number }) => horse_number !== '03');
    const selection: DownloadSelection = { tables: ['d_se'], from: '20261003', to: '20261004' };
    const { id, state } = await download(selection);
    expect(state).toBe('incomplete');
    service.matching = matching;
    await open.clock.advance(3_600_000);
    await open.downloads.retry(id);
    expect(await open.until(id, ended)).toMatchObject({ state: 'done', reasons: [] });
    expect(await states(selection)).toEqual([{ '20261003': 'complete', '20261004': 'complete' }]);
  });
});

describe('the plan before a download', () => {
  it('lists the requests without sending any', async () => {
    const [races, results] = await open.downloads.plan(SELECTION, {});
    expect(races).toMatchObject({
      table: 'd_ra',
      requests: 2,
      days: 45,
      storedDays: 6,
      isCalendarKnown: false,
    });
    expect(results?.estimatedRecords).toBeGreaterThan(races?.estimatedRecords ?? 0);
    expect(service.received).toEqual([]);
  });

  it('equals the requests of the download', async () => {
    await download({ ...SELECTION, tables: ['d_ka'] });
    service.received.length = 0;
    const plans = await open.downloads.plan(SELECTION, {});
    await download(SELECTION);
    expect(service.received).toHaveLength(plans.reduce((sum, { requests }) => sum + requests, 0));
    const [stored] = await open.downloads.plan(SELECTION, {});
    expect(stored).toMatchObject({ requests: 0, days: 0, storedDays: 51, estimatedSeconds: 0 });
    const [refreshed] = await open.downloads.plan(SELECTION, { refresh: true });
    expect(refreshed?.requests).toBeGreaterThan(0);
  });

  it('counts single days for a table that takes them, and estimates by the days stored so far', async () => {
    await download({ ...SELECTION, tables: ['d_ka'] });
    await download({ ...SELECTION, tables: ['t_se'], to: '20261017' });
    const [plan] = await open.downloads.plan({ ...SELECTION, tables: ['t_se'], to: '20261107' }, {});
    expect(plan).toMatchObject({ days: 1, requests: 1, estimatedRecords: 8, isCalendarKnown: true });
  });

  it('refuses dates that do not exist, and a period that ends before it begins', async () => {
    const wrong = { ...SELECTION, from: '20260231' };
    await expect(open.downloads.plan(wrong, {})).rejects.toThrow('INVALID_FILTER');
    await expect(open.downloads.start({ ...SELECTION, from: '20261121' }, {})).rejects.toThrow(
      'INVALID_FILTER',
    );
  });
});

describe('the disk', () => {
  it('reports what each table stores, and returns the space of what is removed', async () => {
    await download(SELECTION);
    const { tables, fileBytes } = await open.downloads.usage();
    expect(tables).toMatchObject([
      { table: 'd_ra', records: 8, days: 4, firstDay: '20261003', lastDay: '20261107' },
      { table: 'd_ka', records: 4 },
      { table: 'd_se', records: 32 },
    ]);
    const ofTables = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(ofTables).toBeGreaterThan(0);
    expect(fileBytes).toBeGreaterThan(ofTables);
    const removed = await open.downloads.remove({ tables: ['d_se'], from: '20261004', to: '20261017' });
    expect(removed).toEqual({ records: 16 });
    const [races, results] = await states();
    expect(races).toMatchObject({ '20261004': 'complete' });
    expect(results).toMatchObject({
      '20261003': 'complete',
      '20261004': 'missing',
      '20261107': 'provisional',
    });
  });

  it('deletes nothing of a period that is none', async () => {
    await download(SELECTION);
    const removal = { tables: ['d_se' as const], from: '73902942' };
    await expect(open.downloads.remove(removal)).rejects.toMatchObject({ code: 'INVALID_FILTER' });
  });

  it('looks at no period that nobody means', async () => {
    const tooLong = { ...SELECTION, from: '20260101', to: '96530623' };
    await expect(open.downloads.calendar(tooLong)).rejects.toMatchObject({ code: 'INVALID_FILTER' });
  });

  it('keeps tables that a job is working on', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    service.misbehave = () => promise;
    const { id } = await open.downloads.start(SELECTION, {});
    await expect(open.downloads.remove({ tables: ['d_se'] })).rejects.toThrow('DOWNLOAD_ACTIVE');
    await expect(open.downloads.remove({ tables: ['m_uk'] })).resolves.toEqual({ records: 0 });
    resolve({});
    await open.until(id, ended);
    expect(await open.downloads.remove({ tables: ['d_ra', 'd_se'] })).toEqual({ records: 40 });
  });
});
