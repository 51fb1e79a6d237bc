// Race dates: real calendar days, and today in Japan.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  clockInTokyo,
  dayNumber,
  dayOfWeek,
  formatRacedate,
  instantOf,
  isRacedate,
  racedateOfDay,
  racedatesBetween,
  spanDays,
  todayInTokyo,
} from '#shared/racing/racedate.ts';

it('a day in Japan begins at 15:00 UTC of the previous day', () => {
  expect(todayInTokyo(Date.UTC(2026, 10, 14, 14, 59, 59))).toBe('20261114');
  expect(todayInTokyo(Date.UTC(2026, 10, 14, 15))).toBe('20261115');
});

it.each(['20260229', '20261301', '20260100', '2026-1-1', '2026111', '', '00000000'])(
  '%j is not a race date',
  (text) => {
    expect(isRacedate(text)).toBe(false);
  },
);

it('leap days are valid', () => {
  expect([isRacedate('20240229'), addDays('20240228', 1), addDays('20240301', -1)]).toEqual([true, '20240229', '20240229']); // prettier-ignore
});

it('counts weekdays from Sunday', () => {
  expect([dayOfWeek('20261115'), dayOfWeek('20261121')]).toEqual([0, 6]);
});

describe('a period', () => {
  const racedate = fc
    .date({ min: new Date('1986-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10).replaceAll('-', ''));

  it('includes both ends and contains each day once', () => {
    fc.assert(
      fc.property(racedate, fc.nat(80), (start, more) => {
        const end = addDays(start, more);
        const days = [...racedatesBetween(start, end)];
        expect(days).toHaveLength(more + 1);
        expect(spanDays(start, end)).toBe(more + 1);
        expect(days).toEqual([...new Set(days)].toSorted());
        expect([days[0], days.at(-1)]).toEqual([start, end]);
        expect(days.every(isRacedate)).toBe(true);
      }),
    );
  });

  it('contains nothing if reversed', () => {
    expect([...racedatesBetween('20261115', '20261114')]).toEqual([]);
  });

  it('ends on the last day of the calendar, which has no day after it', () => {
    const days = racedatesBetween('99991230', '99991231');
    expect([days.next().value, days.next().value, days.next().done]).toEqual(['99991230', '99991231', true]);
  });

  it('of days that there are not is rejected', () => {
    expect(() => [...racedatesBetween('20260231', '20260301')]).toThrow(RangeError);
    expect(() => [...racedatesBetween('20260201', '20260231')]).toThrow(RangeError);
  });
});

it('is formatted for display if it is valid', () => {
  expect(formatRacedate('20261103', 'ja')).toBe('2026年11月3日(火)');
  expect(formatRacedate('20261103', 'en')).toBe('2026-11-03 (Tue)');
  expect(formatRacedate('20261131', 'en')).toBeUndefined();
});

it('an invalid date is rejected by arithmetic', () => {
  expect(() => addDays('20260231', 1)).toThrow(RangeError);
});

describe('a day number', () => {
  it('converts to its race date and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        expect(dayNumber(racedateOfDay(day))).toBe(day);
      }),
    );
  });

  it.each(['20260229', '20260431', '20261301', '20260001', '20260100', '2026010', '2026-01-01', ''])(
    '%j has none',
    (date) => {
      expect(dayNumber(date)).toBeUndefined();
    },
  );

  it('counts leap days, and takes the years before 100 as written', () => {
    expect(dayNumber('20240229')).toBe((dayNumber('20240301') ?? 0) - 1);
    expect(dayNumber('00500101')).toBeLessThan(dayNumber('19500101') ?? 0);
  });
});

it('the time of day is Tokyo’s', () => {
  expect(clockInTokyo(Date.parse('2026-11-20T15:05:59Z'))).toBe('0005');
  expect(clockInTokyo(Date.parse('2026-11-20T06:30:00Z'))).toBe('1530');
});

describe('an instant', () => {
  it('is in UTC without an offset, whatever the zone of the computer', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(new Date(0).getTimezoneOffset()).toBe(300);
    expect(instantOf('2026-11-15T18:00:00.000')).toBe(Date.UTC(2026, 10, 15, 18));
    expect(instantOf('2026-11-15T18:00')).toBe(Date.UTC(2026, 10, 15, 18));
    vi.unstubAllEnvs();
  });

  it('counts its offset, with or without a colon', () => {
    const at = Date.UTC(2026, 10, 15, 9);
    for (const zone of ['+09:00', '+0900']) expect(instantOf(`2026-11-15T18:00:00${zone}`)).toBe(at);
    expect(instantOf('2026-11-15T05:30:00-03:30')).toBe(at);
    expect(instantOf('2026-11-15T09:00:00Z')).toBe(at);
  });

  it.each(['2026-02-30T09:00:00Z', '2026-11-15T24:00:00Z', '2026-11-15', '2026-11-15T09:00:00+9', ''])(
    'is not %j',
    (text) => {
      expect(instantOf(text)).toBeUndefined();
    },
  );
});
