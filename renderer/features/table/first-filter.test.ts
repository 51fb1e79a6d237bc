import { describe, expect, it } from 'vitest';
import type { RaceDay } from '#shared/bridge/days.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { firstDraft, nearestDay } from './first-filter.ts';

const TODAY = '20261120'; // a Friday
const day = (racedate: string): RaceDay => ({ racedate, racecourses: ['05'], past: racedate < TODAY });
const days = ['20261107', '20261108', '20261114', '20261115', '20261121', '20261122'].map(day);

describe('the first question', () => {
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

  it('is left to the person where a table takes neither', () => {
    expect(firstDraft(TABLES.m_uk, days, TODAY)).toEqual({});
  });
});
