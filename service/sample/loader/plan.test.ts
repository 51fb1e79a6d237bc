// Which days of the sample are made, made again and taken out, and in which periods.

import { expect, test } from 'vitest';
import { chunksOf, momentKey, momentOf, planDays, quickPartOf } from './plan.ts';

const stored = (racedate: string, asOf: string) => ({ racedate, asOf, recipe: 'a' });
const at = (today: string, clock = '0000') => ({ today, clock });

test('missing days are made, the newest first', () => {
  const days = ['20261107', '20261108', '20261114'];
  expect(planDays(days, [stored('20261107', '202611200000')], at('20261120'))).toEqual({
    make: ['20261114', '20261108'],
    quick: [],
    served: [],
    remove: [],
  });
});

test('a quick part that is up to date is not made again, one of an earlier date is', () => {
  const days = [
    stored('20261115', quickPartOf('202611140000')),
    stored('20261108', quickPartOf('202611150000')),
    stored('20260607', quickPartOf('202607010000')),
    stored('20260606', quickPartOf('202606070000')),
  ];
  const wanted = days.map(({ racedate }) => racedate);
  const { make, quick } = planDays(wanted, days, at('20261115'));
  expect(make).toEqual(wanted);
  expect(quick).toEqual(['20261108', '20260607']);
});

test('today is answered as it was some minutes ago while it is made again, and not for longer', () => {
  const wanted = ['20261114'];
  const servedAt = (clock: string, asOf: string) =>
    planDays(wanted, [stored('20261114', asOf)], at('20261114', clock)).served;
  expect(servedAt('1402', '202611141400')).toEqual(wanted);
  expect(servedAt('1415', '202611141400')).toEqual(wanted);
  expect(servedAt('1416', '202611141400')).toEqual([]);
  expect(servedAt('1402', '202611131800')).toEqual([]);
  expect(servedAt('1402', quickPartOf('202611141400'))).toEqual([]);
});

test('a day is made again on another date until its indices are in, and never after that', () => {
  const days = [
    stored('20261115', '202611140000'),
    stored('20261114', '202611140000'),
    stored('20261108', '202611140000'),
    stored('20261107', '202611140000'),
  ];
  const wanted = days.map(({ racedate }) => racedate);
  expect(planDays(wanted, days, at('20261114')).make).toEqual([]);
  expect(planDays(wanted, days, at('20261115')).make).toEqual(['20261115', '20261114', '20261108']);
});

test('today is made again while races are run, and no other day', () => {
  const days = [stored('20261115', '202611140920'), stored('20261114', '202611140920')];
  const wanted = days.map(({ racedate }) => racedate);
  expect(planDays(wanted, days, at('20261114', '0920')).make).toEqual([]);
  expect(planDays(wanted, days, at('20261114', '0930')).make).toEqual(['20261114']);
});

test('a day that the range has left is removed', () => {
  const old = stored('20260101', '202611200000');
  expect(planDays(['20261108'], [old], at('20261120')).remove).toEqual(['20260101']);
});

test('days are made in few periods, the first of them small, none left out', () => {
  const days = Array.from({ length: 20 }, (_, index) => String(20261130 - index));
  const chunks = chunksOf(days);
  expect(chunks[0]).toEqual({ from: '20261128', to: '20261130' });
  expect(chunks.length).toBeLessThan(5);
  const covered = (day: string) => chunks.filter(({ from, to }) => from <= day && day <= to).length;
  expect(days.map(covered)).toEqual(days.map(() => 1));
  expect(chunksOf([])).toEqual([]);
});

test('moments follow the clock on a race day only, and while races are run', () => {
  const moment = (now: string, races = true) => momentKey(momentOf(new Date(now), () => races));
  expect(moment('2026-11-14T03:29:00Z')).toBe('202611141228');
  expect(moment('2026-11-14T03:30:00Z')).toBe('202611141230');
  expect(moment('2026-11-14T03:30:00Z', false)).toBe('202611140000');
  expect(moment('2026-11-13T22:59:00Z')).toBe('202611140000');
  expect(moment('2026-11-13T23:00:00Z')).toBe('202611140800');
  expect(moment('2026-11-14T14:00:00Z')).toBe('202611141800');
});

test('where today is kept for an hour, it is generated again after it, and once the last race is run', () => {
  const plan = (asOf: string, clock: string) =>
    planDays(['20261128'], [stored('20261128', asOf)], at('20261128', clock), 60).make;
  expect(plan('202611281000', '1000')).toEqual([]);
  expect(plan('202611281000', '1100')).toEqual([]);
  expect(plan('202611281000', '1102')).toEqual(['20261128']);
  expect(plan(quickPartOf('202611281000'), '1030')).toEqual(['20261128']);
  // Of a clock that was ahead, and of the day before.
  expect(plan('202611281100', '1000')).toEqual(['20261128']);
  expect(plan('202611271000', '1030')).toEqual(['20261128']);
  expect(plan('202611280000', '0800')).toEqual(['20261128']);
  expect(plan('202611281758', '1800')).toEqual(['20261128']);
  expect(plan('202611281800', '1800')).toEqual([]);
});

test('what was known at a later moment is not answered once the clock is put right', () => {
  const days = [
    stored('20260606', '202612090000'),
    stored('20261128', '202612090000'),
    stored('20261129', '202612090000'),
  ];
  const wanted = days.map(({ racedate }) => racedate);
  const { make, served } = planDays(wanted, days, at('20261128', '1000'));
  // A day half a year ago was settled at both moments.
  expect(make).toEqual(['20261129', '20261128']);
  expect(served).toEqual([]);
  const later = stored('20261128', '202611281234');
  expect(planDays(['20261128'], [later], at('20261128', '1000')).served).toEqual([]);
  expect(planDays(['20261128'], [later], at('20261128', '1240')).served).toEqual(['20261128']);
});
