// The range of sample racing: how it is written, and which days belong to it.

import { expect, test } from 'vitest';
import { readRange } from './range.ts';
import { sampleRecipe } from './recipe.ts';

test('a range is written with or without hyphens, closed at both ends', () => {
  const range = { from: '20160101', to: '20251231' };
  expect(readRange('2016-01-01..2025-12-31')).toEqual(range);
  expect(readRange('20160101..20251231')).toEqual(range);
  expect(readRange('2016-01-01..2016-01-01')).toEqual({ from: '20160101', to: '20160101' });
});

test.each([
  ['yes', 'FROM..TO'],
  ['2016-01-01', 'FROM..TO'],
  ['2016-01-01..', 'FROM..TO'],
  ['2016-02-30..2016-03-01', 'date'],
  ['2016-1-1..2016-03-01', 'date'],
  ['2017-01-01..2016-01-01', 'begins after'],
  ['2015-12-31..2016-01-01', '2016-01-01'],
])('%s is no range', (text, word) => {
  expect(() => readRange(text)).toThrow(word);
});

const TODAY = '20261120';

test('the days of a range come with the current week: the race days before today and the coming ones', () => {
  const days = sampleRecipe({ from: '20160101', to: '20251231' }).raceDates(TODAY);
  expect(days.length).toBeGreaterThan(1040);
  expect([days[0], days.at(-1)]).toEqual(['20160105', '20261122']);
  expect(days.filter((day) => day > '20251231')).toEqual(['20261114', '20261115', '20261121', '20261122']);
  expect(days).toEqual([...new Set(days)].toSorted());
});

test('the usual days are a year and the coming ones, the newest eight weeks before the history', () => {
  const year = sampleRecipe();
  const days = year.raceDates(TODAY);
  expect([days[0], days.at(-1)]).toEqual(['20251122', '20261122']);
  const weeks = sampleRecipe('weeks').raceDates(TODAY);
  expect([weeks[0], weeks.at(-1)]).toEqual(['20260926', '20261122']);
  expect(days.filter((day) => day >= (year.historyBefore?.(TODAY) ?? ''))).toEqual(weeks);
});

test('a year and eight weeks take little disk; a range is stored as the records of an account are', () => {
  expect([sampleRecipe().packs, sampleRecipe('weeks').packs]).toEqual([true, true]);
  expect(sampleRecipe({ from: '20200101', to: '20201231' }).packs).toBe(false);
});

test('what was asked for by name is nobody’s history: it is made as fast as possible', () => {
  expect(sampleRecipe('weeks').historyBefore).toBeUndefined();
  expect(sampleRecipe({ from: '20200101', to: '20201231' }).historyBefore).toBeUndefined();
});

test('no range reaches further ahead than cards are made', () => {
  const days = sampleRecipe({ from: '20261101', to: '20301231' }).raceDates(TODAY);
  expect([days[0], days.at(-1)]).toEqual(['20261101', '20261122']);
});

test('ranges that overlap are of one recipe, so their days are made once', () => {
  const names = [
    undefined,
    'weeks' as const,
    { from: '20160101', to: '20251231' },
    { from: '20200101', to: '20200131' },
  ].map((range) => sampleRecipe(range).name);
  expect(new Set(names).size).toBe(1);
});
