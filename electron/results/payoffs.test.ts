import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { meetingOf, racekeyOf, racesOf, recordOf } from '../testing/fake-records.ts';
import { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';

// The fake clock begins at noon of Sunday 15 November 2026.
const TODAY = '20261115';
const YESTERDAY = '20261114';
const A_WEEK_AGO = '20261108';
const LONGER_AGO = '20261107';
const DAYS = [LONGER_AGO, A_WEEK_AGO, YESTERDAY, TODAY];

let service: FakeService;
let core: Core;

const races = (table: 'd_ra' | 't_ra', racedate: string, name: string) =>
  racesOf(table, { racedate, races: 1, runners: 12 }).map((race) => ({ ...race, race_name: name }));

const paid = (table: 'd_hj' | 't_hj', racedate: string, win: string, race = 1) =>
  recordOf(table, {
    racedate,
    racekey: racekeyOf(racedate, race),
    win_horse_number_1: '03',
    win_payoff_1: win,
    win_popularity_1: '2',
    trio_number_1: '030712',
    trio_payoff_1: '5920',
  });

beforeEach(async () => {
  service = new FakeService({
    d_ka: DAYS.slice(0, -1).map((day) => meetingOf('d_ka', day)),
    t_ka: DAYS.map((day) => meetingOf('t_ka', day)),
    d_ra: DAYS.slice(0, -1).flatMap((day) => races('d_ra', day, '過去')),
    t_ra: DAYS.flatMap((day) => races('t_ra', day, '当日')),
  });
  core = await openCore(service);
});

afterEach(() => core.close());

const payoffs = (from: string, to: string): ResultSource => ({
  kind: 'subject',
  subject: 'payoffs',
  from,
  to,
});
const open = (from: string, to: string) => core.results.open(payoffs(from, to));

async function rowsOf(result: Awaited<ReturnType<typeof open>>, names: readonly string[]) {
  const cells = await result.cells([...names], 0, 99);
  return (cells[0] ?? []).map((_, row) => cells.map((column) => column[row]).join(' '));
}

const countOf = (table: string) => service.received.filter((each) => each.table === table).length;
const daysRequested = () =>
  service.received.filter(({ table }) => table === 't_hj').map(({ filter }) => filter.racedate ?? '');

describe('the period of payoffs', () => {
  it('is refused before any request if it ends before it begins, or if a date does not exist', async () => {
    for (const [from, to] of [
      ['20261114', '20261107'],
      ['20261131', '20261201'],
      ['20261101', '20261131'],
    ] as const)
      await expect(open(from, to)).rejects.toMatchObject({ code: 'INVALID_FILTER' });
    expect(service.received).toEqual([]);
  });

  it('sends no request to today’s own table if it ends yesterday, and none to the past table if it is today', async () => {
    service.records.d_hj = [
      paid('d_hj', LONGER_AGO, '510'),
      paid('d_hj', A_WEEK_AGO, '520'),
      paid('d_hj', YESTERDAY, '530'),
    ];
    service.records.t_hj = [paid('t_hj', TODAY, '540')];
    const past = await open(LONGER_AGO, YESTERDAY);
    expect(await rowsOf(past, ['racedate', 'payoff'])).toHaveLength(6);
    expect(past.summary).toMatchObject({ complete: true, reasons: [] });
    for (const day of DAYS) expect(daysRequested()).not.toContain(day);
    const requested = countOf('d_hj');
    const today = await open(TODAY, TODAY);
    expect(await rowsOf(today, ['racedate', 'payoff'])).toEqual([`${TODAY} 540`, `${TODAY} 5920`]);
    expect(countOf('d_hj')).toBe(requested);
  });

  it('requests no day after today', async () => {
    service.records.t_hj = [paid('t_hj', TODAY, '540')];
    const result = await open(TODAY, '20261130');
    expect(result.summary.records).toBe(2);
    expect(daysRequested()).toEqual([TODAY]);
  });
});

describe('a day that the past table does not have yet', () => {
  it('is read from the day’s own table for a week, and reported as missing if it is older', async () => {
    service.records.d_hj = [];
    service.records.t_hj = DAYS.map((day) => paid('t_hj', day, '510'));
    const result = await open('20261101', TODAY);
    expect(await rowsOf(result, ['racedate', 'bet', 'race_name'])).toEqual(
      [A_WEEK_AGO, YESTERDAY, TODAY].flatMap((day) => [
        `${day} win ${day === TODAY ? '当日' : '過去'}`,
        `${day} trio ${day === TODAY ? '当日' : '過去'}`,
      ]),
    );
    expect(result.summary).toMatchObject({
      complete: false,
      reasons: [{ reason: 'day_missing', where: LONGER_AGO }],
    });
  });

  it('is not requested separately if the past table has it', async () => {
    service.records.d_hj = [LONGER_AGO, A_WEEK_AGO, YESTERDAY].map((day) => paid('d_hj', day, '510'));
    const result = await open(LONGER_AGO, TODAY);
    expect(daysRequested()).toContain(TODAY);
    for (const day of [YESTERDAY, A_WEEK_AGO, LONGER_AGO]) expect(daysRequested()).not.toContain(day);
    expect(result.summary.records).toBe(6);
  });

  it('has each race once, from the past table', async () => {
    service.records.t_hj = [paid('t_hj', YESTERDAY, '999')];
    await open(YESTERDAY, YESTERDAY);
    service.records.d_hj = [paid('d_hj', YESTERDAY, '510')];
    const result = await core.results.open(payoffs(YESTERDAY, YESTERDAY), { refresh: true });
    expect(await rowsOf(result, ['bet', 'payoff'])).toEqual(['win 510', 'trio 5920']);
  });
});

describe('the report on payoffs', () => {
  it('names a race whose payoffs are missing among others', async () => {
    service.records.d_ra = racesOf('d_ra', { racedate: YESTERDAY, races: 2, runners: 12 });
    service.records.d_hj = [paid('d_hj', YESTERDAY, '510', 1)];
    const { summary } = await open(YESTERDAY, YESTERDAY);
    expect(summary).toMatchObject({ records: 2, complete: false });
    expect(summary.reasons).toEqual([{ reason: 'race_missing', where: racekeyOf(YESTERDAY, 2) }]);
  });

  it('names it too where nothing is fetched: of all days, of a long period, and beside a SQL query', async () => {
    service.records.d_ra = racesOf('d_ra', { racedate: YESTERDAY, races: 2, runners: 12 });
    service.records.d_hj = [paid('d_hj', YESTERDAY, '510', 1)];
    const { reasons } = (await open(YESTERDAY, YESTERDAY)).summary;
    const sources: readonly ResultSource[] = [
      { kind: 'subject', subject: 'payoffs' },
      { kind: 'sql', sql: 'select * from typed.payoffs' },
      { kind: 'sql', sql: 'select * from d_hj' },
    ];
    for (const source of sources)
      expect((await core.results.open(source)).summary).toMatchObject({ complete: false, reasons });
    const { summary } = await open('20240101', YESTERDAY);
    expect(summary.reasons).toEqual(expect.arrayContaining([...reasons]));
  });

  it('counts the windows that were fetched, and the stored ones the second time', async () => {
    service.records.d_hj = [paid('d_hj', YESTERDAY, '510')];
    const first = await open(YESTERDAY, YESTERDAY);
    expect(first.summary.windows).toMatchObject({ fetched: 2, stored: 0 });
    const requested = service.received.length;
    const second = await open(YESTERDAY, YESTERDAY);
    expect(second.summary.windows).toMatchObject({ fetched: 0, stored: 2 });
    expect(second.summary.records).toBe(2);
    expect(service.received.length).toBe(requested);
  });

  it('is not produced for a cancelled query, which rejects', async () => {
    service.records.d_hj = [paid('d_hj', YESTERDAY, '510')];
    const stop = new AbortController();
    service.misbehave = ({ table }) => {
      if (table === 't_hj') stop.abort();
      return undefined;
    };
    const opening = core.results.open(payoffs(YESTERDAY, TODAY), { signal: stop.signal });
    await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
