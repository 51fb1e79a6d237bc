// The last day of a plan, and when that is over.

import { expect, test } from 'vitest';
import { endOfPlan, isOver, lastDayOf } from './plan-date.ts';

test('the last day counts in full, in Tokyo', () => {
  expect(endOfPlan('2027-03-31')).toBe('2027-03-31T15:00:00.000Z');
  expect(endOfPlan('20270331')).toBe('2027-03-31T15:00:00.000Z');
  expect(isOver('2027-03-31T15:00:00.000Z', new Date('2027-03-31T23:59:59.999+09:00'))).toBe(false);
  expect(isOver('2027-03-31T15:00:00.000Z', new Date('2027-04-01T00:00:00+09:00'))).toBe(true);
});

test.each(['2027-02-29', '2027-3-31', '31.03.2027', '', 'soon', '2027-0331', '99999999'])(
  '%j is no last day',
  (text) => {
    expect(endOfPlan(text)).toBeUndefined();
  },
);

test.each(['2026-12-31', '2028-02-29', '9999-12-31'])('%s is read back as it was set', (day) => {
  expect(lastDayOf(endOfPlan(day) ?? '')).toBe(day);
});

test('a plan without an end is never over', () => {
  expect(isOver(null, new Date('9999-01-01'))).toBe(false);
});
