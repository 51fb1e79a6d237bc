import { describe, expect, it } from 'vitest';
import { durationText } from '#shared/duration-text.ts';
import { dayFilter } from './day-filter.ts';
import { tablesText } from './job-words.ts';

describe('a duration', () => {
  it.each([
    [0, '0 sec'],
    [44.2, '45 sec'],
    [60, '1 min'],
    [200, '3 min 20 sec'],
    [7_500, '2 hr 5 min'],
  ])('of %d seconds is %s', (seconds, words) => {
    expect(durationText(seconds, 'en')).toBe(words);
  });

  it('is never negative, and has a Japanese form', () => {
    expect(durationText(-5, 'en')).toBe('0 sec');
    expect(durationText(200, 'ja')).toBe('3 分 20 秒');
  });
});

describe('the filter that a cell of the calendar opens', () => {
  it('is the day or the whole month, in the parameters of the endpoint', () => {
    expect(dayFilter('d_se', '20261115')).toEqual({ start_racedate: '20261115', end_racedate: '20261115' });
    expect(dayFilter('d_se', '202602')).toEqual({ start_racedate: '20260201', end_racedate: '20260228' });
    expect(dayFilter('t_se', '20261115')).toEqual({ racedate: '20261115' });
  });
});

it('names up to two tables of a job, and counts more', () => {
  expect(tablesText({ tables: ['d_ra', 'd_hj'] }, 'en')).toContain(', ');
  expect(tablesText({ tables: ['d_ra', 'd_hj', 'd_se'] }, 'en')).toBeUndefined();
});
