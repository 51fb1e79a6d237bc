// What every store does with another version of what it has: of a record that lacks columns, and of a race on another day.

import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { Fields } from '../../testing/records.ts';
import { recordOf } from '../../testing/records.ts';
import type { BulkWriter } from '../bulk-writer.ts';
import type { StoredDays, Store } from '../store.ts';
import type { Opened } from './store-suite.ts';
import { read, ready } from './store-suite.ts';

const RUNNER = { racedate: '20261107', racekey: '05260701', horse_number: '1' };

/** @param open returns an empty store */
export function versionsSuite(open: () => Promise<Opened>): void {
  let opened: Opened;
  let store: Store & StoredDays;
  let bulkWriter: BulkWriter;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    bulkWriter = await opened.bulkWriter();
  });
  afterEach(async () => {
    await bulkWriter.close();
    await opened.close();
  });

  test('columns that a record says nothing of stay as they are stored, and all else is as it says', async () => {
    const runner = (updated_at: string, fields: Fields) =>
      recordOf('t_se', { ...RUNNER, updated_at, ...fields });
    const [noon, later] = ['2026-11-07T12:00:00.000Z', '2026-11-07T13:00:00.000Z'];
    const partial = (record: Fields) => ({ ...ready({ ...record, margin: null }), absent: ['margin'] });
    await bulkWriter.keep('t_se', [ready(runner(noon, { margin: '3/4', horse_name: 'a' }))]);
    const stored = () => store.answer('t_se', { racekey: RUNNER.racekey }, 9);
    for (const [time, horse_name] of [
      [noon, 'b'],
      [later, null],
    ] as const) {
      const next = runner(time, { horse_name });
      expect(await bulkWriter.keep('t_se', [partial(next), partial(next)])).toBe(1);
      await turn();
      expect(await read(await stored())).toEqual([{ ...next, margin: '3/4' }]);
    }
    expect(await bulkWriter.keep('t_se', [partial(runner(noon, { horse_name: 'c' }))])).toBe(0);
    await turn();
    expect(await read(await stored())).toEqual([runner(later, { horse_name: null, margin: '3/4' })]);
  });

  test('a record that says nothing of its time is as new as the stored one, whose time stays', async () => {
    const payoffs = (fields: Fields) => ready(recordOf('t_hj', { ...RUNNER, ...fields }));
    const undated = (fields: Fields) => {
      const { json, fields: given } = payoffs({ ...fields, updated_at: null });
      return { fields: { ...given, updated_at: undefined }, json, absent: ['updated_at'] };
    };
    const stored = async () => {
      await turn();
      return read(await store.answer('t_hj', { racekey: RUNNER.racekey }, 9));
    };
    expect(await bulkWriter.keep('t_hj', [undated({ place_payoff_1: '90' })])).toBe(1);
    await bulkWriter.keep('t_hj', [payoffs({ updated_at: '20261107', place_payoff_1: '100' })]);
    expect(await bulkWriter.keep('t_hj', [undated({ place_payoff_1: '110' })])).toBe(1);
    expect(await stored()).toMatchObject([{ updated_at: '20261107', place_payoff_1: '110' }]);
    expect(await bulkWriter.keep('t_hj', [payoffs({ updated_at: '20261106' })])).toBe(0);
    const [dated, later] = [{ updated_at: '20261108', place_payoff_1: '120' }, { place_payoff_1: '130' }];
    expect(await bulkWriter.keep('t_hj', [payoffs(dated), undated(later)])).toBe(2);
    expect(await stored()).toMatchObject([{ updated_at: '20261108', place_payoff_1: '130' }]);
  });

  test('a horse is found by the number of its newest record, in whichever order they come', async () => {
    const horse = (updated_at: string, kettonum: string) =>
      ready(recordOf('m_uk', { horse_id: '12E345678901', kettonum, updated_at }));
    await bulkWriter.keep('m_uk', [horse('20261102', '19104567'), horse('20261101', '19100000')]);
    const { fields, json } = horse('20261103', '');
    const nameless = { fields: { ...fields, kettonum: undefined }, json, absent: ['kettonum'] };
    await bulkWriter.keep('m_uk', [nameless]);
    const found = await read(await store.answer('m_uk', { kettonum: '2019104567' }, 9));
    expect(found.map(({ updated_at }) => updated_at)).toEqual(['20261103']);
  });

  describe('a race that was moved to another day', () => {
    const racekey = '05264101';
    /** What the race has on a day, known at an hour of the 7th. */
    const on = (table: TableCode, racedate: string, hour: number, numbers = [1, 2, 3]) =>
      numbers.map((number) => {
        const updated_at = `2026-11-07T${String(hour).padStart(2, '0')}:00:00.000Z`;
        return ready(recordOf(table, { racedate, racekey, horse_number: String(number), updated_at }));
      });
    const daysOf = async (table: TableCode) => {
      await turn();
      const found = await read(await store.answer(table, { racekey }, 100));
      return found.map(({ racedate, horse_number }) => [racedate, horse_number ?? '1'].join(' '));
    };
    test('is on its new day alone, with what is known of it there', async () => {
      await bulkWriter.keep('t_se', on('t_se', '20261107', 8));
      expect(await bulkWriter.keep('t_se', on('t_se', '20261109', 9, [1, 2]))).toBe(2);
      expect(await daysOf('t_se')).toEqual(['20261109 1', '20261109 2']);
      expect(await read(await store.answer('t_se', { from: '20261107', to: '20261107' }, 9))).toEqual([]);
      expect(await bulkWriter.keep('t_se', on('t_se', '20261109', 9, [3]))).toBe(1);
      expect(await daysOf('t_se')).toEqual(['20261109 1', '20261109 2', '20261109 3']);
    });

    test('is not moved back by what was known before', async () => {
      await bulkWriter.keep('t_se', on('t_se', '20261109', 9));
      expect(await bulkWriter.keep('t_se', on('t_se', '20261107', 8))).toBe(0);
      expect(await daysOf('t_se')).toEqual(['20261109 1', '20261109 2', '20261109 3']);
    });

    test('is moved by one of several records that come together, whatever their order', async () => {
      const [before, after] = [on('t_ra', '20261107', 8, [1]), on('t_ra', '20261231', 9, [1])];
      for (const records of [
        [...before, ...after],
        [...after, ...before],
      ]) {
        await bulkWriter.keep('t_ra', records);
        expect(await daysOf('t_ra')).toEqual(['20261231 1']);
      }
      await bulkWriter.publish(({ keep }) => keep('t_ra', on('t_ra', '20270105', 10, [1])));
      expect(await daysOf('t_ra')).toEqual(['20270105 1']);
    });

    test('is on the day that came last where records have no time, or the same', async () => {
      for (const table of ['t_ze', 't_ky'] as const) {
        await bulkWriter.keep(table, on(table, '20261107', 8));
        await bulkWriter.keep(table, on(table, '20261109', 8, [1]));
        expect(await daysOf(table)).toEqual(['20261109 1']);
      }
    });

    test('keeps what is stored on its newest day, although more comes on a day before', async () => {
      await bulkWriter.keep('t_se', on('t_se', '20261107', 8));
      const corrected = on('t_se', '20261107', 10, [1]);
      expect(await bulkWriter.keep('t_se', [...on('t_se', '20261109', 9), ...corrected])).toBe(1);
      expect(await daysOf('t_se')).toEqual(['20261107 1', '20261107 2', '20261107 3']);
    });

    test('leaves other races where they are, and a meeting on both of its days', async () => {
      const other = recordOf('t_ra', { racedate: '20261107', racekey: '05264102' });
      await bulkWriter.keep('t_ra', [...on('t_ra', '20261107', 8, [1]), ready(other)]);
      await bulkWriter.keep('t_ra', on('t_ra', '20261109', 9, [1]));
      expect(await read(await store.answer('t_ra', { from: '20261107', to: '20261107' }, 9))).toEqual([
        other,
      ]);
      const meetings = ['20261107', '20261109'].map((racedate) =>
        recordOf('t_ka', { racedate, holdingkey: '052641' }),
      );
      await bulkWriter.keep('t_ka', meetings.map(ready));
      expect(await read(await store.answer('t_ka', {}, 9))).toEqual(meetings);
    });
  });
}
