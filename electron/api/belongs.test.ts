import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { recordOf } from '../testing/fake-records.ts';
import { belongsTo } from './belongs.ts';
import { checkRecords } from './checked.ts';

const day = fc.constantFrom('20261101', '20261102', '20261103', '20261104');
const race = fc.constantFrom('05264101', '05264102', '05264a02');

describe('a record belongs to its request', () => {
  it('only when it matches every filter', () => {
    const filter = fc.record({ start_racedate: day, end_racedate: day, racekey: race }, { requiredKeys: [] });
    fc.assert(
      fc.property(filter, fc.record({ racedate: day, racekey: race }), (asked, record) => {
        const within =
          (asked.start_racedate === undefined || record.racedate >= asked.start_racedate) &&
          (asked.end_racedate === undefined || record.racedate <= asked.end_racedate) &&
          (asked.racekey === undefined || record.racekey === asked.racekey);
        expect(belongsTo(TABLES.d_ra, asked)(record)).toBe(within);
      }),
    );
  });

  it('when its date came as a number', () => {
    expect(belongsTo(TABLES.t_ra, { racedate: '20261101' })({ racedate: 20_261_101 })).toBe(true);
  });

  it('not when it lacks the field that was asked by', () => {
    expect(belongsTo(TABLES.t_ra, { racedate: '20261101' })({ racedate: null })).toBe(false);
    expect(belongsTo(TABLES.d_ra, { end_racedate: '20261101' })({})).toBe(false);
  });

  it('by its holding key where a meeting was asked for by race', () => {
    const belongs = belongsTo(TABLES.t_ka, { racekey: '05264101' });
    expect([belongs({ holdingkey: '052641' }), belongs({ holdingkey: '052642' })]).toEqual([true, false]);
  });

  it('under either length of a registration number, which counts only without the horse id', () => {
    const belongs = belongsTo(TABLES.m_uk, { kettonum: '2014102717' });
    expect([belongs({ kettonum: '14102717' }), belongs({ kettonum: '' })]).toEqual([true, false]);
    const both = belongsTo(TABLES.m_uk, { kettonum: '1', horse_id: 'HX0000000001' });
    expect(both({ horse_id: 'HX0000000001', kettonum: '2' })).toBe(true);
  });
});

describe('checking records', () => {
  it('loses none, keeps their order, and counts values of another type', () => {
    const records = [
      recordOf('t_ra', { racedate: '20261101', headcount: '16' }),
      recordOf('t_ra', { racedate: '20261102', distance: 1600 }),
      recordOf('t_ra', { racedate: '20261101', racekey: '2', headcount: 1.5, race_name: null, novelty: 1 }),
    ];
    const checked = checkRecords(TABLES.t_ra, { racedate: '20261101' }, records);
    expect(checked).toEqual({
      records: [records[0], records[2]],
      setAside: [records[1]],
      drift: 3,
      doubts: ['outside_filter'],
    });
  });

  it('counts the fields that some records of an answer have and others lack', () => {
    const { horse_name: _, ...without } = recordOf('d_se', { horse_number: '2' });
    const all = [recordOf('d_se', { horse_number: '1' }), without, recordOf('d_se', { horse_number: '3' })];
    expect(checkRecords(TABLES.d_se, {}, all).drift).toBe(1);
    expect(checkRecords(TABLES.d_se, {}, [without]).drift).toBe(0);
  });
});

it('what is no date is of no period, though it compares with dates', () => {
  const period = { start_racedate: '20261101', end_racedate: '20261130' };
  const belongs = belongsTo(TABLES.d_ra, period);
  expect(belongs({ racedate: 20261107 })).toBe(true);
  for (const racedate of ['20261107 ', '2026110', '2026-11-07', '２０２６１１０７', '', null]) {
    expect(belongs({ racedate })).toBe(false);
  }
});

it('a record that came before word for word is set aside; another of the same key is not', () => {
  const [first, second] = [
    recordOf('d_hj', { racedate: '20261107', racekey: '05264101' }),
    recordOf('d_hj', { racedate: '20261107', racekey: '05264102' }),
  ];
  const changed = { ...first, updated_at: 'later' };
  const { records, setAside, doubts } = checkRecords(TABLES.d_hj, {}, [
    first,
    second,
    { ...first },
    changed,
    { ...changed },
  ]);
  expect(records).toEqual([first, second, changed]);
  expect(setAside).toEqual([first, changed]);
  expect(doubts.toSorted()).toEqual(['duplicate_keys', 'repeated_records']);
});

it('broken characters and numbers without end are counted as drift', () => {
  const text = ['\uFFFD馬', '\ud83d', '馬'].map((horse_name) => recordOf('d_se', { horse_name }));
  expect(checkRecords(TABLES.d_se, {}, text).drift).toBe(2);
});
