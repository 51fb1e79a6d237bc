import { describe, expect, it } from 'vitest';
import { keptAround, nearestRaceDay, neighborsOf, periodsOf, splitAtToday, weeksAround } from './calendar.ts';

const day = (racedate: string) => ({ racedate, racecourses: ['05'], past: racedate < '20261120' });
const days = ['20261108', '20261114', '20261115', '20261121', '20261122'].map(day);

describe('the calendar of the day screen', () => {
  it('opens today, otherwise the next race day, otherwise the last', () => {
    expect(nearestRaceDay(days, '20261115')).toBe('20261115');
    expect(nearestRaceDay(days, '20261120')).toBe('20261121');
    expect(nearestRaceDay(days, '20261201')).toBe('20261122');
    expect(nearestRaceDay([], '20261201')).toBeUndefined();
  });

  it('knows the race days before and after any day, with or without racing', () => {
    expect(neighborsOf(days, '20261115')).toEqual({ before: '20261114', after: '20261121' });
    expect(neighborsOf(days, '20261118')).toEqual({ before: '20261115', after: '20261121' });
    expect(neighborsOf(days, '20261122')).toEqual({ before: '20261121', after: undefined });
  });

  it('requests the same weeks on every day of a week', () => {
    const weeks = weeksAround('20261005', '20261120');
    expect(weeks).toEqual({ from: '20260921', to: '20261025' });
    for (const racedate of ['20261006', '20261010', '20261011']) {
      expect(weeksAround(racedate, '20261120')).toEqual(weeks);
    }
  });

  it('keeps the weeks of the strip while the chosen day lies in them', () => {
    expect(keptAround(undefined, '20261005', '20261120')).toBe('20261005');
    for (const racedate of ['20260921', '20261011', '20261025'])
      expect(keptAround('20261005', racedate, '20261120')).toBe('20261005');
    for (const racedate of ['20260920', '20261026'])
      expect(keptAround('20261005', racedate, '20261120')).toBe(racedate);
  });

  it('requests no day that is too early for a card', () => {
    expect(weeksAround('20261121', '20261120')).toEqual({ from: '20261102', to: '20261129' });
  });

  it('requests the days ahead and the past days separately', () => {
    const weeks = { from: '20261102', to: '20261129' };
    expect(splitAtToday(weeks, '20261120')).toEqual({
      past: { from: '20261102', to: '20261119' },
      ahead: { from: '20261120', to: '20261129' },
    });
    expect(splitAtToday(weeks, '20261201')).toEqual({ past: weeks, ahead: undefined });
    expect(splitAtToday(weeks, '20261101')).toEqual({ past: undefined, ahead: weeks });
  });

  it('shows consecutive days as a period', () => {
    expect(periodsOf(['20261030', '20261031', '20261101', '20261105'])).toEqual([
      { from: '20261030', to: '20261101' },
      { from: '20261105', to: '20261105' },
    ]);
  });
});
