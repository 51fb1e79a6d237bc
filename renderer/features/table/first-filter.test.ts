import { describe, expect, it } from 'vitest';
import type { RaceDay } from '#shared/bridge/days.ts';
import type { FilterDraft } from './filter-form.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { firstDraft, nearestDay, typedOf, withProposal } from './first-filter.ts';

const TODAY = '20261120'; // a Friday
const day = (racedate: string): RaceDay => ({ racedate, racecourses: ['05'], past: racedate < TODAY });
const days = ['20261107', '20261108', '20261114', '20261115', '20261121', '20261122'].map(day);

describe('the first query', () => {
  it('is the last race weekend where a table takes a period', () => {
    expect(firstDraft(TABLES.d_ky, days, TODAY)).toEqual({
      start_racedate: '20261114',
      end_racedate: '20261115',
    });
  });

  it('is the next race day where a table takes one day', () => {
    expect(firstDraft(TABLES.t_ky, days, TODAY)).toEqual({ racedate: '20261121' });
    expect(nearestDay(days.slice(0, 4), TODAY)).toBe('20261115');
  });

  it('is left to the user where a table takes neither', () => {
    expect(firstDraft(TABLES.m_uk, days, TODAY)).toEqual({});
  });
});

describe('proposed dates', () => {
  const proposed = { start_racedate: '20261114', end_racedate: '20261115' };
  /** The form after each of the changes in turn. */
  const after = (...changes: FilterDraft[]): FilterDraft => {
    let typed: FilterDraft = {};
    for (const change of changes) {
      const before = withProposal(typed, proposed);
      typed = typedOf(typed, before, { ...before, ...change });
    }
    return withProposal(typed, proposed);
  };

  it('give way to a key and come back when it is cleared', () => {
    expect(after({ racekey: '0' })).toEqual({ racekey: '0' });
    expect(after({ racekey: '0' }, { racekey: '' })).toEqual({ ...proposed, racekey: '' });
  });

  it('stay beside a key once the user touched one of them', () => {
    const touched = { start_racedate: '20261108' };
    expect(after(touched, { racekey: '05' })).toEqual({ ...proposed, ...touched, racekey: '05' });
    expect(after({ racekey: '05' }, touched)).toEqual({ ...touched, racekey: '05' });
  });

  it('do not come back once the user cleared them', () => {
    expect(after({ start_racedate: '' }, { end_racedate: '' })).toEqual({
      start_racedate: '',
      end_racedate: '',
    });
  });
});
