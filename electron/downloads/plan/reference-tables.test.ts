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

it('a table is not checked against itself, and a horse against none', () => {
  expect(referenceTablesOf(TABLES.d_se)).toEqual(['meetings', 'program']);
  expect(referenceTablesOf(TABLES.t_ra)).toEqual(['meetings']);
  expect(referenceTablesOf(TABLES.d_ka)).toEqual(['program']);
  expect(referenceTablesOf(TABLES.m_uk)).toEqual([]);
});

it('past tables are checked against past tables', () => {
  expect(parts(['d_ky'])).toEqual({ d_ka: '20261101-20261114', d_ra: '20261101-20261114' });
  expect(parts(['d_ra', 'd_ka'])).toEqual({ d_ka: '20261101-20261114', d_ra: '20261101-20261114' });
});

it('tables of the day are checked against tables of the day until the past ones are published, and coming races against no meetings', () => {
  expect(parts(['t_se'])).toEqual({
    d_ka: '20261101-20261107',
    t_ka: '20261108-20261114',
    d_ra: '20261101-20261107',
    t_ra: '20261108-20261120',
  });
});

it('a calendar includes the coming days, and is not requested for its own table', () => {
  expect(parts(['t_se'], 'calendar')).toMatchObject({ t_ka: '20261108-20261120' });
  expect(parts(['t_ka'], 'calendar')).toEqual({
    d_ka: '20261101-20261107',
    d_ra: '20261101-20261107',
    t_ra: '20261108-20261120',
  });
});
