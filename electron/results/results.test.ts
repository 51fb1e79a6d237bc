import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { settle } from '../testing/fake-clock.ts';
import { meetingOf, racekeyOf, racesOf, recordOf, runnersOf } from '../testing/fake-records.ts';
import { envelope, refusal, type FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { OpenResult } from './open-result.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

describe('opening a table', () => {
  it('returns the records with the catalogue’s columns, in order, and complete', async () => {
    const result = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    expect(result.summary).toMatchObject({
      records: 36,
      complete: true,
      reasons: [],
      quarantined: 0,
      drift: 0,
      provisional: 0,
      windows: { fetched: 1, stored: 0 },
    });
    expect(result.summary.columns).toEqual(TABLES.t_se.columns.map(({ name }) => ({ name, known: true })));
    const [keys, numbers] = await result.cells(['racekey', 'horse_number'], 11, 2);
    expect([keys, numbers]).toEqual([
      [racekeyOf('20261114', 1), racekeyOf('20261114', 2)],
      ['12', '01'],
    ]);
  });

  it('reads only the wanted columns of a table, and says of the whole what it is', async () => {
    const whole = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const only = ['horse_number', 'racekey', 'no_such_column'];
    const part = await core.results.open(ofDay('t_se', YESTERDAY.racedate), { isSheet: true, only });
    expect(part.summary.columns.map(({ name }) => name).toSorted()).toEqual(['horse_number', 'racekey']);
    expect(part.summary).toMatchObject({ records: 36, complete: true });
    const names = ['racekey', 'horse_number'];
    expect(await part.cells(names, 0, 36)).toEqual(await whole.cells(names, 0, 36));
  });

  it('sends no request for a past day that is stored', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const requested = service.received.length;
    const again = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    expect(service.received.length).toBe(requested);
    expect(again.summary).toMatchObject({ records: 36, windows: { fetched: 0, stored: 1 } });
  });

  it('requests today again after a minute, and anything for a refresh', async () => {
    await core.results.open(ofDay('t_ra', TODAY.racedate));
    await core.clock.advance(61_000);
    await core.results.open(ofDay('t_ra', TODAY.racedate));
    await core.results.open(ofDay('t_ra', TODAY.racedate), { refresh: true });
    expect(service.requests).toEqual(Array.from({ length: 3 }, () => 't_ra 20261115'));
  });

  it('requests nothing for what is only wanted if it is stored, and holds up nobody who requests it', async () => {
    const stored = (source: ResultSource) =>
      core.results.open(source, { stored: true }).then(
        ({ summary }) => summary.complete,
        ({ code }: { code: string }) => code,
      );
    const source = ofPeriod('d_se', SATURDAY.racedate, YESTERDAY.racedate);
    expect(await stored(source)).not.toBe(true);
    expect(service.requests).toEqual([]);
    const [early, { summary }] = await Promise.all([stored(source), core.results.open(source)]);
    expect(early).not.toBe(true);
    expect(summary).toMatchObject({ complete: true, records: 72 });
    const requested = service.requests.length;
    expect(await stored(source)).toBe(true);
    expect(service.requests).toHaveLength(requested);
  });

  it('splits a period into windows and reports each', async () => {
    const progress: number[] = [];
    const result = await core.results.open(ofPeriod('d_se', '20260901', '20261114'), {
      onProgress: ({ windowsDone, windowsTotal }) => progress.push(windowsDone / windowsTotal),
    });
    expect(service.requests.toSorted()).toEqual([
      'd_ka 20260831 20261115',
      'd_ka 20260904 20260906',
      'd_ka 20260905 20260905',
      'd_ka 20261107 20261109',
      'd_ka 20261108 20261108',
      'd_ra 20260831 20261115',
      'd_se 20260901 20261001',
      'd_se 20261002 20261101',
      'd_se 20261102 20261114',
    ]);
    expect(result.summary).toMatchObject({ records: 72, windows: { fetched: 3, stored: 0 } });
    expect(progress.at(-1)).toBe(1);
  });

  it('never sends a filter that the interface does not accept', async () => {
    const sources: ResultSource[] = [
      { kind: 'table', table: 't_ra', filter: {} },
      { kind: 'table', table: 't_ra', filter: { horse_id: 'HX0000000101' } },
      { kind: 'table', table: 'd_ra', filter: { start_racedate: '20261101' } },
      ofPeriod('d_ra', '20261102', '20261101'),
      ofDay('t_ra', '20261131'),
    ];
    for (const source of sources) {
      await expect(core.results.open(source)).rejects.toMatchObject({ code: 'INVALID_FILTER' });
    }
    expect(service.received).toEqual([]);
  });

  it('quarantines records outside the filter and reports their number', async () => {
    service.misbehave = ({ table, filter }) => ({ text: envelope(table, filter, racesOf('t_ra', SATURDAY)) });
    const result = await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    expect(result.summary).toMatchObject({ records: 0, quarantined: 3 });
  });

  it('reports a set as incomplete if the count differs', async () => {
    service.misbehave = ({ table, filter }) =>
      table === 't_ra' ? { text: envelope(table, filter, racesOf('t_ra', YESTERDAY), 9) } : undefined;
    const result = await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    expect(result.summary).toMatchObject({
      complete: false,
      reasons: [{ reason: 'count_differs', where: '20261114' }],
    });
  });

  it('detects a race that lacks runners once its program is stored', async () => {
    await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    service.records.t_se = runnersOf('t_se', YESTERDAY).slice(0, -1);
    const result = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    expect(result.summary.reasons).toEqual([
      { reason: 'headcount_differs', where: racekeyOf('20261114', 3) },
    ]);
  });

  it('does not report runners that did not start as missing', async () => {
    await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    const scratched = recordOf('t_se', {
      ...runnersOf('t_se', YESTERDAY)[0],
      horse_number: '13',
      trouble_classification: '1',
    });
    service.records.t_se = [...runnersOf('t_se', YESTERDAY), scratched];
    const result = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    expect(result.summary).toMatchObject({ records: 37, complete: true });
  });

  it('reports a race that is on the program of a past day as missing', async () => {
    await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    service.records.t_se = runnersOf('t_se', { ...YESTERDAY, races: 2 });
    const missed = { reason: 'race_missing', where: racekeyOf('20261114', 3) };
    const day = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    expect(day.summary.reasons).toEqual([missed]);
    const race = await core.results.open({
      kind: 'table',
      table: 't_se',
      filter: { racekey: racekeyOf('20261114', 3) },
    });
    expect(race.summary).toMatchObject({ records: 0, reasons: [missed] });
  });

  it('requests once more the days before which an answer stopped', async () => {
    await core.results.open(ofPeriod('d_ra', '20261101', '20261114'));
    const capped = 40;
    service.misbehave = ({ table, filter }) => {
      const records = service.matching(table, filter).slice(0, capped);
      return { text: envelope(table, filter, records) };
    };
    service.received.length = 0;
    const { summary } = await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    expect(summary).toMatchObject({ records: 72, complete: true });
    expect(service.requests).toEqual(['d_se 20261107 20261114', 'd_se 20261113 20261115']);
  });

  it('does not request a day that stays short again and again', async () => {
    await core.results.open(ofPeriod('d_ra', '20261101', '20261114'));
    service.records.d_se = runnersOf('d_se', SATURDAY);
    service.received.length = 0;
    const { summary } = await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    expect(summary.reasons).toEqual([{ reason: 'day_missing', where: '20261114' }]);
    expect(service.received).toHaveLength(2);
  });

  it('does not report a race of today that is not run yet as missing', async () => {
    await core.results.open(ofDay('t_ra', TODAY.racedate));
    service.records.t_se = [];
    const { summary } = await core.results.open(ofDay('t_se', TODAY.racedate));
    expect(summary.reasons).toEqual([]);
  });

  it('reports missing races of a meeting that has their number', async () => {
    service.records.d_ka = [{ ...meetingOf('d_ka', '20261107'), number_of_races: 4 }];
    await core.raceDays.list('20261101', '20261108');
    const { summary } = await core.results.open(ofPeriod('d_ra', '20261101', '20261108'));
    expect(summary.reasons).toEqual([{ reason: 'race_missing', where: '052607' }]);
  });

  it('learns from results, too, that a day raced', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    service.records.d_se = runnersOf('d_se', SATURDAY);
    const result = await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    expect(result.summary.reasons).toEqual([{ reason: 'day_missing', where: '20261114' }]);
  });

  it('reports a day that is known to have raced as missing', async () => {
    await core.results.open(ofPeriod('d_ra', '20261101', '20261114'));
    service.records.d_se = runnersOf('d_se', SATURDAY);
    const result = await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    expect(result.summary.reasons).toEqual([{ reason: 'day_missing', where: '20261114' }]);
  });

  it('shows a field that the catalogue does not know, and hides one that never came', async () => {
    service.records.t_ra = racesOf('t_ra', YESTERDAY).map((record) => ({
      ...record,
      win5_number: undefined,
      novelty: 'n',
    }));
    const result = await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    const { summary } = result;
    expect(summary.columns.at(-1)).toEqual({ name: 'novelty', known: false });
    expect(summary.columns.map(({ name }) => name)).not.toContain('win5_number');
    expect(await result.cells(['novelty'], 0, 1)).toEqual([['n']]);
  });

  it('recovers what a server cuts off at a round number by requesting less', async () => {
    const many = Array.from({ length: 20 }, (_, day) => ({
      racedate: `202610${String(day + 1).padStart(2, '0')}`,
      races: 2,
      runners: 8,
    }));
    service.records.d_se = many.flatMap((card) => runnersOf('d_se', card));
    service.records.d_ra = many.flatMap((card) => racesOf('d_ra', card));
    service.records.d_ka = many.map(({ racedate }) => meetingOf('d_ka', racedate));
    service.misbehave = ({ table, filter }) => ({
      text: envelope(table, filter, service.matching(table, filter).slice(0, 100)),
    });
    const result = await core.results.open(ofPeriod('d_se', '20261001', '20261020'));
    expect(result.summary).toMatchObject({ records: 320, complete: true });
  });

  it('halves a window that is refused for its size, and remembers the size that was answered', async () => {
    service.misbehave = ({ filter }) =>
      Number(filter.end_racedate) - Number(filter.start_racedate) > 7
        ? { status: 400, text: refusal('BAD_REQUEST', 'too long', 'RANGE_TOO_LARGE') }
        : undefined;
    const result = await core.results.open(ofPeriod('d_se', '20261001', '20261031'));
    expect(result.summary).toMatchObject({ records: 0, windows: { fetched: 4 } });
    const before = service.received.length;
    await core.results.open(ofPeriod('d_se', '20260901', '20260930'));
    expect(service.requests.slice(before).every((request) => !request.includes('20260901 20260930'))).toBe(
      true,
    );
  });

  it('opens what is stored and reports what is not if the service cannot be reached', async () => {
    await core.results.open(ofPeriod('d_se', '20261110', '20261114'));
    service.misbehave = () => ({ breaks: true });
    const whole = await core.results.open(ofPeriod('d_se', '20261114', '20261114'));
    expect(whole.summary).toMatchObject({ records: 36, complete: true });
    const part = await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    expect(part.summary).toMatchObject({
      records: 36,
      complete: false,
      reasons: [{ reason: 'not_fetched', where: '20261101-20261109' }],
    });
    expect(core.client.activity.current().reachable).toBe(false);
    await expect(core.results.open(ofDay('t_ky', TODAY.racedate))).rejects.toMatchObject({
      code: 'OFFLINE_NOT_STORED',
    });
  });

  it('reports that the service cannot be reached if nothing was ever fetched', async () => {
    service.misbehave = () => ({ breaks: true });
    await expect(core.results.open(ofDay('t_ky', TODAY.racedate))).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
  });

  it('opens stale records while the service is unreachable, without calling them incomplete', async () => {
    await core.results.open(ofDay('t_ra', TODAY.racedate));
    service.misbehave = () => ({ breaks: true });
    await core.clock.advance(120_000);
    const result = await core.results.open(ofDay('t_ra', TODAY.racedate));
    expect(result.summary).toMatchObject({ records: 3, complete: true });
  });

  it('keeps the windows that were finished before it was cancelled', async () => {
    const controller = new AbortController();
    service.misbehave = async ({ filter }) => {
      if (filter.start_racedate !== '20261102') return {};
      const others = ['day:20260901', 'day:20261002'];
      await until(async () => (await (await core.archive()).coverage('d_se', others)).size === 2);
      controller.abort();
      return {};
    };
    const opening = core.results.open(ofPeriod('d_se', '20260901', '20261114'), {
      signal: controller.signal,
    });
    await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
    service.misbehave = () => undefined;
    const requested = service.received.length;
    await core.results.open(ofPeriod('d_se', '20260901', '20261114'));
    const again = service.requests.slice(requested).filter((request) => request.startsWith('d_se'));
    expect(again).toEqual([expect.stringMatching(/^d_se 202611\d\d 20261114$/)]);
  });

  it('requests a race by its key, and the rest of its day in the background', async () => {
    const filter = { racekey: racekeyOf('20261114', 2) };
    const race = await core.results.open({ kind: 'table', table: 't_se', filter });
    expect(race.summary.records).toBe(12);
    await settle();
    await core.clock.advance(10_000);
    const archive = await core.archive();
    for (const table of ['t_se', 't_ra', 't_ka'] as const)
      await until(async () => (await archive.coverage(table, ['day:20261114'])).size === 1);
    expect(service.requests.toSorted()).toEqual([
      't_ka 20261114',
      `t_ra ${filter.racekey}`,
      't_ra 20261114',
      `t_se ${filter.racekey}`,
      't_se 20261114',
    ]);
    expect(core.reported).toEqual([]);
    const neighbor = await core.results.open({
      kind: 'table',
      table: 't_se',
      filter: { racekey: racekeyOf('20261114', 3) },
    });
    expect(neighbor.summary).toMatchObject({ records: 12, windows: { fetched: 0, stored: 1 } });
    expect(service.requests).toHaveLength(5);
  });

  it('closes no result for sheets, of which it keeps as many', async () => {
    const result = await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    const sheet = await core.results.open(ofDay('t_ra', YESTERDAY.racedate), { isSheet: true });
    for (let more = 0; more < 40; more += 1)
      await core.results.open(ofDay('t_ra', YESTERDAY.racedate), { isSheet: true });
    expect(core.results.get(result.summary.resultId)).toBe(result);
    expect(() => core.results.get(sheet.summary.resultId)).toThrow('RESULT_CLOSED');
  });

  it('closes the least recently used of results with many cells in memory', async () => {
    const ofEach = vi.spyOn(OpenResult.prototype, 'cellsInMemory', 'get').mockReturnValue(300_000);
    const ids: string[] = [];
    for (let more = 0; more < 8; more += 1)
      ids.push((await core.results.open(ofDay('t_ra', YESTERDAY.racedate))).summary.resultId);
    ofEach.mockRestore();
    const isOpen = (id: string) => core.results.stored().results.some(({ resultId }) => resultId === id);
    expect(ids.map(isOpen)).toEqual([false, false, true, true, true, true, true, true]);
  });

  it('closes the least recently used of many results', async () => {
    const first = await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    const second = await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    for (let more = 0; more < 39; more += 1) {
      core.results.get(first.summary.resultId);
      await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    }
    expect(core.results.get(first.summary.resultId)).toBe(first);
    expect(() => core.results.get(second.summary.resultId)).toThrow('RESULT_CLOSED');
  });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await settle();
}
