import { describe, expect, it } from 'vitest';
import { spanDays } from '#shared/racing/racedate.ts';
import { lastRaceDay, lastWeekend, lastWeeks } from './periods.ts';

describe('periods', () => {
  it('count whole weeks and end today', () => {
    const { from, to } = lastWeeks('20261120', 4);
    expect(to).toBe('20261120');
    expect(spanDays(from, to)).toBe(28);
  });

  it('include the last day with results, not a future day', () => {
    const days = [
      { racedate: '20261115', racecourses: ['05'], past: true },
      { racedate: '20261114', racecourses: ['05'], past: true },
      { racedate: '20261121', racecourses: ['05'], past: false },
    ];
    expect(lastRaceDay(days)).toEqual({ from: '20261115', to: '20261115' });
    expect(lastRaceDay([])).toBeUndefined();
  });

  it('add a Monday holiday to its weekend', () => {
    const holiday = ['20261121', '20261122', '20261123'].map((racedate) => ({
      racedate,
      racecourses: ['05'],
      past: true,
    }));
    expect(lastWeekend(holiday, '20261125')).toEqual({ from: '20261121', to: '20261123' });
  });

  it('include the last whole weekend while the calendar is not loaded', () => {
    expect(lastWeekend([], '20261120')).toEqual({ from: '20261114', to: '20261115' });
    expect(lastWeekend([], '20261122')).toEqual({ from: '20261114', to: '20261115' });
    expect(lastWeekend([], '20261123')).toEqual({ from: '20261121', to: '20261122' });
  });
});
