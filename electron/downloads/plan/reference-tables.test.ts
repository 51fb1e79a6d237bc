import { expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { racedatesBetween } from '#shared/racing/racedate.ts';
import { partsOf, referenceTablesOf } from './reference-tables.ts';

const TODAY = '20261115';
const DAYS = [...racedatesBetween('20261101', '20261120')];

const parts = (codes: readonly (keyof typeof TABLES)[], use?: 'calendar') =>
  Object.fromEntries(
    partsOf(
      codes.map((code) => TABLES[code]),
      DAYS,
      TODAY,
      use,
    ).map(({ table, days }) => [table.code, `${days[0]}-${days.at(-1)}`]),
  );

it('nothing witnesses for itself, and nothing for a horse', () => {
  expect(referenceTablesOf(TABLES.d_se)).toEqual(['meetings', 'program']);
  expect(referenceTablesOf(TABLES.t_ra)).toEqual(['meetings']);
  expect(referenceTablesOf(TABLES.d_ka)).toEqual(['program']);
  expect(referenceTablesOf(TABLES.m_uk)).toEqual([]);
});

it('past tables are held against the past', () => {
  expect(parts(['d_ky'])).toEqual({ d_ka: '20261101-20261114', d_ra: '20261101-20261114' });
  expect(parts(['d_ra', 'd_ka'])).toEqual({ d_ka: '20261101-20261114', d_ra: '20261101-20261114' });
});

it('a day’s tables by the day’s own as long as the past’s may not be out, and by no meetings of races to come', () => {
  expect(parts(['t_se'])).toEqual({
    d_ka: '20261101-20261107',
    t_ka: '20261108-20261114',
    d_ra: '20261101-20261107',
    t_ra: '20261108-20261120',
  });
});

it('a calendar has the days to come as well, and is not asked of itself', () => {
  expect(parts(['t_se'], 'calendar')).toMatchObject({ t_ka: '20261108-20261120' });
  expect(parts(['t_ka'], 'calendar')).toEqual({
    d_ka: '20261101-20261107',
    d_ra: '20261101-20261107',
    t_ra: '20261108-20261120',
  });
});
