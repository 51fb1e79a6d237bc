// A past table that has only some records of a day or race, as while the service is still filling it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import type { RowSubject } from '#shared/catalogue/subjects/subject.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { racekeyOf, racesOf, recordOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, SATURDAY, threeDays, YESTERDAY } from '../testing/three-days.ts';

const { racedate } = YESTERDAY;
const [FIRST, LAST] = [racekeyOf(racedate, 1), racekeyOf(racedate, 3)];

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  const paid = [SATURDAY, YESTERDAY].flatMap((card) => racesOf('d_hj', card));
  service.records.d_hj = paid.map(({ racekey, racedate: day }) =>
    recordOf('d_hj', { racekey, racedate: day, win_horse_number_1: '01', win_payoff_1: '500' }),
  );
  service.records.t_hj = service.records.d_hj.map((record) => recordOf('t_hj', record));
  core = await openCore(service);
});

afterEach(() => core.close());

const lacks = (code: TableCode, isLacking: (record: WireRecord) => boolean): void => {
  service.records[code] = (service.records[code] ?? []).filter((each) => !isLacking(each));
};

const ofLast = ({ racekey }: WireRecord): boolean => racekey === LAST;
const oneRunner = ({ racekey, horse_number }: WireRecord): boolean =>
  racekey === FIRST && horse_number === '12';

async function tableOf(source: Parameters<Core['results']['open']>[0]) {
  const opened = await core.results.open(source);
  const { complete, reasons, records } = opened.summary;
  return [opened.source.kind === 'table' && opened.source.table, records, complete, ...reasons] as const;
}

const day = (record: DayRecord) => tableOf({ kind: 'day', record, racedate });
const race = (record: DayRecord, racekey: string) => tableOf({ kind: 'race', record, racekey });

describe('a recent day or race', () => {
  it('comes from the present table, which has a race that the past one lacks', async () => {
    await core.results.open(ofDay('t_ra', racedate));
    lacks('d_ra', ofLast);
    lacks('d_se', ofLast);
    lacks('d_hj', ofLast);
    expect(await day('race')).toEqual(['t_ra', 3, true]);
    expect(await day('result')).toEqual(['t_se', 36, true]);
    expect(await day('payoff')).toEqual(['t_hj', 3, true]);
    expect(core.results.stored().results).toHaveLength(4);
  });

  it('comes from the present table, which has a runner that the past one lacks', async () => {
    lacks('d_se', oneRunner);
    expect(await day('result')).toEqual(['t_se', 36, true]);
    expect(await race('result', FIRST)).toEqual(['t_se', 12, true]);
    expect(await race('result', LAST)).toEqual(['d_se', 12, true]);
  });

  it('comes from the past table, and says what it lacks, if the present one has no more', async () => {
    lacks('d_se', oneRunner);
    lacks('t_se', oneRunner);
    const short = { reason: 'headcount_differs', where: FIRST };
    expect(await day('result')).toEqual(['d_se', 35, false, short]);
    lacks('t_se', ofLast);
    expect(await race('result', FIRST)).toEqual(['d_se', 11, false, short]);
  });

  it.each([
    ['cannot be reached', { breaks: true }],
    ['fails', { status: 500 }],
  ] as const)(
    'comes from the past table, and says what it lacks, if the present one %s',
    async (_, reply) => {
      lacks('d_se', oneRunner);
      service.misbehave = ({ table }) => (table === 't_se' ? reply : undefined);
      expect(await day('result')).toEqual(['d_se', 35, false, { reason: 'headcount_differs', where: FIRST }]);
    },
  );

  it('fails if the past table has nothing of it, and the present one cannot be reached', async () => {
    await day('race');
    lacks('d_se', ({ racedate: each }) => each === racedate);
    service.misbehave = ({ table }) => (table === 't_se' ? { breaks: true } : undefined);
    await expect(race('result', FIRST)).rejects.toMatchObject({ code: 'OFFLINE_NOT_STORED' });
  });

  it('is requested again once an hour while it is short, a race of a stored day too', async () => {
    for (const code of ['d_se', 't_se'] as const) lacks(code, oneRunner);
    await day('result');
    const requested = async () => {
      service.received.length = 0;
      await race('result', FIRST);
      // The rest of its day may follow.
      const ofRace = service.received.filter(({ filter }) => filter.racekey === FIRST);
      return ofRace.filter(({ table }) => table === 'd_se').length;
    };
    for (const expected of [0, 1, 0, 0, 1, 0]) {
      if (expected === 1) await core.clock.advance(3_600_000);
      expect(await requested()).toBe(expected);
    }
  });

  it('is complete again once the past table has all of it', async () => {
    const all = service.records.d_se ?? [];
    lacks('d_se', oneRunner);
    expect(await day('result')).toEqual(['t_se', 36, true]);
    service.records.d_se = all;
    await core.clock.advance(3_600_000);
    expect(await day('result')).toEqual(['d_se', 36, true]);
  });
});

it('a past program that lacks a race of the stored present one is not complete', async () => {
  await core.results.open(ofDay('t_ra', racedate));
  lacks('d_ra', ofLast);
  const filter = { start_racedate: racedate, end_racedate: racedate };
  expect(await tableOf({ kind: 'table', table: 'd_ra', filter })).toEqual([
    'd_ra',
    2,
    false,
    { reason: 'race_missing', where: LAST },
  ]);
});

describe('a subject over recent days', () => {
  const rows = async (subject: RowSubject) => {
    const { summary } = await core.results.open({ kind: 'subject', subject, from: racedate, to: racedate });
    return [summary.records, summary.reasons.filter(({ reason }) => reason !== 'not_fetched')] as const;
  };

  it('has from the present tables what the past ones lack', async () => {
    lacks('d_se', oneRunner);
    lacks('d_hj', ofLast);
    expect(await rows('runs')).toEqual([36, []]);
    expect(await rows('payoffs')).toEqual([3, []]);
  });

  it('says what neither table has', async () => {
    for (const code of ['d_se', 't_se'] as const) lacks(code, oneRunner);
    for (const code of ['d_hj', 't_hj'] as const) lacks(code, ofLast);
    const [short, unpaid] = [
      { reason: 'headcount_differs', where: FIRST },
      { reason: 'race_missing', where: LAST },
    ];
    expect(await rows('runs')).toEqual([35, [short, unpaid]]);
    expect(await rows('payoffs')).toEqual([2, [unpaid]]);
  });
});
