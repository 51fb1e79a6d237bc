import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { filterMatcher } from './matches-filter.ts';

const day = fc.constantFrom('20261101', '20261102', '20261103', '20261104');
const race = fc.constantFrom('05264101', '05264102', '05264a02');

describe('a record matches the filter', () => {
  it('only if it matches every part of it', () => {
    const filter = fc.record({ start_racedate: day, end_racedate: day, racekey: race }, { requiredKeys: [] });
    fc.assert(
      fc.property(filter, fc.record({ racedate: day, racekey: race }), (requested, record) => {
        const within =
          (requested.start_racedate === undefined || record.racedate >= requested.start_racedate) &&
          (requested.end_racedate === undefined || record.racedate <= requested.end_racedate) &&
          (requested.racekey === undefined || record.racekey === requested.racekey);
        expect(filterMatcher(TABLES.d_ra, requested)(record)).toBe(within);
      }),
    );
  });

  it('if its date is a number', () => {
    expect(filterMatcher(TABLES.t_ra, { racedate: '20261101' })({ racedate: 20_261_101 })).toBe(true);
  });

  it('but not if it lacks the filtered field', () => {
    expect(filterMatcher(TABLES.t_ra, { racedate: '20261101' })({ racedate: null })).toBe(false);
    expect(filterMatcher(TABLES.d_ra, { end_racedate: '20261101' })({})).toBe(false);
  });

  it('by its holding key if it is a meeting and the filter is for a race', () => {
    const matches = filterMatcher(TABLES.t_ka, { racekey: '05264101' });
    expect([matches({ holdingkey: '052641' }), matches({ holdingkey: '052642' })]).toEqual([true, false]);
  });

  it('by either length of a registration number, which counts only without the horse id', () => {
    const matches = filterMatcher(TABLES.m_uk, { kettonum: '2014102717' });
    const numbers = ['14102717', '2014102717', '', '7', '717', '02717', 14_102_717];
    expect(numbers.filter((kettonum) => matches({ kettonum }))).toEqual([
      '14102717',
      '2014102717',
      14_102_717,
    ]);
    // As a number, it lost the zero of its year.
    expect(filterMatcher(TABLES.m_uk, { kettonum: '04102717' })({ kettonum: 4_102_717 })).toBe(true);
    const both = filterMatcher(TABLES.m_uk, { kettonum: '1', horse_id: 'HX0000000001' });
    expect(both({ horse_id: 'HX0000000001', kettonum: '2' })).toBe(true);
  });
});

it('text that is not a date is in no period, although it compares with dates', () => {
  const period = { start_racedate: '20261101', end_racedate: '20261130' };
  const matches = filterMatcher(TABLES.d_ra, period);
  expect(matches({ racedate: 20261107 })).toBe(true);
  for (const racedate of ['2026110', '2026/11', 'Saturday', 'null', '', null]) {
    expect(matches({ racedate })).toBe(false);
  }
});
