import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { settle } from '../testing/fake-clock.ts';
import { meetingOf, racekeyOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { envelope, refusal, type FakeService, type Reply } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { SATURDAY, threeDays, YESTERDAY } from '../testing/three-days.ts';
import { runQuery } from './query.ts';

const FORTNIGHT = { start_racedate: '20261101', end_racedate: '20261114' };
const LAST = { racekey: racekeyOf('20261114', 3) };

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});
afterEach(() => core.close());

const open = (table: TableCode, filter: Filter, refresh = false) =>
  core.results.open({ kind: 'table', table, filter }, { alone: true, refresh });

const reasons = async (table: TableCode, filter: Filter) => (await open(table, filter)).summary.reasons;

it('a period fetches the program and the meetings of its days, with a day more at both ends, and only once', async () => {
  await open('d_se', FORTNIGHT);
  expect(service.requests.toSorted()).toEqual([
    'd_ka 20261031 20261102',
    'd_ka 20261031 20261115',
    'd_ka 20261101 20261101',
    'd_ka 20261107 20261109',
    'd_ka 20261108 20261108',
    'd_ra 20261031 20261115',
    'd_se 20261101 20261114',
  ]);
  await open('d_se', FORTNIGHT);
  await open('d_ra', { start_racedate: '20261107', end_racedate: '20261107' });
  // Empty days of last week may only not be published yet; days that raced are final.
  expect(service.received).toHaveLength(7);
});

it('a race fetches its program, which is stored for its other tables', async () => {
  await open('t_se', LAST);
  await open('t_ky', LAST);
  expect(service.requests.toSorted()).toEqual([
    `t_ky ${LAST.racekey}`,
    `t_ra ${LAST.racekey}`,
    `t_se ${LAST.racekey}`,
  ]);
});

it('a race needs no program request if the program of its day is stored, except for a refresh', async () => {
  const race = { racekey: racekeyOf('20261107', 1) };
  await open('d_ra', { start_racedate: '20261107', end_racedate: '20261107' });
  service.received.length = 0;
  await open('d_se', race);
  expect(service.requests).toEqual([`d_se ${race.racekey}`]);
  service.received.length = 0;
  await open('d_se', race, true);
  expect(service.requests.toSorted()).toEqual([`d_ra ${race.racekey}`, `d_se ${race.racekey}`]);
});

it('a past race is checked against the day’s own program if that was fetched on the day', async () => {
  const race = { racekey: racekeyOf('20261107', 1) };
  await open('t_ra', { racedate: '20261107' });
  service.received.length = 0;
  await open('d_se', race);
  expect(service.requests).toEqual([`d_se ${race.racekey}`]);
});

it('a single race requests its program or its meeting alone', async () => {
  await open('d_ra', { racekey: racekeyOf('20261107', 1) });
  await open('d_ka', { racekey: racekeyOf('20261108', 1) });
  expect(service.requests).toEqual([`d_ra ${racekeyOf('20261107', 1)}`, `d_ka ${racekeyOf('20261108', 1)}`]);
});

it('a query that is cancelled while stored records are checked rejects with CANCELLED', async () => {
  service.misbehave = ({ table }) => (table === 'd_se' ? undefined : { breaks: true });
  await open('d_se', FORTNIGHT);
  const cancelling = new AbortController();
  service.misbehave = () => {
    setImmediate(() => cancelling.abort());
    return new Promise<Reply>(() => undefined);
  };
  const opening = core.results.open(
    { kind: 'table', table: 'd_se', filter: { start_racedate: '20261107', end_racedate: '20261107' } },
    { alone: true, signal: cancelling.signal },
  );
  await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
});

it('a day without racing is not checked again by the next query', async () => {
  const thursday = { racedate: '20261112' };
  await open('t_se', thursday);
  expect(service.requests.toSorted()).toEqual(['t_ka 20261112', 't_ra 20261112', 't_se 20261112']);
  await open('t_se', thursday);
  expect(service.received).toHaveLength(3);
});

it('a query that is cancelled while only its references are missing rejects with CANCELLED', async () => {
  const cancelling = new AbortController();
  service.misbehave = ({ table }) => {
    if (table === 'd_se') return undefined;
    setImmediate(() => cancelling.abort());
    return new Promise<Reply>(() => undefined);
  };
  const opening = core.results.open(
    { kind: 'table', table: 'd_se', filter: FORTNIGHT },
    { alone: true, signal: cancelling.signal },
  );
  await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
});

it('an answer that lacks a runner, a race or everything is detected, in whatever order the tables come', async () => {
  service.records.d_se = runnersOf('d_se', SATURDAY).slice(1);
  expect(await reasons('d_se', FORTNIGHT)).toEqual([
    { reason: 'headcount_differs', where: racekeyOf('20261107', 1) },
    { reason: 'day_missing', where: '20261114' },
  ]);
  service.records.t_se = [];
  expect(await reasons('t_se', LAST)).toEqual([{ reason: 'race_missing', where: LAST.racekey }]);
});

it('a program that lacks a race is detected by its meeting, or by the race’s own records', async () => {
  service.records.d_ra = racesOf('d_ra', { ...SATURDAY, races: 2 });
  service.records.d_ka = [{ ...meetingOf('d_ka', '20261107'), number_of_races: 3 }];
  const saturday = { start_racedate: '20261107', end_racedate: '20261107' };
  expect(await reasons('d_ra', saturday)).toEqual([{ reason: 'race_missing', where: '052607' }]);
  expect(await reasons('d_se', saturday)).toEqual([{ reason: 'unchecked', where: racekeyOf('20261107', 3) }]);
  service.records.d_se = runnersOf('d_se', { ...SATURDAY, races: 2 });
  await open('d_se', saturday, true);
  expect(await reasons('d_se', saturday)).toEqual([
    { reason: 'fewer_records', where: '20261107', before: 36 },
    { reason: 'race_missing', where: '052607' },
  ]);
});

it('the program and the card of today are missing if they come empty and meetings are stored', async () => {
  const today = { racedate: '20261115' };
  service.records.t_ka = [{ ...meetingOf('t_ka', today.racedate), number_of_races: 3 }];
  Object.assign(service.records, { t_ra: [], t_ky: [], t_se: [] });
  await open('t_ka', today);
  for (const table of ['t_ra', 't_ky'] as const)
    expect(await reasons(table, today)).toContainEqual({ reason: 'day_missing', where: today.racedate });
  // Results come in the course of the day.
  expect(await reasons('t_se', today)).not.toContainEqual({ reason: 'day_missing', where: today.racedate });
});

it('a meeting that was moved leaves nothing missing on its old day, though the present tables still have it there', async () => {
  const [from, to] = [SATURDAY.racedate, '20261109'];
  for (const table of ['t_ka', 'd_ka'] as const)
    service.records[table] = (service.records[table] ?? []).map((each) => ({ ...each, number_of_races: 3 }));
  for (const table of ['t_ka', 't_ra'] as const) await open(table, { racedate: from });
  await core.clock.advance(60_000);
  for (const table of ['d_ka', 'd_ra', 'd_se'] as const)
    service.records[table] = (service.records[table] ?? []).map((each) =>
      each['racedate'] === from ? { ...each, racedate: to } : each,
    );
  const period = { start_racedate: from, end_racedate: to };
  for (const table of ['d_ka', 'd_ra', 'd_se'] as const) expect(await reasons(table, period)).toEqual([]);
});

it('the old day of a meeting that was moved lacks no race while the other day has no results', async () => {
  const [from, to] = [SATURDAY.racedate, '20261109'];
  await open('t_ra', { racedate: from });
  await core.clock.advance(60_000);
  for (const table of ['d_ka', 'd_ra'] as const)
    service.records[table] = (service.records[table] ?? []).map((each) =>
      each['racedate'] === from ? { ...each, racedate: to } : each,
    );
  service.records.d_se = [];
  await open('d_ra', { start_racedate: from, end_racedate: to });
  expect(await reasons('d_se', { start_racedate: from, end_racedate: from })).toEqual([]);
});

it('a race of a meeting that was moved alone is not missing', async () => {
  const [racekey, racedate] = [racekeyOf(SATURDAY.racedate, 3), '20261109'];
  service.records.d_ka = [{ ...meetingOf('d_ka', SATURDAY.racedate), number_of_races: 3 }];
  for (const table of ['d_ra', 'd_se'] as const)
    service.records[table] = (service.records[table] ?? []).map((each) =>
      each['racekey'] === racekey ? { ...each, racedate } : each,
    );
  const period = { start_racedate: SATURDAY.racedate, end_racedate: racedate };
  for (const table of ['d_ra', 'd_se'] as const)
    expect(await reasons(table, period)).not.toContainEqual({ reason: 'race_missing', where: '052607' });
});

it('missing meetings are detected by the program', async () => {
  service.records.d_ka = [meetingOf('d_ka', '20261107')];
  expect(await reasons('d_se', FORTNIGHT)).toEqual([{ reason: 'unchecked', where: '20261114' }]);
  expect(await reasons('d_ka', FORTNIGHT)).toEqual([{ reason: 'day_missing', where: '20261114' }]);
});

it('if the references cannot be fetched, the records are shown and reported as unchecked', async () => {
  service.misbehave = ({ table }) =>
    table === 'd_ra' ? { status: 400, text: refusal('BAD_REQUEST', 'no') } : undefined;
  const { summary } = await open('d_se', FORTNIGHT);
  expect(summary).toMatchObject({
    records: 72,
    reasons: [
      { reason: 'unchecked', where: '20261101' },
      { reason: 'unchecked', where: '20261107-20261114' },
    ],
  });
  service.misbehave = ({ table }) => (table === 't_ra' || table === 'd_ra' ? { breaks: true } : undefined);
  expect(await reasons('t_se', LAST)).toEqual([{ reason: 'unchecked', where: LAST.racekey }]);
});

it('a race, meeting or horse without any record is reported as unchecked', async () => {
  const unknown = { racekey: '06200101' };
  expect(await reasons('t_se', unknown)).toEqual([{ reason: 'unchecked', where: unknown.racekey }]);
  expect(await reasons('d_ra', unknown)).toEqual([{ reason: 'unchecked', where: unknown.racekey }]);
  expect(await reasons('m_uk', { horse_id: 'HX0000000999' })).toEqual([
    { reason: 'unchecked', where: 'HX0000000999' },
  ]);
});

it('a missing program is reported if its meeting has the race', async () => {
  service.records.d_ra = [];
  service.records.t_ka = [{ ...meetingOf('t_ka', '20261114'), number_of_races: 3, holdingkey: '052614' }];
  service.records.d_ka = service.records.t_ka;
  const matching = service.matching.bind(service);
  service.matching = (table, filter) =>
    table === 'd_ka' && filter.racekey !== undefined ? (service.records.d_ka ?? []) : matching(table, filter);
  expect(await reasons('d_ra', LAST)).toEqual([{ reason: 'race_missing', where: LAST.racekey }]);
});

it('past runs are missing if a stored entry names one, and in races whose horses have run before', async () => {
  const card = { ...YESTERDAY, races: 2 };
  const named = { lastrace_racekey1: racekeyOf('20261107', 1) };
  service.records.d_ra = racesOf('d_ra', card).map((race, at) => ({
    ...race,
    condition_cd: at === 0 ? '05' : 'A1',
  }));
  service.records.d_ka = [meetingOf('d_ka', YESTERDAY.racedate)];
  service.records.d_ky = runnersOf('d_ky', card, named);
  service.records.d_zk = runnersOf('d_zk', card).slice(1, 12);
  const day = { start_racedate: '20261114', end_racedate: '20261114' };
  expect(await reasons('d_zk', day)).toEqual([]);
  await open('d_ky', day);
  expect(await reasons('d_zk', day)).toEqual([
    { reason: 'runs_missing', where: racekeyOf('20261114', 1) },
    { reason: 'runs_missing', where: racekeyOf('20261114', 2) },
  ]);
  service.records.d_zk = runnersOf('d_zk', card).slice(12);
  await open('d_zk', day, true);
  expect(await reasons('d_zk', day)).toContainEqual({
    reason: 'race_missing',
    where: racekeyOf('20261114', 1),
  });
});

it('an entry whose last race is padded with zeros names no past run', async () => {
  const card = { ...YESTERDAY, races: 1 };
  service.records.d_ra = racesOf('d_ra', card).map((race) => ({ ...race, condition_cd: 'A1' }));
  service.records.d_ka = [meetingOf('d_ka', YESTERDAY.racedate)];
  service.records.d_ky = runnersOf('d_ky', card, { lastrace_racekey1: '00000000' });
  service.records.d_zk = runnersOf('d_zk', card).slice(1, 12);
  const day = { start_racedate: '20261114', end_racedate: '20261114' };
  await open('d_ky', day);
  expect(await reasons('d_zk', day)).toEqual([]);
});

it('stored records do not wait long for a service that does not answer', async () => {
  await open('t_se', LAST);
  await (await core.archive()).remove(['t_ra']);
  const requested = service.received.length;
  service.misbehave = () => new Promise(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const opening = open('t_se', LAST);
    while (service.received.length === requested || vi.getTimerCount() === 0) await settle();
    await vi.runAllTimersAsync();
    const { summary } = await opening;
    expect(summary).toMatchObject({ records: 12, reasons: [{ reason: 'unchecked', where: LAST.racekey }] });
  } finally {
    vi.useRealTimers();
  }
});

it('weekends without racing are reported if there are many, or if nothing else was requested', async () => {
  const quiet = (where: string) => ({ reason: 'no_racing_known', where });
  expect(await reasons('d_se', { start_racedate: '20260801', end_racedate: '20260802' })).toEqual([
    quiet('20260801-20260802'),
  ]);
  // One weekend may have been called off; the days between Christmas and the fifth of January have none.
  expect(await reasons('d_se', FORTNIGHT)).toEqual([]);
  expect(await reasons('d_ra', { start_racedate: '20260803', end_racedate: '20260807' })).toEqual([]);
  expect(await reasons('d_ra', { start_racedate: '20221230', end_racedate: '20230104' })).toEqual([]);
  expect(await reasons('d_ra', { start_racedate: '20261001', end_racedate: '20261114' })).toEqual([
    quiet('20261003-20261101'),
  ]);
});

it('what another answer says against the records while the references come is reported with them', async () => {
  const saturday = { start_racedate: '20261107', end_racedate: '20261107' };
  await open('d_se', saturday);
  await (await core.archive()).remove(['d_ra', 'd_ka']);
  let isFirst = true;
  service.misbehave = async ({ table, filter }): Promise<Reply> => {
    if (table === 'd_se') return { text: envelope(table, filter, service.matching(table, filter), 50) };
    if (isFirst) {
      isFirst = false;
      await runQuery(await core.context(), 'd_se', saturday, { refresh: true });
    }
    return {};
  };
  expect(await reasons('d_se', saturday)).toContainEqual(
    expect.objectContaining({ reason: 'count_differs' }),
  );
});
