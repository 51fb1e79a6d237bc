import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { horseIdOf, racekeyOf, racesOf, recordOf, runnersOf } from '../testing/fake-records.ts';
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
    await expect(today).rejects.toMatchObject({ code: 'OFFLINE_NOT_HELD' });
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
    expect(await core.results.payoffFigures(summary.resultId)).toEqual([
      {
        bet: 'win',
        n: 2,
        min: 510,
        p10: 560,
        p25: 635,
        median: 760,
        mean: 760,
        p75: 885,
        p90: 960,
        max: 1010,
      },
      {
        bet: 'trio',
        n: 2,
        min: 5920,
        p10: 5920,
        p25: 5920,
        median: 5920,
        mean: 5920,
        p75: 5920,
        p90: 5920,
        max: 5920,
      },
    ]);
  });
});

describe('opening a horse’s runs', () => {
  const horse = horseIdOf(1, 1);

  it('fetches the races that its entry names, and shows earlier ones that only a past-run record has', async () => {
    const named = {
      lastrace_racekey1: racekeyOf('20261107', 1),
      lastrace_racekey2: '3916BU11',
      lastrace_racekey3: ' ',
    };
    service.records.t_ky = runnersOf('t_ky', TODAY, { ...named, jockey_name: '騎手' });
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    service.records.t_ze = [
      recordOf('t_ze', {
        racedate: '20261115',
        racekey: racekeyOf('20261115', 1),
        horse_id: horse,
        race_back_1_racedate: '20261107',
        race_back_1_racekey: racekeyOf('20261107', 1),
        race_back_2_racedate: '20260930',
        race_back_2_racekey: '3916BU11',
        race_back_2_resultkey: '0000010120260930',
        race_back_2_order_of_finish: 4,
        race_back_2_time_deff: 12,
      }),
    ];
    await core.results.open({ kind: 'table', table: 't_ze', filter: { racedate: '20261115' } });
    const result = await core.results.open({ kind: 'runs', horse_id: horse });
    const cells = await result.cells(
      ['racedate', 'racekey', 'race_name', 'order_of_finish', 'time_deff'],
      0,
      9,
    );
    expect(cells).toEqual([
      ['20261107', '20260930'],
      [racekeyOf('20261107', 1), '3916BU11'],
      ['レース1', null],
      ['1', '4'],
      [null, '12'],
    ]);
    expect(result.summary).toMatchObject({ records: 2, complete: true });
  });

  it('shows a run once, whichever tables have it', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    const result = await core.results.open({ kind: 'runs', horse_id: horse });
    expect(await result.cells(['racedate'], 0, 9)).toEqual([['20261114', '20261107']]);
  });

  it('names a race that could not be fetched', async () => {
    service.records.t_ky = runnersOf('t_ky', TODAY, { lastrace_racekey1: racekeyOf('20261107', 1) });
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    service.misbehave = () => ({ breaks: true });
    const result = await core.results.open({ kind: 'runs', horse_id: horse });
    expect(result.summary).toMatchObject({
      records: 0,
      reasons: [{ reason: 'not_fetched', where: racekeyOf('20261107', 1) }],
    });
  });
});
