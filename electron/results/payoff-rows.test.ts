import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payoffFiguresSchema } from '#shared/bridge/payoffs.ts';
import { racekeyOf, racesOf, recordOf } from '../testing/fake-records.ts';
import { refusal, type FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { SATURDAY, threeDays, YESTERDAY } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

describe('opening payoffs', () => {
  const PAID = {
    win_horse_number_1: '03', win_payoff_1: '510', win_popularity_1: '2',
    win_horse_number_2: '00', win_payoff_2: '0',
    trio_number_1: '030712', trio_payoff_1: '5920',
  }; // prettier-ignore
  const paid = (table: 'd_hj' | 't_hj', racedate: string, race: number) =>
    recordOf(table, { racedate, racekey: racekeyOf(racedate, race), ...PAID });

  it('unfolds every payoff with the conditions of its race, today’s from the day’s own table', async () => {
    service.records.d_ra = racesOf('d_ra', { ...SATURDAY, races: 1 });
    service.records.d_hj = [paid('d_hj', '20261107', 1), paid('d_hj', '20261114', 9)];
    service.records.t_hj = [paid('t_hj', '20261115', 1)];
    const result = await core.results.open({
      kind: 'subject',
      subject: 'payoffs',
      from: '20261101',
      to: '20261130',
    });
    const names = [
      'racedate',
      'racekey',
      'race_number',
      'racecourse_cd',
      'race_name',
      'bet',
      'combination',
      'payoff',
      'popularity',
    ];
    const cells = await result.cells(names, 0, 10);
    const rows = Array.from({ length: result.summary.records }, (_, row) =>
      cells.map((column) => column[row]),
    );
    expect(rows).toEqual([
      ['20261107', racekeyOf('20261107', 1), '01', '05', 'レース1', 'win', '03', '510', '2'],
      ['20261107', racekeyOf('20261107', 1), '01', '05', 'レース1', 'trio', '030712', '5920', null],
      ['20261114', racekeyOf('20261114', 9), '09', '05', null, 'win', '03', '510', '2'],
      ['20261114', racekeyOf('20261114', 9), '09', '05', null, 'trio', '030712', '5920', null],
      ['20261115', racekeyOf('20261115', 1), '01', '05', 'レース1', 'win', '03', '510', '2'],
      ['20261115', racekeyOf('20261115', 1), '01', '05', 'レース1', 'trio', '030712', '5920', null],
    ]);
    // Without a program, the race cannot be checked; those of the day's own program have no payoffs.
    expect(result.summary.reasons).toEqual([
      ...[1, 2, 3].map((race) => ({ reason: 'race_missing', where: racekeyOf('20261114', race) })),
      { reason: 'unchecked', where: racekeyOf('20261114', 9) },
    ]);
  });

  it('shows payoffs whose races could not be fetched, and reports that', async () => {
    service.records.d_hj = [paid('d_hj', '20261107', 1), paid('d_hj', '20261114', 1)];
    service.misbehave = ({ table }) =>
      table === 'd_ra' ? { status: 400, text: refusal('BAD_REQUEST', 'no') } : undefined;
    const result = await core.results.open({
      kind: 'subject',
      subject: 'payoffs',
      from: '20261107',
      to: '20261114',
    });
    expect(result.summary.records).toBe(4);
    expect(result.summary.reasons).toEqual([
      { reason: 'unchecked', where: '20261107-20261114' },
      { reason: 'not_fetched', where: '20261107' },
      { reason: 'not_fetched', where: '20261114' },
    ]);
  });

  it('shows past payoffs while today’s own table cannot be fetched', async () => {
    service.records.d_ra = racesOf('d_ra', { ...YESTERDAY, races: 1 });
    service.records.d_hj = [paid('d_hj', '20261114', 1)];
    service.misbehave = ({ table }) => (table === 't_hj' ? { breaks: true } : undefined);
    const result = await core.results.open({
      kind: 'subject',
      subject: 'payoffs',
      from: '20261114',
      to: '20261115',
    });
    expect(result.summary).toMatchObject({
      records: 2,
      reasons: [{ reason: 'not_fetched', where: '20261115' }],
    });
    const today = core.results.open({
      kind: 'subject',
      subject: 'payoffs',
      from: '20261115',
      to: '20261115',
    });
    await expect(today).rejects.toMatchObject({ code: 'OFFLINE_NOT_STORED' });
  });

  it('computes the figures of each bet', async () => {
    service.records.d_hj = [
      paid('d_hj', '20261107', 1),
      { ...paid('d_hj', '20261107', 2), win_payoff_1: '1010' },
    ];
    const { summary } = await core.results.open({
      kind: 'subject',
      subject: 'payoffs',
      from: '20261107',
      to: '20261107',
    });
    const figures = await core.results.payoffFigures(summary.resultId, [1000]);
    expect(payoffFiguresSchema.parse(figures)).toEqual(figures);
    expect(figures.bets).toEqual([
      {
        bet: 'win', n: 2, races: 2, min: 510, p10: 560, p25: 635, median: 760, mean: 760, p75: 885, p90: 960, p99: 1005,
        max: 1010, above: [1],
      },
      {
        bet: 'trio', n: 2, races: 2, min: 5920, p10: 5920, p25: 5920, median: 5920, mean: 5920, p75: 5920, p90: 5920,
        p99: 5920, max: 5920, above: [2],
      },
    ]); // prettier-ignore
  });

  it('tells races with a dead heat, with refunds, and those that only gave stakes back', async () => {
    service.records.d_hj = [
      paid('d_hj', '20261107', 1),
      { ...paid('d_hj', '20261107', 2), trio_number_2: '030711', trio_payoff_2: '800' },
      { ...paid('d_hj', '20261107', 3), refund_number_1: '04', refund_number_2: '11' },
      recordOf('d_hj', { racedate: '20261107', racekey: racekeyOf('20261107', 4), refund_number_1: '01' }),
      recordOf('d_hj', { racedate: '20261107', racekey: racekeyOf('20261107', 5) }),
    ];
    const day = { from: '20261107', to: '20261107' };
    const result = await core.results.open({ kind: 'subject', subject: 'payoffs', ...day });
    const { resultId } = result.summary;
    const figures = await core.results.payoffFigures(resultId, []);
    expect(figures).toMatchObject({ races: 3, deadHeats: 1, refunded: 1, unreadable: 0 });
    expect(figures.unpaid).toEqual([{ racedate: '20261107', racekey: racekeyOf('20261107', 4) }]);
    const cells = await result.cells(['bet', 'weekday', 'dead_heat', 'refunded_numbers'], 0, 9);
    expect(cells[0]?.map((_, row) => cells.map((column) => column[row]))).toEqual([
      ['win', '7', '0', null],
      ['trio', '7', '0', null],
      ['win', '7', '1', null],
      ['trio', '7', '1', null],
      ['trio', '7', '1', null],
      ['win', '7', '0', '0411'],
      ['trio', '7', '0', '0411'],
    ]);
    // The filters of the grid choose what the figures are of.
    await result.arrange({ sort: [], filters: [{ column: 'dead_heat', text: '=1' }] });
    expect(await core.results.payoffFigures(resultId, [])).toMatchObject({
      races: 1,
      deadHeats: 1,
      refunded: 0,
    });
  });
});
