import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#shared/racing/racedate.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { horseIdOf, racekeyOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { refusal, type FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

const [saturday, yesterday, today] = [SATURDAY, YESTERDAY, TODAY].map(({ racedate }) =>
  racekeyOf(racedate, 1),
);
if (saturday === undefined || yesterday === undefined || today === undefined) throw new Error('three days');

describe('the conditions of races', () => {
  it('are the stored ones, and no request is sent for the others', async () => {
    await core.results.open(ofDay('t_ra', TODAY.racedate));
    const requested = service.received.length;
    const stored = await core.races.conditions([today, saturday]);
    expect(stored).toMatchObject([
      { racekey: today, distance: '1600', headcount: '12', race_name: 'レース1' },
    ]);
    expect(await core.races.conditions([])).toEqual([]);
    expect(service.received).toHaveLength(requested);
  });

  it.each([
    ['t_ra', 'd_ra'],
    ['d_ra', 't_ra'],
  ] as const)('are those of the last fetch: %s, then %s', async (first, then) => {
    const open = (table: 't_ra' | 'd_ra') =>
      core.results.open(
        table === 't_ra'
          ? ofDay('t_ra', YESTERDAY.racedate)
          : ofPeriod('d_ra', YESTERDAY.racedate, YESTERDAY.racedate),
      );
    await open(first);
    await core.clock.advance(3_600_000);
    service.records[then] = (service.records[then] ?? []).map((race) => ({ ...race, headcount: '11' }));
    await open(then);
    expect(await core.races.conditions([yesterday])).toMatchObject([{ racekey: yesterday, headcount: '11' }]);
  });
});

describe('the rivals of horses', () => {
  const runnersIn = async (horses: readonly string[], before: string) =>
    (await core.races.rivals(horses, before)).map(({ racekey, horse_id }) => [racekey, horse_id]);

  it('are all runners of each stored race of theirs before the day, and no request is sent', async () => {
    const [first, second] = [horseIdOf(1, 1), horseIdOf(2, 1)];
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, YESTERDAY.racedate));
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const requested = service.received.length;
    const found = await runnersIn([first], YESTERDAY.racedate);
    expect(found).toHaveLength(SATURDAY.runners);
    expect(new Set(found.map(([racekey]) => racekey))).toEqual(new Set([saturday]));
    expect(found.map(([, horse]) => horse)).toContain(horseIdOf(1, 2));
    const both = await runnersIn([first, second], TODAY.racedate);
    // The latest first, each runner once although two tables have the day.
    expect(both.at(0)?.[0]).toMatch(new RegExp(`^${yesterday.slice(0, 6)}`));
    expect(new Set(both.map(String)).size).toBe(both.length);
    expect(await runnersIn(['HX9999999999'], TODAY.racedate)).toEqual([]);
    expect(await runnersIn([], TODAY.racedate)).toEqual([]);
    expect(service.received).toHaveLength(requested);
  });
});

describe('what was carried in past runs', () => {
  it('is what the pre-race record states or, without one, the card, and no request is sent', async () => {
    const carrying =
      (weights: Readonly<Record<string, string>>) =>
      (record: WireRecord): WireRecord => ({
        ...record,
        weight_to_carry: weights[String(record['horse_number'])] ?? '550',
      });
    const prerace = runnersOf('t_pd', YESTERDAY).map(carrying({ '01': '530', '02': '000' }));
    service.records.t_ky = runnersOf('t_ky', YESTERDAY).map(carrying({ '01': '540', '02': '560', '03': '' }));
    service.records.t_pd = prerace.filter(({ horse_number: number }) => number !== '04');
    for (const table of ['t_ky', 't_pd'] as const)
      await core.results.open({ kind: 'table', table, filter: { racedate: YESTERDAY.racedate } });
    const requested = service.received.length;
    const runs = [1, 2, 4, 13].map((horse_number) => ({ racekey: yesterday, horse_number }));
    const unknown = { racekey: saturday, horse_number: 1 };
    expect(await core.races.carriedWeights([unknown, ...runs])).toEqual([
      { racekey: yesterday, horse_number: 1, weight: '530' },
      { racekey: yesterday, horse_number: 2, weight: '560' },
      { racekey: yesterday, horse_number: 4, weight: '550' },
    ]);
    expect(await core.races.carriedWeights([])).toEqual([]);
    expect(service.received).toHaveLength(requested);
  });
});

describe('the entries of a horse', () => {
  it('are those of the stored cards from the day on, with the days of these cards, and no request is sent', async () => {
    const horse = horseIdOf(3, 1);
    expect(await core.races.entries(horse, TODAY.racedate)).toEqual({ entries: [], days: [] });
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    const requested = service.received.length;
    const { entries, days } = await core.races.entries(horse, TODAY.racedate);
    expect(entries).toMatchObject([
      { entry: { racedate: TODAY.racedate, horse_number: '01' }, isWithdrawn: false },
    ]);
    expect(days).toEqual([{ racedate: TODAY.racedate, races: TODAY.races }]);
    expect((await core.races.entries('HX9999999999', TODAY.racedate)).entries).toEqual([]);
    expect(await core.races.entries(horse, addDays(TODAY.racedate, 1))).toEqual({ entries: [], days: [] });
    expect(service.received).toHaveLength(requested);
  });

  it('leave out a race that is over for the horse, and say of one that does not run that it is withdrawn', async () => {
    const results: Readonly<Record<string, WireRecord>> = {
      '01': { order_of_finish: '００', trouble_classification: '3' },
      '02': { order_of_finish: '00', trouble_classification: '2' },
      '04': { order_of_finish: '１', trouble_classification: '0' },
    };
    service.records.t_ky = runnersOf('t_ky', TODAY);
    service.records.t_se = runnersOf('t_se', TODAY).map((record) => ({
      ...record,
      ...(results[String(record['horse_number'])] ?? { order_of_finish: null, trouble_classification: null }),
    }));
    service.records.t_ra = racesOf('t_ra', TODAY).map((record) => ({ ...record, cancel_horse: '00100000' }));
    for (const table of ['t_ky', 't_se', 't_ra'] as const)
      await core.results.open(ofDay(table, TODAY.racedate));
    const listed = await Promise.all(
      [1, 2, 3, 4, 5].map(async (runner) =>
        (await core.races.entries(horseIdOf(1, runner), TODAY.racedate)).entries.map(
          ({ isWithdrawn }) => isWithdrawn,
        ),
      ),
    );
    expect(listed).toEqual([[], [true], [true], [], [false]]);
  });
});

describe('fetching races', () => {
  const wanted = [
    { racekey: saturday, racedate: SATURDAY.racedate },
    { racekey: yesterday, racedate: YESTERDAY.racedate },
    { racekey: today, racedate: TODAY.racedate },
  ];

  it('requests the races of a month at once, reports its progress, and never requests stored ones', async () => {
    const progress: string[] = [];
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      progress.push(`${done}/${total}`);
    expect(await core.races.fetch(wanted, { onProgress })).toEqual([]);
    expect(progress).toEqual(['0/2', '1/2', '2/2']);
    expect(await core.races.conditions([saturday, yesterday, today])).toHaveLength(3);
    const requested = service.received.length;
    await core.races.fetch(wanted, {});
    expect(service.received).toHaveLength(requested);
  });

  it('finds a race without a date in the past table if the present one has no past races', async () => {
    service.records.t_ra = racesOf('t_ra', TODAY);
    expect(await core.races.fetch([{ racekey: saturday }], {})).toEqual([]);
  });

  it('names the races that the service lacks, except those it never has', async () => {
    const gone = racekeyOf('20261107', 9);
    const elsewhere = { racekey: '3916BU11', racedate: '20260930' };
    const missing = await core.races.fetch([{ racekey: gone, racedate: '20261107' }, elsewhere], {});
    expect(missing).toEqual([gone]);
  });

  it('continues after one refusal, which names no race as lacking, and fails if all are refused', async () => {
    service.records.d_ra = [SATURDAY, YESTERDAY].flatMap((card) => racesOf('d_ra', card));
    service.misbehave = ({ table }) =>
      table === 't_ra' ? { status: 400, text: refusal('BAD_REQUEST', 'no') } : undefined;
    expect(await core.races.fetch(wanted, {})).toEqual([]);
    await expect(core.races.fetch([{ racekey: today }], {})).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('names no race of a month as lacking whose request failed beside stored days', async () => {
    await core.results.open(ofPeriod('d_ra', SATURDAY.racedate, SATURDAY.racedate));
    const lacking = [SATURDAY.racedate, '20261101'].map((racedate) => ({
      racekey: racekeyOf(racedate, 9),
      racedate,
    }));
    service.misbehave = ({ table }) => (table === 'd_ra' ? { breaks: true } : undefined);
    expect(await core.races.fetch([...lacking, { racekey: today }], {})).toEqual([]);
    await expect(core.races.fetch(lacking, {})).rejects.toMatchObject({ code: 'UNREACHABLE' });
    service.misbehave = () => undefined;
    expect(await core.races.fetch(lacking, {})).toEqual(lacking.map(({ racekey }) => racekey));
  });

  it('finds a race of the last week in the present table if the past one does not have it yet', async () => {
    for (const [past, record] of [
      ['d_ra', 'race'],
      ['d_se', 'result'],
    ] as const) {
      service.records[past] = (service.records[past] ?? []).filter(
        (each) => each['racedate'] !== YESTERDAY.racedate,
      );
      expect(await core.races.fetch(wanted, { record })).toEqual([]);
    }
    expect(await core.races.conditions([yesterday])).toHaveLength(1);
    const asked = service.received.filter(({ filter }) => filter.racekey === saturday);
    expect(asked).toEqual([]);
  });

  it('stops when it is cancelled', async () => {
    const stop = AbortSignal.abort();
    await expect(core.races.fetch(wanted, { signal: stop })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
