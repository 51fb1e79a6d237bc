// The racing year: as many days as there are in life, meetings counted without a gap, keys of digits.

import { expect, it } from 'vitest';
import { daysOfYear, defaultRange, meetingsOn, raceDates } from './calendar.ts';
import { racedateOf, weekday } from './days.ts';

const YEARS = Array.from({ length: 15 }, (_, index) => 2016 + index);

it.each(YEARS)('%d has 288 meeting days on 105 to 109 dates, two or three courses each', (year) => {
  const days = daysOfYear(year);
  const meetings = days.map(meetingsOn);
  expect(days.length).toBeGreaterThanOrEqual(105);
  expect(days.length).toBeLessThanOrEqual(109);
  expect(meetings.flat()).toHaveLength(288);
  expect(meetings.every((each) => each.length === 2 || each.length === 3)).toBe(true);
  expect(meetings.every((each) => new Set(each.map(({ course }) => course)).size === each.length)).toBe(true);
});

it.each(YEARS)('%d counts meetings and their days from 1 without a gap, up to nine days', (year) => {
  const seen = new Map<number, { meeting: number; meetingDay: number }>();
  for (const each of daysOfYear(year).flatMap(meetingsOn)) {
    const before = seen.get(each.course) ?? { meeting: 0, meetingDay: 9 };
    const next =
      each.meetingDay === 1
        ? { meeting: before.meeting + 1, meetingDay: 1 }
        : { ...before, meetingDay: before.meetingDay + 1 };
    expect({ meeting: each.meeting, meetingDay: each.meetingDay }).toEqual(next);
    expect(next.meetingDay).toBeLessThanOrEqual(9);
    seen.set(each.course, next);
  }
});

it('races are on weekends, holiday Mondays and the opening day', () => {
  for (const day of YEARS.flatMap(daysOfYear)) {
    const racedate = racedateOf(day);
    if (racedate.slice(4) !== '0105') expect([0, 1, 6]).toContain(weekday(day));
  }
});

it('race dates of a period are closed at both ends', () => {
  expect(raceDates('20260110', '20260118')).toEqual([
    '20260110',
    '20260111',
    '20260112',
    '20260117',
    '20260118',
  ]);
  expect(raceDates('20260119', '20260123')).toEqual([]);
});

it.each([
  ['20261120', '20260925', '20261122'],
  ['20261121', '20260926', '20261122'],
  ['20261122', '20260927', '20261129'],
  ['20261229', '20261103', '20270105'],
  ['20270101', '20261106', '20270105'],
])('on %s the sample runs from %s to %s', (today, from, to) => {
  expect(defaultRange(today)).toEqual({ from, to });
});
