import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordSource } from '#shared/bridge/source.ts';
import { DAY_RECORDS, tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { racekeyOf } from '../testing/fake-records.ts';
import { refusal, type FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';
import { tableSources } from './record-tables.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

const ofRace = (record: DayRecord, racedate: string): RecordSource => ({
  kind: 'race',
  record,
  racekey: racekeyOf(racedate, 1),
});

const sourcesFor = async (source: RecordSource) =>
  tableSources({ archive: await core.archive(), now: () => core.clock.now() }, source);

const tablesFor = async (source: RecordSource) => (await sourcesFor(source)).tables.map(({ table }) => table);

describe('one kind of record of a day', () => {
  it('is read from the past table as a period of one day before today', async () => {
    const { source, summary } = await core.results.open({
      kind: 'day',
      record: 'race',
      racedate: YESTERDAY.racedate,
    });
    expect(source).toEqual({
      kind: 'table',
      table: 'd_ra',
      filter: { start_racedate: YESTERDAY.racedate, end_racedate: YESTERDAY.racedate },
    });
    expect(summary.records).toBeGreaterThan(0);
  });

  it('is read from the present table by race date for today and later, and if there is no past table', async () => {
    const { racedate } = TODAY;
    expect(await tablesFor({ kind: 'day', record: 'payoff', racedate })).toEqual(['t_hj']);
    expect(await tablesFor({ kind: 'day', record: 'meeting', racedate: '20261121' })).toEqual(['t_ka']);
    expect(await tablesFor({ kind: 'day', record: 'training', racedate: '20261101' })).toEqual(['t_ch']);
  });

  it('keeps what was stored on the day if neither table of the service has it after midnight', async () => {
    const { racedate } = YESTERDAY;
    const noon = core.clock.now();
    core.clock.set(noon - 16 * 3_600_000);
    await core.results.open(ofDay('t_ra', racedate));
    core.clock.set(noon);
    for (const code of ['t_ra', 'd_ra'] as const)
      service.records[code] = (service.records[code] ?? []).filter((each) => each['racedate'] !== racedate);
    const { source, summary } = await core.results.open({ kind: 'day', record: 'race', racedate });
    expect([source, summary.records]).toMatchObject([{ table: 't_ra' }, 3]);
    expect(summary.reasons).toMatchObject([{ reason: 'not_fetched', because: { code: 'RECORDS_GONE' } }]);
  });

  it('sends only filters that the table accepts', async () => {
    for (const record of DAY_RECORDS) {
      for (const racedate of ['20261101', YESTERDAY.racedate, TODAY.racedate, '20261122']) {
        const { tables } = await sourcesFor({ kind: 'day', record, racedate });
        expect(tables).not.toHaveLength(0);
        for (const { table, filter } of tables)
          expect(TABLES[table].filters).toEqual(expect.arrayContaining(Object.keys(filter)));
      }
    }
  });

  it('is looked for in the present table too for a week, as long as the past one may lag behind', async () => {
    expect(await tablesFor({ kind: 'day', record: 'race', racedate: YESTERDAY.racedate })).toEqual([
      'd_ra',
      't_ra',
    ]);
    expect(await tablesFor({ kind: 'day', record: 'payoff', racedate: '20261108' })).toEqual([
      'd_hj',
      't_hj',
    ]);
    expect(await tablesFor({ kind: 'day', record: 'payoff', racedate: '20261107' })).toEqual(['d_hj']);
  });

  it('comes from the present table until the past one has the day', async () => {
    const { racedate } = YESTERDAY;
    const late = ['d_ra', 'd_ka', 'd_se'] as const;
    const published = late.map((code) => service.records[code] ?? []);
    for (const code of late)
      service.records[code] = (service.records[code] ?? []).filter((each) => each['racedate'] !== racedate);
    const open = (record: DayRecord) => core.results.open({ kind: 'day', record, racedate });
    const read = async () => {
      const opened = [await open('race'), await open('meeting'), await open('result')];
      return opened.map(({ source, summary }) => [
        source.kind === 'table' && source.table,
        summary.records,
        summary.complete,
      ]);
    };
    expect(await read()).toEqual([
      ['t_ra', 3, true],
      ['t_ka', 1, true],
      ['t_se', 36, true],
    ]);
    for (const [at, code] of late.entries()) service.records[code] = published[at] ?? [];
    await core.clock.advance(3_600_000);
    expect(await read()).toEqual([
      ['d_ra', 3, true],
      ['d_ka', 1, true],
      ['d_se', 36, true],
    ]);
  });

  it.each([
    ['cannot be reached', { breaks: true }],
    ['no longer permits it', { status: 403, text: refusal('FORBIDDEN', 'no', 'PLAN_EXPIRED') }],
    ['asks for a long pause', { status: 429, headers: { 'retry-after': '7200' } }],
    ['is being maintained', { status: 503, text: refusal('SERVICE_UNAVAILABLE', 'later') }],
  ] as const)('is what was stored on the day if the service %s after midnight', async (_, reply) => {
    await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    service.misbehave = () => reply;
    const { source, summary } = await core.results.open({
      kind: 'day',
      record: 'race',
      racedate: YESTERDAY.racedate,
    });
    expect([source, summary.records]).toMatchObject([{ table: 't_ra' }, 3]);
  });
});

describe('one kind of record of a race', () => {
  it('is read from the present table first while its day is unknown, then from the past one', async () => {
    const { source, summary } = await core.results.open(ofRace('result', YESTERDAY.racedate));
    expect(source).toMatchObject({ table: 't_se' });
    expect(summary.records).toBe(12);
    expect(await tablesFor(ofRace('result', '20250105'))).toEqual(['t_se', 'd_se']);
  });

  it('is read from the past table first if a stored record shows that its day is over', async () => {
    await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    expect(await tablesFor(ofRace('result', YESTERDAY.racedate))).toEqual(['d_se', 't_se']);
    await core.results.open(ofDay('t_ra', TODAY.racedate));
    expect(await tablesFor(ofRace('result', TODAY.racedate))).toEqual(['t_se', 'd_se']);
  });

  it('comes from the other table if the first has none, and only that result stays open', async () => {
    service.records.t_se = [];
    const { source, summary } = await core.results.open(ofRace('result', YESTERDAY.racedate));
    expect([source, summary.records]).toMatchObject([{ table: 'd_se' }, 12]);
    expect(core.results.stored().results).toHaveLength(1);
  });

  it('is an empty result of the likelier table if neither has any', async () => {
    const { source, summary } = await core.results.open({
      kind: 'race',
      record: 'result',
      racekey: '05250101',
    });
    expect([source, summary.records]).toMatchObject([{ table: 't_se' }, 0]);
  });

  it('comes from the table that is stored if the service cannot be reached', async () => {
    await core.results.open({
      kind: 'table',
      table: 'd_se',
      filter: { racekey: racekeyOf(YESTERDAY.racedate, 1) },
    });
    service.misbehave = () => ({ breaks: true });
    const { source } = await core.results.open(ofRace('result', YESTERDAY.racedate));
    expect(source).toMatchObject({ table: 'd_se' });
  });

  it('fails if one table is empty and the other cannot be reached', async () => {
    service.misbehave = () => ({ breaks: true });
    await expect(core.results.open(ofRace('result', '20250105'))).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect(core.results.stored().results).toHaveLength(0);
  });

  it('fails at once if the service refuses', async () => {
    service.misbehave = () => ({ status: 401, text: refusal('UNAUTHORIZED', 'no') });
    await expect(core.results.open(ofRace('result', '20250105'))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    // The program, by which a result is checked, may have been requested beside it.
    const results = service.received.filter(({ table }) =>
      tablesOfDay('result').some((code) => code === table),
    );
    expect(results.map(({ table }) => table)).toEqual(['t_se']);
  });
});
