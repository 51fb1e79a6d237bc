import { expect, it } from 'vitest';
import { unfinishedDays } from './unfinished-days.ts';

/** Noon in Tokyo. */
const noonOf = (day: number) => Date.UTC(2026, 10, day, 3);
const DAYS = ['20261114', '20261115', '20261116', '20261127'];
const daysOf = (fetchedOn: number, servedOn: number | undefined, withRecords: readonly string[]) => [
  ...unfinishedDays(
    {
      fetchedAt: noonOf(fetchedOn),
      ...(servedOn === undefined ? {} : { servedAt: noonOf(servedOn) }),
    },
    DAYS,
    new Set(withRecords),
  ),
];

it('an empty day is not over if it is not over by the service’s date, however far that is behind', () => {
  expect(daysOf(27, 15, ['20261114'])).toEqual(['20261115', '20261116']);
  expect(daysOf(16, 15, [])).toEqual(['20261115']);
});

it('nothing is said of days when both agree, when the service is ahead or says nothing, or has records of days to come', () => {
  expect(daysOf(15, 15, [])).toEqual([]);
  expect(daysOf(15, 27, [])).toEqual([]);
  expect(daysOf(27, undefined, [])).toEqual([]);
  expect(daysOf(27, 15, ['20261116'])).toEqual([]);
});
