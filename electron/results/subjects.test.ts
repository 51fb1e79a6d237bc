// Subjects as the window opens them: fetched for a few days, never outdated, and honest about what is not stored.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { Archive } from '../archive/archive.ts';
import { runQuery } from '../downloads/query.ts';
import { racekeyOf, racesOf, recordOf, runnersOf } from '../testing/fake-records.ts';
import { envelope, refusal, type FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

const subject = (
  name: 'races' | 'runners' | 'payoffs' | 'works' | 'horses' | 'jockeys',
  part: { from?: string; to?: string; racekey?: string } = {},
): ResultSource => ({ kind: 'subject', subject: name, ...part });

const onDay = ({ racedate }: { racedate: string }) => ({ from: racedate, to: racedate });

async function cellsOf(source: ResultSource, ...columns: string[]) {
  const result = await core.results.open(source);
  return result.cells(columns, 0, result.rows);
}

/** The past record of a runner with other values, as after a correction at the service. */
function correct(racekey: string, horse: string, values: Readonly<Record<string, string>>): void {
  service.records.d_se = (service.records.d_se ?? []).map((record) =>
    record['racekey'] === racekey && record['horse_number'] === horse ? { ...record, ...values } : record,
  );
}

/** From now on the results of yesterday are stored anew whenever the rows of subjects have been brought up to date. */
async function rewrittenBeforeReads(change: () => void = () => undefined): Promise<void> {
  const archive = await core.archive();
  const renew = archive.renewSubjects;
  const { racedate } = YESTERDAY;
  archive.renewSubjects = async (part) => {
    await renew(part);
    change();
    const filter = { start_racedate: racedate, end_racedate: racedate };
    await runQuery(await core.context(), 'd_se', filter, { refresh: true });
  };
}

describe('up to a week', () => {
  it('is fetched when it is opened, the past from the past tables and today from the present ones', async () => {
    const { summary, rows } = await core.results.open(
      subject('runners', { from: YESTERDAY.racedate, to: TODAY.racedate }),
    );
    expect(rows).toBe(72);
    expect(summary.records).toBe(72);
    const requested = new Set(service.received.map(({ table }) => table));
    for (const table of ['d_se', 'd_ra', 't_ra', 't_ky', 't_se'] as const) expect(requested).toContain(table);
    const [dates = []] = await cellsOf(
      subject('races', { from: YESTERDAY.racedate, to: TODAY.racedate }),
      'racedate',
    );
    expect([...new Set(dates)]).toEqual([YESTERDAY.racedate, TODAY.racedate]);
  });

  it('names the days that could not be fetched', async () => {
    service.misbehave = ({ table }) =>
      table === 'd_hj' ? { status: 400, text: refusal('BAD_REQUEST', 'not today') } : undefined;
    const { summary } = await core.results.open(subject('runners', onDay(YESTERDAY)));
    expect(summary).toMatchObject({ records: 36, complete: false });
    expect(summary.reasons).toContainEqual({ reason: 'not_fetched', where: YESTERDAY.racedate });
  });
});

describe('a longer period', () => {
  it('requests nothing and names each day that is not stored', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const requested = service.received.length;
    const { summary } = await core.results.open(subject('runners', { from: '20261101', to: '20261114' }));
    expect(service.received.length).toBe(requested);
    expect(summary.records).toBe(36);
    expect(summary.complete).toBe(false);
    const missing = summary.reasons.map(({ where }) => where).join(' ');
    expect(missing).toContain('20261101');
  });

  it('without a first day begins with what is stored of it, whatever run a card names', async () => {
    const past = { race_back_1_racedate: '20240505', race_back_1_racekey: '05241101' };
    const { racedate } = TODAY;
    service.records.t_ze = [
      recordOf('t_ze', { racedate, racekey: racekeyOf(racedate, 1), horse_id: 'HX1', ...past }),
    ];
    await core.results.open({ kind: 'table', table: 't_ze', filter: { racedate } });
    await core.results.open(subject('payoffs', { from: SATURDAY.racedate, to: YESTERDAY.racedate }));
    for (const name of ['payoffs', 'jockeys'] as const) {
      const { summary } = await core.results.open(subject(name, { to: YESTERDAY.racedate }));
      const missing = summary.reasons.flatMap(({ where }) => where.match(/\d{8}/g) ?? []);
      expect(missing.filter((day) => day < SATURDAY.racedate)).toEqual([]);
    }
  });

  it('of works is incomplete where only the works are stored: their horses have no names', async () => {
    const { racedate } = YESTERDAY;
    const runner = { racedate, racekey: racekeyOf(racedate, 1), horse_number: '3' };
    service.records.t_ch = [recordOf('t_ch', { ...runner, exercise_date: SATURDAY.racedate })];
    await core.results.open({ kind: 'table', table: 't_ch', filter: { racedate } });
    const { summary } = await core.results.open(subject('works', { to: racedate }));
    expect(summary).toMatchObject({ records: 1, complete: false });
    expect(summary.reasons).toContainEqual({ reason: 'not_fetched', where: racedate });
    await core.results.open(subject('runners', onDay(YESTERDAY)));
    expect((await core.results.open(subject('works', { to: racedate }))).summary.reasons).toEqual([]);
  });

  it('is refused if it ends before it begins', async () => {
    const opening = core.results.open(subject('races', { from: '20261114', to: '20261101' }));
    await expect(opening).rejects.toMatchObject({ code: 'INVALID_FILTER' });
  });
});

describe('rows', () => {
  const finish = async (part: { from?: string; to?: string; racekey?: string }) => {
    const [keys = [], numbers = [], finishes = []] = await cellsOf(
      subject('runners', part),
      'racekey',
      'horse_number',
      'order_of_finish',
    );
    const at = keys.findIndex(
      (key, row) => key === racekeyOf(YESTERDAY.racedate, 1) && numbers[row] === '03',
    );
    return finishes[at];
  };

  it('follow a day that is fetched again', async () => {
    expect(await finish(onDay(YESTERDAY))).toBe('3');
    correct(racekeyOf(YESTERDAY.racedate, 1), '03', { order_of_finish: '11' });
    await core.results.open(
      {
        kind: 'table',
        table: 'd_se',
        filter: { start_racedate: YESTERDAY.racedate, end_racedate: YESTERDAY.racedate },
      },
      { refresh: true },
    );
    expect(await finish({})).toBe('11');
  });

  it('follow a race that is fetched by its key, also when another day is opened', async () => {
    expect(await finish(onDay(YESTERDAY))).toBe('3');
    correct(racekeyOf(YESTERDAY.racedate, 1), '03', { order_of_finish: '12' });
    const racekey = racekeyOf(YESTERDAY.racedate, 1);
    await core.results.open({ kind: 'table', table: 'd_se', filter: { racekey } }, { refresh: true });
    await core.results.open(subject('races', onDay(SATURDAY)));
    expect(await finish({ racekey })).toBe('12');
  });

  it.each([
    ['of runners', subject('runners', onDay(YESTERDAY))],
    ['of a race', subject('runners', { racekey: racekeyOf(YESTERDAY.racedate, 1) })],
    [
      'of SQL',
      { kind: 'sql', sql: `select order_of_finish from runners where racedate = '${YESTERDAY.racedate}'` },
    ],
  ] as const)('%s are never outdated, whatever is written before they are read', async (_, source) => {
    await core.results.open(subject('runners', onDay(YESTERDAY)));
    await rewrittenBeforeReads();
    const [finishes = []] = await cellsOf(source, 'order_of_finish');
    expect(finishes.length).toBeGreaterThan(0);
    expect(finishes).not.toContain(null);
  });

  it('of horses count what was written before they are read', async () => {
    const wins = async () => {
      const [counts = []] = await cellsOf(subject('horses', onDay(YESTERDAY)), 'wins');
      return counts.reduce((sum, count) => sum + Number(count), 0);
    };
    const before = await wins();
    const finishes = ['2', '1'];
    await rewrittenBeforeReads(() =>
      correct(racekeyOf(YESTERDAY.racedate, 1), '03', { order_of_finish: finishes.shift() ?? '1' }),
    );
    expect([before > 0, (await wins()) - before]).toEqual([true, 1]);
  });

  it('go with deleted days, and stay for the others', async () => {
    await core.results.open(subject('runners', { from: YESTERDAY.racedate, to: TODAY.racedate }));
    const archive = await core.archive();
    await archive.remove(['d_se', 'd_ky', 't_se', 't_ky', 't_pd', 't_ch'], {
      from: YESTERDAY.racedate,
      to: YESTERDAY.racedate,
    });
    const [dates = []] = await cellsOf(subject('runners'), 'racedate');
    expect(new Set(dates)).toEqual(new Set([TODAY.racedate]));
  });

  it('are computed after a restart if they were outdated before', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const archive = await core.archive();
    const { path } = archive;
    expect(await archive.rows('select count(*)::INTEGER from subject_runners')).toEqual([[0]]);
    await archive.close();
    const again = await Archive.open(path, 1);
    await again.renewSubjects();
    expect(await again.rows('select count(*)::INTEGER from subject_runners')).toEqual([[36]]);
    await again.close();
  });

  it('are computed only for the days that are read; the others stay outdated until they are', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    await core.results.open(ofDay('t_se', TODAY.racedate));
    const archive = await core.archive();
    await archive.renewSubjects(onDay(TODAY));
    const days = () => archive.rows('select distinct racedate from subject_runners order by 1');
    expect(await days()).toEqual([[TODAY.racedate]]);
    await archive.renewSubjects();
    expect(await days()).toEqual([[YESTERDAY.racedate], [TODAY.racedate]]);
    expect(await archive.rows('select count(*)::INTEGER from subject_outdated')).toEqual([[0]]);
  });

  it('are computed a quarter at a time, the latest first, until none is outdated', async () => {
    const { t_se: results = [] } = service.records;
    const earlier = [{ ...SATURDAY, racedate: '20260718' }].flatMap((card) => runnersOf('t_se', card));
    service.records.t_se = [...results, ...earlier];
    for (const racedate of ['20260718', YESTERDAY.racedate]) await core.results.open(ofDay('t_se', racedate));
    const archive = await core.archive();
    const days = () => archive.rows('select distinct racedate from subject_runners order by 1');
    while ((await days()).length === 0) expect(await archive.renewLatestSubjects()).toBe(true);
    expect(await days()).toEqual([[YESTERDAY.racedate]]);
    while (await archive.renewLatestSubjects());
    expect(await days()).toEqual([['20260718'], [YESTERDAY.racedate]]);
    expect(await archive.rows('select count(*)::INTEGER from subject_outdated')).toEqual([[0]]);
  });

  it('do not become outdated by days without records', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const archive = await core.archive();
    await archive.renewSubjects();
    await core.results.open(ofDay('t_se', '20261122'));
    expect(
      await archive.rows("select distinct table_code from subject_outdated where table_code = 't_se'"),
    ).toEqual([]);
  });

  it('are one for two records of one runner', async () => {
    const first = (service.records.t_se ?? []).find(({ racedate }) => racedate === YESTERDAY.racedate);
    service.records.t_se = [...(service.records.t_se ?? []), { ...first, horse_name: 'twice' }];
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const { rows } = await core.results.open(subject('runners'));
    expect(rows).toBe(36);
  });
});

it('a race is not run because a horse is scratched: its records may exist before it', async () => {
  const racekey = racekeyOf(YESTERDAY.racedate, 1);
  for (let horse = 1; horse <= 12; horse++)
    correct(racekey, String(horse).padStart(2, '0'), {
      order_of_finish: '00',
      trouble_classification: horse === 4 ? '1' : '0',
    });
  const state = async () => {
    const columns = ['racekey', 'race_state', 'runners_entered', 'runners_ran'];
    const [keys = [], ...cells] = await cellsOf(subject('races', onDay(YESTERDAY)), ...columns);
    return cells.map((column) => column[keys.indexOf(racekey)]);
  };
  expect(await state()).toEqual(['card', '12', null]);
});

describe('a race that was called off', () => {
  const RACE = racekeyOf(YESTERDAY.racedate, 1);

  /** The state of the race of twelve runners, none of whom ran, with this payoff record. */
  async function state(payoff: Readonly<Record<string, string>>): Promise<string | null | undefined> {
    for (let horse = 1; horse <= 12; horse++)
      correct(RACE, String(horse).padStart(2, '0'), { order_of_finish: '00', trouble_classification: '1' });
    service.records.d_hj = racesOf('d_hj', { ...YESTERDAY, races: 1 }).map((record) => {
      const blank = Object.entries(record).filter(([name]) =>
        /_(?:number|combination|payoff|popularity)/.test(name),
      );
      return { ...record, ...Object.fromEntries(blank.map(([name]) => [name, ''])), ...payoff };
    });
    const [keys = [], states = []] = await cellsOf(
      subject('races', onDay(YESTERDAY)),
      'racekey',
      'race_state',
    );
    return states[keys.indexOf(RACE)];
  }

  const five = Object.fromEntries([1, 2, 3, 4, 5].map((slot) => [`refund_number_${slot}`, `0${slot}`]));

  it('says so: its payoff record refunds every horse, as far as it has room for them, and pays nothing', async () => {
    expect(await state(five)).toBe('called_off');
  });

  it('is told from one with horses that were scratched before it', async () => {
    expect(await state({ refund_number_1: '04', refund_number_2: '12' })).toBe('card');
  });

  it('is not called off by one refund where the number of horses is not known', async () => {
    for (const table of ['d_ra', 'd_se', 'd_ky', 't_ra', 't_se', 't_ky'] as const)
      service.records[table] = [];
    expect(await state({ refund_number_1: '04' })).toBe('card');
  });

  it('is told from one that paid out', async () => {
    expect(await state({ ...five, win_horse_number_1: '07', win_payoff_1: '310' })).toBe('card');
  });

  it('is told from one in which a horse ran', async () => {
    const run = state(five);
    correct(RACE, '07', { order_of_finish: '01', trouble_classification: '0' });
    expect(await run).not.toBe('called_off');
  });
});

describe('people', () => {
  it('without an entry for any runner, no jockey is known', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    expect((await core.results.open(subject('jockeys'))).rows).toBe(0);
  });
});

describe('what flat bets returned', () => {
  const RACE = racekeyOf(YESTERDAY.racedate, 1);

  /** Of each runner of the race, by its number. */
  async function returned(bet: 'win' | 'place', paid: Readonly<Record<string, string>>) {
    service.records.d_hj = racesOf('d_hj', { ...YESTERDAY, races: 1 }).map((record) => ({
      ...record,
      ...paid,
    }));
    const [keys = [], numbers = [], cells = []] = await cellsOf(
      subject('runners', onDay(YESTERDAY)),
      'racekey',
      'horse_number',
      `${bet}_returned`,
    );
    return new Map(keys.flatMap((key, row) => (key === RACE ? [[numbers[row] ?? '', cells[row]]] : [])));
  }

  it('is unknown for all if a slot that is used names no horse: tickets without a winner are paid, too', async () => {
    const all = await returned('win', { win_horse_number_1: '00', win_payoff_1: '70' });
    expect(all.size).toBeGreaterThan(3);
    expect([...new Set(all.values())]).toEqual([null]);
  });

  it('is unknown for a winner without a readable amount, and nothing for those who lost', async () => {
    const all = await returned('place', {
      place_horse_number_1: '01',
      place_payoff_1: '',
      place_horse_number_2: '02',
      place_payoff_2: '150',
    });
    expect([all.get('01'), all.get('02'), all.get('09')]).toEqual([null, '150', '0']);
  });

  it('counts an amount in full-width digits for the one who rode it', async () => {
    service.records.d_ky = runnersOf('d_ky', { ...YESTERDAY, races: 1 }).map((record) => ({
      ...record,
      jockey_cd: '00001',
    }));
    const all = await returned('win', { win_horse_number_1: '０１', win_payoff_1: '１２００' });
    expect([all.get('01'), all.get('02')]).toEqual(['１２００', '0']);
    const [rates, paid] = await cellsOf(subject('jockeys', onDay(YESTERDAY)), 'win_return', 'paid_runs');
    expect([rates, paid]).toEqual([['100.0'], ['12']]);
  });
});

describe('a race', () => {
  const { racedate } = YESTERDAY;
  const racekey = racekeyOf(racedate, 1);
  beforeEach(() => {
    service.records.d_ky = runnersOf('d_ky', YESTERDAY);
    service.records.d_hj = [1, 2, 3].map((race) =>
      recordOf('d_hj', {
        racedate,
        racekey: racekeyOf(racedate, race),
        win_horse_number_1: '01',
        win_payoff_1: '240',
      }),
    );
  });

  const reasonsOf = async (part: { from?: string; to?: string; racekey?: string }) => {
    const { summary } = await core.results.open(subject('runners', part));
    return { complete: summary.complete, reasons: new Set(summary.reasons.map(({ reason }) => reason)) };
  };

  it('is complete if its day is, and has its totals', async () => {
    await core.results.open(subject('runners', onDay(YESTERDAY)));
    const { summary } = await core.results.open(subject('runners', { racekey }));
    expect(summary).toMatchObject({ complete: true, reasons: [], fetchedAt: expect.any(Number) });
  });

  it('has no say in its day any more once all of that has been fetched', async () => {
    const context = await core.context();
    service.misbehave = ({ table, filter }) =>
      table === 'd_se' ? { text: envelope(table, filter, service.matching(table, filter), 13) } : undefined;
    await runQuery(context, 'd_se', { racekey });
    service.misbehave = () => undefined;
    await core.clock.advance(60_000);
    const since = core.clock.now();
    const { summary } = await core.results.open(subject('runners', onDay(YESTERDAY)));
    expect(summary).toMatchObject({ complete: true, reasons: [] });
    expect(summary.fetchedAt).toBeGreaterThanOrEqual(since);
  });

  it('is as incomplete as its day', async () => {
    service.misbehave = ({ table, filter }) =>
      table === 'd_se' ? { text: envelope(table, filter, service.matching(table, filter), 514) } : undefined;
    await core.results.open(subject('runners', onDay(YESTERDAY)));
    expect(await reasonsOf({ racekey })).toMatchObject({
      complete: false,
      reasons: new Set(['count_differs']),
    });
  });

  it('lacks a runner that its day lacks, and nothing that only another race does', async () => {
    const { d_se = [] } = service.records;
    service.records.d_se = d_se.filter(
      (record) => record['racekey'] !== racekey || record['horse_number'] !== '03',
    );
    service.records.t_se = [];
    await core.results.open(subject('runners', onDay(YESTERDAY)));
    expect((await reasonsOf({ racekey })).reasons).toContain('headcount_differs');
    expect(await reasonsOf({ racekey: racekeyOf(racedate, 2) })).toEqual({
      complete: true,
      reasons: new Set(),
    });
  });

  it('is not short of what only the present tables have, however long ago it was run', async () => {
    for (const table of ['t_ra', 't_ky', 't_se'] as const)
      await core.results.open(ofDay(table, SATURDAY.racedate));
    const { reasons } = await reasonsOf({ racekey: racekeyOf(SATURDAY.racedate, 1) });
    expect(reasons).not.toContain('race_missing');
  });

  it('of a past day that was fetched while it was raced has not all of its outcome', async () => {
    await core.results.open(subject('runners', onDay(TODAY)));
    const raced = racekeyOf(TODAY.racedate, 1);
    await core.clock.advance(2 * 86_400_000);
    expect((await reasonsOf({ racekey: raced })).reasons).toContain('not_fetched');
  });
});
