// Runs as the window opens them: from results and from cards, of days and of one horse, each run once and never outdated.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runsOfHorse, type ResultSource } from '#shared/bridge/source.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { HORSE_RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';
import { horseIdOf, racekeyOf, recordOf, runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';
import { readSheet } from './read-sheet.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

const runs = (part: { from?: string; to?: string; racekey?: string } = {}): ResultSource => ({
  kind: 'subject',
  subject: 'runs',
  ...part,
});
const horse = horseIdOf(1, 1);

interface Named {
  readonly racedate: string;
  readonly racekey?: string;
  readonly [field: string]: string | undefined;
}

/** What a card of the day says of the horse's past runs, the newest first. */
function card(table: 't_ze' | 't_zk', racedate: string, ...named: readonly Named[]): WireRecord {
  const fields = named.flatMap((run, at) =>
    Object.entries(run).map(([name, value]) => [`race_back_${at + 1}_${name}`, value ?? null] as const),
  );
  const racekey = racekeyOf(racedate, 1);
  return recordOf(table, { racedate, racekey, horse_id: horse, ...Object.fromEntries(fields) });
}

/** The service has these records of the table from now on, and the app fetches those of the day again. */
async function fetched(table: TableCode, racedate: string, records: readonly WireRecord[]): Promise<void> {
  service.records[table] = [...records];
  await core.results.open({ kind: 'table', table, filter: { racedate } }, { refresh: true });
}

async function rowsOf(source: ResultSource, ...columns: string[]): Promise<(string | null)[][]> {
  const result = await core.results.open(source);
  const cells = await result.cells(columns, 0, result.rows);
  return Array.from({ length: result.rows }, (_, row) => cells.map((column) => column[row] ?? null));
}

/** A month before the three days: only cards name its runs. */
const EARLIER = '20261010';
const LONG = { from: '20260901', to: '20261031' };
const MINE = ['racedate', 'order_of_finish', 'known_from'];

describe('runs over days', () => {
  it('are those with a result, fetched for a few days, with the conditions of their races', async () => {
    const rows = await rowsOf(
      runs({ from: YESTERDAY.racedate, to: YESTERDAY.racedate }),
      'racekey', 'horse_number', 'horse_id', 'race_name', 'order_of_finish', 'known_from',
    ); // prettier-ignore
    expect(rows).toHaveLength(36);
    expect(rows[0]).toEqual([racekeyOf(YESTERDAY.racedate, 1), '01', horse, 'レース1', '1', 'result']);
  });

  it('include those that only a card names, and say which days are not stored', async () => {
    await fetched('t_ze', TODAY.racedate, [
      card('t_ze', TODAY.racedate, { racedate: EARLIER, racekey: '05264301', order_of_finish: '4' }),
    ]);
    const result = await core.results.open(runs(LONG));
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([[EARLIER, '4', 'card']]);
    expect(result.summary.complete).toBe(false);
    expect(result.summary.reasons[0]).toMatchObject({ reason: 'not_fetched' });
    const all = await core.results.open(runs());
    expect(all.summary.reasons.map(({ where }) => where).join(' ')).toContain(EARLIER);
  });

  it('are counted as stored beside a run of no day that there is', async () => {
    const days = async () => {
      const { summary } = await core.results.open(runs());
      return summary.reasons.filter(({ reason }) => reason === 'not_fetched').map(({ where }) => where);
    };
    const run = { racedate: EARLIER, racekey: '05264301', order_of_finish: '4' };
    await fetched('t_ze', TODAY.racedate, [card('t_ze', TODAY.racedate, run)]);
    const missing = await days();
    expect(missing.join(' ')).toContain(EARLIER);
    const odd = ['00000000', '20269999'].map((racedate) => ({ ...run, racedate }));
    await fetched('t_ze', TODAY.racedate, [card('t_ze', TODAY.racedate, run, ...odd)]);
    expect(await days()).toEqual(missing);
  });

  it('have each run once, and none on a day of zeros, however a card writes the days', async () => {
    const racekey = racekeyOf(SATURDAY.racedate, 1);
    await fetched('t_ze', TODAY.racedate, [
      card(
        't_ze',
        TODAY.racedate,
        { racedate: '2026-11-07', racekey, order_of_finish: '1' },
        { racedate: '00000000', racekey: '00000000' },
      ),
    ]);
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, SATURDAY.racedate));
    const found = [[SATURDAY.racedate, '1', 'result']];
    expect(await rowsOf(runsOfHorse(horse), ...MINE)).toEqual(found);
    expect(await rowsOf(runs({ racekey: '00000000' }), ...MINE)).toEqual([]);
    const days = (await rowsOf(runs(), 'racedate')).flat();
    expect(new Set(days)).toEqual(new Set([SATURDAY.racedate]));
  });

  it('are found by the key of a race of which only cards say something', async () => {
    await fetched('t_ze', TODAY.racedate, [
      card('t_ze', TODAY.racedate, { racedate: EARLIER, racekey: '05264301', order_of_finish: '4' }),
    ]);
    expect(await rowsOf(runs({ racekey: '05264301' }), ...MINE)).toEqual([[EARLIER, '4', 'card']]);
  });

  it('are one for a result and any number of cards, with the notes of the newest card', async () => {
    const named = { racedate: SATURDAY.racedate, racekey: racekeyOf(SATURDAY.racedate, 1) };
    await fetched('t_ze', TODAY.racedate, [
      card('t_ze', TODAY.racedate, { ...named, order_of_finish: '9', idm: '77' }),
    ]);
    const notes = [
      card('t_zk', YESTERDAY.racedate, { ...named, race_comment: 'old' }),
      card('t_zk', TODAY.racedate, { ...named, race_comment: 'new' }),
    ];
    await fetched('t_zk', YESTERDAY.racedate, notes);
    await fetched('t_zk', TODAY.racedate, notes);
    const day = { from: SATURDAY.racedate, to: SATURDAY.racedate };
    const rows = await rowsOf(runs(day), 'horse_id', 'order_of_finish', 'idm', 'race_comment', 'known_from');
    expect(rows).toHaveLength(36);
    expect(rows.filter(([id]) => id === horse)).toEqual([[horse, '1', '40.5', 'new', 'result']]);
  });
});

describe('a run that cards name', () => {
  const named = (finish: string) => ({ racedate: EARLIER, racekey: '05264301', order_of_finish: finish });

  it('follows the newest card, also when cards change or go', async () => {
    const [older, newer] = [
      card('t_ze', YESTERDAY.racedate, named('5')),
      card('t_ze', TODAY.racedate, named('6')),
    ];
    await fetched('t_ze', YESTERDAY.racedate, [older, newer]);
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([[EARLIER, '5', 'card']]);
    await fetched('t_ze', TODAY.racedate, [older, newer]);
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([[EARLIER, '6', 'card']]);
    await fetched('t_ze', TODAY.racedate, [older, card('t_ze', TODAY.racedate, named('7'))]);
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([[EARLIER, '7', 'card']]);
    const archive = await core.archive();
    await archive.remove(['t_ze'], { from: TODAY.racedate, to: TODAY.racedate });
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([[EARLIER, '5', 'card']]);
    await archive.remove(['t_ze']);
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([]);
  });

  it('follows cards that are fetched by the key of their race', async () => {
    service.records.t_ze = [card('t_ze', TODAY.racedate, named('5'))];
    const filter = { racekey: racekeyOf(TODAY.racedate, 1) };
    await core.results.open({ kind: 'table', table: 't_ze', filter });
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([[EARLIER, '5', 'card']]);
    service.records.t_ze = [card('t_ze', TODAY.racedate, named('6'))];
    await core.results.open({ kind: 'table', table: 't_ze', filter }, { refresh: true });
    expect(await rowsOf(runs(LONG), ...MINE)).toEqual([[EARLIER, '6', 'card']]);
  });

  it('gives way to its result, and comes back without it', async () => {
    const day = { from: '20260901', to: SATURDAY.racedate };
    await fetched('t_ze', TODAY.racedate, [
      card('t_ze', TODAY.racedate, { racedate: SATURDAY.racedate, order_of_finish: '9' }),
    ]);
    expect(await rowsOf(runs(day), ...MINE)).toEqual([[SATURDAY.racedate, '9', 'card']]);
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, SATURDAY.racedate));
    expect((await rowsOf(runs(day), ...MINE))[0]).toEqual([SATURDAY.racedate, '1', 'result']);
    await (await core.archive()).remove(['d_se']);
    expect(await rowsOf(runs(day), ...MINE)).toEqual([[SATURDAY.racedate, '9', 'card']]);
  });

  it('has the horse’s entry and the program of its race, if they are stored', async () => {
    service.records.t_ky = runnersOf('t_ky', SATURDAY, { jockey_name: '騎手' });
    await core.results.open(ofDay('t_ky', SATURDAY.racedate));
    await core.results.open(ofDay('t_ra', SATURDAY.racedate));
    const racekey = racekeyOf(SATURDAY.racedate, 1);
    await fetched('t_ze', TODAY.racedate, [
      card('t_ze', TODAY.racedate, { racedate: SATURDAY.racedate, racekey, horse_number: '1' }),
    ]);
    const rows = await rowsOf(
      runs({ from: '20260901', to: SATURDAY.racedate }),
      'horse_number', 'jockey_name', 'race_name', 'known_from',
    ); // prettier-ignore
    expect(rows).toEqual([['01', '騎手', 'レース1', 'card']]);
  });

  it('in SQL it is a row of runs and of typed.runs', async () => {
    await fetched('t_ze', TODAY.racedate, [card('t_ze', TODAY.racedate, named('5'))]);
    const archive = await core.archive();
    await archive.renewSubjects();
    expect(await archive.rows('select racedate, order_of_finish from runs')).toEqual([[EARLIER, '5']]);
    expect(await archive.rows('select order_of_finish::INTEGER, typeof(racedate) from typed.runs')).toEqual([
      [5, 'DATE'],
    ]);
  });

  it('makes a result of SQL over runs out of date', async () => {
    await fetched('t_ze', TODAY.racedate, [card('t_ze', TODAY.racedate, named('5'))]);
    const [onRuns, onRunners] = [
      await core.results.open({ kind: 'sql', sql: 'select count(*) as n from runs' }),
      await core.results.open({ kind: 'sql', sql: 'select count(*) as n from runners' }),
    ];
    await fetched('t_ze', TODAY.racedate, [card('t_ze', TODAY.racedate, named('6'))]);
    const writesTo = async (result: typeof onRuns) => (await result.changed().next()).value?.writes;
    expect(await writesTo(onRuns)).toBeGreaterThan(0);
    expect(await writesTo(onRunners)).toBe(0);
  });
});

it('are read whatever characters a card names them by', async () => {
  const names = ["it's", 'a\0b', '\0', '"'];
  const named = names.map((odd, at) => ({
    racedate: `2026101${at}`,
    racekey: odd,
    resultkey: odd,
    order_of_finish: '3',
  }));
  await fetched('t_ze', TODAY.racedate, [
    card('t_ze', TODAY.racedate, ...named, { racedate: 'a\0b', racekey: '\0' }),
  ]);
  expect(new Set((await rowsOf(runs(LONG), 'racekey')).flat())).toEqual(new Set(names));
  expect((await rowsOf(runsOfHorse(horse), 'racekey')).flat()).toEqual(expect.arrayContaining(names));
});

describe('a horse’s runs', () => {
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
    service.received.length = 0;
    const result = await core.results.open(runsOfHorse(horse));
    const asked = service.received.map(({ filter }) => filter.racekey);
    expect(new Set(asked)).toEqual(new Set([racekeyOf('20261107', 1)]));
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

  it('takes a field of zeros for no run: a horse with one run has no earlier ones', async () => {
    const none = [2, 3, 4, 5].map((back) => [`lastrace_racekey${back}`, '00000000'] as const);
    const named = { lastrace_racekey1: racekeyOf('20261107', 1), ...Object.fromEntries(none) };
    service.records.t_ky = runnersOf('t_ky', TODAY, named);
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    const result = await core.results.open(runsOfHorse(horse));
    expect(result.summary).toMatchObject({ records: 1, complete: true, reasons: [] });
  });

  it('fetches a race from the past tables if the present ones have no past races, and once', async () => {
    const { racedate } = SATURDAY;
    for (const table of ['t_se', 't_ra'] as const)
      service.records[table] = (service.records[table] ?? []).filter(
        (each) => each['racedate'] === TODAY.racedate,
      );
    service.records.t_ky = runnersOf('t_ky', TODAY, { lastrace_racekey1: racekeyOf(racedate, 1) });
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    for (const _ of ['fetched', 'stored']) {
      const { summary } = await core.results.open(runsOfHorse(horse));
      expect(summary).toMatchObject({ records: 1, complete: true });
      expect(await rowsOf(runsOfHorse(horse), ...MINE)).toEqual([[racedate, '1', 'result']]);
    }
    expect(service.requests.filter((each) => each === `d_se ${racekeyOf(racedate, 1)}`)).toHaveLength(1);
    expect(service.requests.filter((each) => each === `t_se ${racekeyOf(racedate, 1)}`)).toHaveLength(1);
  });

  it('fetches a race from the present tables if the past ones had nothing of its day yet', async () => {
    const { racedate } = YESTERDAY;
    const racekey = racekeyOf(racedate, 1);
    for (const table of ['d_se', 'd_ra'] as const)
      service.records[table] = (service.records[table] ?? []).filter((each) => each['racedate'] !== racedate);
    service.records.t_ky = runnersOf('t_ky', TODAY, { lastrace_racekey1: racekey });
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    await core.results.open(ofDay('t_ra', racedate));
    for (const table of ['d_se', 'd_ra'] as const)
      await core.results.open(ofPeriod(table, racedate, racedate));
    const { summary } = await core.results.open(runsOfHorse(horse));
    expect(summary).toMatchObject({ records: 1, complete: true });
  });

  it('shows a run once, whichever tables have it', async () => {
    await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    await core.results.open(ofPeriod('d_se', '20261101', '20261114'));
    const result = await core.results.open(runsOfHorse(horse));
    expect(await result.cells(['racedate'], 0, 9)).toEqual([['20261114', '20261107']]);
  });

  it('names a race that could not be fetched', async () => {
    service.records.t_ky = runnersOf('t_ky', TODAY, { lastrace_racekey1: racekeyOf('20261107', 1) });
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    service.misbehave = () => ({ breaks: true });
    const result = await core.results.open(runsOfHorse(horse));
    expect(result.summary).toMatchObject({
      records: 0,
      reasons: [{ reason: 'not_fetched', where: racekeyOf('20261107', 1) }],
    });
  });

  it('names a race whose day was stored without it, and that could not be asked for again', async () => {
    const racekey = racekeyOf(YESTERDAY.racedate, 1);
    service.records.t_ky = runnersOf('t_ky', TODAY, { lastrace_racekey1: racekey });
    for (const table of ['t_se', 'd_se'] as const) service.records[table] = [];
    for (const table of ['t_ky', 't_ra'] as const)
      await core.results.open(ofDay(table, table === 't_ky' ? TODAY.racedate : YESTERDAY.racedate));
    const reasons = async () => (await core.results.open(runsOfHorse(horse))).summary.reasons;
    expect(await reasons()).toEqual([{ reason: 'run_unknown', where: racekey }]);
    await core.clock.advance(2 * 3_600_000);
    service.misbehave = () => ({ breaks: true });
    expect(await reasons()).toEqual([{ reason: 'not_fetched', where: racekey }]);
  });

  it('may be those of a period', async () => {
    service.records.t_ky = runnersOf('t_ky', TODAY, {
      lastrace_racekey1: racekeyOf(YESTERDAY.racedate, 1),
      lastrace_racekey2: racekeyOf(SATURDAY.racedate, 1),
    });
    await core.results.open(ofDay('t_ky', TODAY.racedate));
    const part = { from: '20261101', to: SATURDAY.racedate };
    const { summary } = await core.results.open({ ...runsOfHorse(horse), ...part });
    // The later run is stored, though not shown.
    expect(summary).toMatchObject({ records: 1, complete: true });
    expect(await rowsOf({ ...runsOfHorse(horse), ...part }, 'racedate')).toEqual([[SATURDAY.racedate]]);
  });

  it('are read from the horse’s block as its page reads them, until one of them changes', async () => {
    const archive = await core.archive();
    const page = () => readSheet(core.results, { source: runsOfHorse(horse), columns: HORSE_RUN_COLUMNS });
    for (const table of ['d_ra', 'd_se'] as const)
      await core.results.open(ofPeriod(table, SATURDAY.racedate, YESTERDAY.racedate));
    const { cells, columns } = await page();
    const valuesOf = async (name: string) =>
      (await page()).cells[columns.findIndex((column) => column.name === name)];
    expect(await valuesOf('racedate')).toEqual([YESTERDAY.racedate, SATURDAY.racedate]);
    // Some rows are outdated: a block would have them as they were.
    expect(await archive.makeHorseBlocks()).toBe(false);
    await archive.renewSubjects();
    expect(await archive.makeHorseBlocks()).toBe(true);
    expect(await archive.makeHorseBlocks()).toBe(false);
    // Only the block still has the rows.
    await archive.rows('create table elsewhere as from subject_runs');
    await archive.rows('delete from subject_runs');
    expect((await page()).cells).toEqual(cells);
    await archive.rows('insert into subject_runs from elsewhere');
    service.records['d_se'] = (service.records['d_se'] ?? []).map((each) =>
      each['horse_id'] === horse ? { ...each, order_of_finish: '7' } : each,
    );
    await core.results.open(ofPeriod('d_se', SATURDAY.racedate, YESTERDAY.racedate), { refresh: true });
    expect(await valuesOf('order_of_finish')).toEqual(['7', '7']);
    await archive.renewSubjects();
    expect(await valuesOf('order_of_finish')).toEqual(['7', '7']);
    expect(await archive.rows('select count(*)::INTEGER from block_bytes')).toEqual([
      [16 * (await archive.rows('select 1 from horse_block')).length],
    ]);
  });

  it('only runs are of one horse', async () => {
    const opening = core.results.open({ kind: 'subject', subject: 'runners', horse_id: horse });
    await expect(opening).rejects.toMatchObject({ code: 'INVALID_FILTER' });
  });
});
