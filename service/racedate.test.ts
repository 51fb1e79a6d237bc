// Calendar days and "today" in Tokyo.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { clockInTokyo, dayBefore, dayNumber, racedateOfDay } from './racedate.ts';

test('a day number and its race date are one another’s inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
      expect(dayNumber(racedateOfDay(day))).toBe(day);
    }),
  );
});

test('only real calendar dates have a day number', () => {
  for (const date of [
    '20260229',
    '20260431',
    '20261301',
    '20260001',
    '20260100',
    '2026010',
    '2026-01-01',
    '',
  ]) {
    expect(dayNumber(date)).toBeUndefined();
  }
  expect(dayNumber('20240229')).toBe((dayNumber('20240301') ?? 0) - 1);
  expect(dayNumber('00500101')).toBeLessThan(dayNumber('19500101') ?? 0);
});

test('a new day begins at midnight in Tokyo', () => {
  expect(todayInTokyo(Date.parse('2026-11-20T14:59:59.999Z'))).toBe('20261120');
  expect(todayInTokyo(Date.parse('2026-11-20T15:00:00.000Z'))).toBe('20261121');
});

test('the clock is Tokyo’s', () => {
  expect(clockInTokyo(new Date('2026-11-20T15:05:59Z'))).toBe('0005');
  expect(clockInTokyo(new Date('2026-11-20T06:30:00Z'))).toBe('1530');
});

test('the day before crosses months and years', () => {
  expect([dayBefore('20260101'), dayBefore('20240301')]).toEqual(['20251231', '20240229']);
});
