import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordSource } from '#shared/bridge/source.ts';
import { DAY_RECORDS, type DayRecord } from '#shared/catalogue/day-tables.ts';
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

const tablesFor = async (source: RecordSource) => (await sourcesFor(source)).map(({ table }) => table);

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

  it('sends only filters that the table accepts', async () => {
    for (const record of DAY_RECORDS) {
      for (const racedate of ['20261101', TODAY.racedate, '20261122']) {
        const [read] = await sourcesFor({ kind: 'day', record, racedate });
        if (read === undefined) throw new Error('a day is read from a table');
        expect(TABLES[read.table].filters).toEqual(expect.arrayContaining(Object.keys(read.filter)));
      }
    }
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
    const requested = service.received.length;
    await expect(core.results.open(ofRace('result', '20250105'))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(service.received.length).toBe(requested + 1);
  });
});
