import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultSource } from '#shared/bridge/source.ts';
import { racekeyOf, runnersOf } from '../testing/fake-records.ts';
import type { FakeService } from '../testing/fake-service.ts';
import { openCore, type Core } from '../testing/open-core.ts';
import { ofDay, ofPeriod, SATURDAY, threeDays, TODAY, YESTERDAY } from '../testing/three-days.ts';

let service: FakeService;
let core: Core;

beforeEach(async () => {
  service = threeDays();
  core = await openCore(service);
});

afterEach(() => core.close());

const PERIOD = ofPeriod('d_se', '20261101', '20261114');

describe('an open result', () => {
  it('reports writes to the records it reads, and no others', async () => {
    const result = await core.results.open(PERIOD);
    const changes = result.changed();
    expect((await changes.next()).value).toEqual({ writes: 0 });
    const next = changes.next();
    await core.results.open(ofDay('t_ra', YESTERDAY.racedate));
    await core.results.open(ofPeriod('d_se', '20261001', '20261031'));
    await core.results.open(ofPeriod('d_se', '20261114', '20261114'), { refresh: true });
    expect((await next).value).toEqual({ writes: 1 });
    core.results.close(result.summary.resultId);
    expect((await changes.next()).done).toBe(true);
  });

  it('shows new records once it is renewed, and follows the same row', async () => {
    service.records.d_se = runnersOf('d_se', YESTERDAY);
    const result = await core.results.open(PERIOD);
    const { resultId } = result.summary;
    await result.arrange({
      sort: [{ column: 'horse_number', direction: 'descending' }],
      filters: [{ column: 'horse_number', text: '>=5' }],
    });
    const keys = ['racekey', 'horse_number'];
    const before = await result.cells(keys, 4, 1);
    service.records.d_se = [...runnersOf('d_se', SATURDAY), ...runnersOf('d_se', YESTERDAY)];
    await core.results.open(PERIOD, { refresh: true });
    expect(result.summary.records).toBe(36);

    const requested = service.received.length;
    const renewed = await core.results.renew(resultId, { row: 4 });
    expect(renewed.summary).toMatchObject({ resultId, records: 72 });
    expect(renewed.arranged).toEqual({ rows: 48, total: 72, problems: [] });
    expect(renewed.row).toBeGreaterThan(4);
    expect(await result.cells(keys, renewed.row ?? -1, 1)).toEqual(before);
    expect(service.received.length).toBe(requested);
    expect(core.results.get(resultId).rows).toBe(48);
  });

  it('keeps saying why something was not fetched, which reading again cannot know', async () => {
    await core.results.open(ofPeriod('d_se', '20261101', '20261110'));
    service.misbehave = () => ({ breaks: true });
    const result = await core.results.open(PERIOD);
    const before = result.summary.reasons;
    expect(before).toMatchObject([{ reason: 'not_fetched', because: { code: 'UNREACHABLE' } }]);
    const renewed = await core.results.renew(result.summary.resultId);
    expect(renewed.summary.reasons).toEqual(before);
  });

  it.each<[string, ResultSource]>([
    ['a table', PERIOD],
    ['a subject', { kind: 'subject', subject: 'races', from: '20261108', to: '20261114' }],
  ])(
    'of %s lacks no more an hour later, though its empty days could be requested again',
    async (_, source) => {
      const { resultId, reasons } = (await core.results.open(source)).summary;
      await core.clock.advance(3_600_001);
      expect((await core.results.renew(resultId)).summary.reasons).toEqual(reasons);
    },
  );

  it('is incomplete once a day is over that was fetched while it was raced, or its records are deleted', async () => {
    const result = await core.results.open(PERIOD);
    const today = await core.results.open(ofDay('t_se', TODAY.racedate));
    await (await core.archive()).remove(['d_se'], { from: '20261107', to: '20261109' });
    await core.clock.advance(24 * 3_600_000);
    const renewed = await core.results.renew(result.summary.resultId);
    expect(renewed.summary.reasons).toEqual([
      { reason: 'not_fetched', where: '20261107' },
      { reason: 'not_fetched', where: '20261109' },
    ]);
    const over = await core.results.renew(today.summary.resultId);
    expect(over.summary.reasons).toContainEqual(
      expect.objectContaining({ reason: 'not_fetched', where: TODAY.racedate }),
    );
  });

  it('keeps the position if the row on top is gone', async () => {
    const result = await core.results.open(PERIOD);
    service.records.d_se = service.records.d_se?.slice(12) ?? [];
    await core.results.open(PERIOD, { refresh: true });
    const renewed = await core.results.renew(result.summary.resultId, { row: 0 });
    expect(renewed).toMatchObject({ row: 0, arranged: { rows: 60 } });
    await result.arrange({ sort: [], filters: [{ column: 'racekey', text: '"none"' }] });
    const none = await core.results.renew(result.summary.resultId, { row: 0 });
    expect(none.row).toBeUndefined();
  });

  it('reports the memory it uses, and uses none once it is closed', async () => {
    const result = await core.results.open(PERIOD);
    const { resultId } = result.summary;
    await result.query('profile', { column: 'racekey' });
    expect(core.results.stored()).toMatchObject({
      results: [{ resultId, records: 72, columns: ['racekey', '__race_name'], bytes: expect.any(Number) }],
    });
    core.results.close(resultId);
    expect(core.results.stored()).toMatchObject({ bytes: 0, results: [] });
    await expect(core.results.renew(resultId)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  });

  it('counts starts and placed horses for each group, with the filters that open the rows of each', async () => {
    const result = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const { groups, whole } = await result.query('groups', {
      by: ['racekey'],
      order: { by: 'value', descending: false },
    });
    expect(groups.map(({ key }) => key)).toEqual([1, 2, 3].map((race) => [racekeyOf('20261114', race)]));
    expect(groups[0]).toMatchObject({
      count: 12,
      share: 1 / 3,
      finish: { starts: 12, first: 1, firstTwo: 2, firstThree: 3 },
    });
    expect(whole).toMatchObject({ count: 36, finish: { starts: 36, first: 3 } });
  });

  it('names the columns that are blank in the rows that pass', async () => {
    const result = await core.results.open(ofDay('t_se', YESTERDAY.racedate));
    const blank = await result.emptyColumns();
    expect(blank).not.toContain('racekey');
    await result.arrange({ sort: [], filters: [{ column: 'racekey', text: '"none"' }] });
    expect(await result.emptyColumns()).toEqual(result.columns.map(({ name }) => name));
  });
});
