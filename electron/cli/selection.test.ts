import { expect, test } from 'vitest';
import { columnsFrom, filterFrom, listOf, oneOf, periodFrom, sortFrom, tableNamed } from './selection.ts';
import { UsageError } from './command-error.ts';

test('a table is named as in the archive or as in the service’s addresses', () => {
  for (const word of ['d_ra', 'dra', 'D_RA']) expect(tableNamed(word).code).toBe('d_ra');
  expect(() => tableNamed('x_ra')).toThrow(/t_ra, d_ra/);
});

test.each([
  ['t_ra', { racedate: '2026-11-15' }, { racedate: '20261115' }],
  ['t_ra', { from: '20261115', to: '20261115' }, { racedate: '20261115' }],
  ['d_ra', { racedate: '20261115' }, { start_racedate: '20261115', end_racedate: '20261115' }],
  ['d_ra', { from: '2026-11-01', to: '20261115' }, { start_racedate: '20261101', end_racedate: '20261115' }],
  ['d_ka', { racedate: '20261115' }, { racedate: '20261115' }],
  ['d_ra', { racekey: '05261a01' }, { racekey: '05261a01' }],
  ['m_uk', { 'horse-id': '26HX00000101' }, { horse_id: '26HX00000101' }],
])('%s with %o selects %o', (word, values, filter) => {
  expect(filterFrom(tableNamed(word), values)).toEqual(filter);
});

test.each([
  ['d_ra', {}, /--racedate or --from and --to or --racekey/],
  ['t_ra', { from: '20261101', to: '20261115' }, /query d_ra for a period/],
  ['t_ch', { from: '20261101', to: '20261115' }, /give --racedate\.$/],
  ['d_ra', { from: '20261101' }, /both/],
  ['d_ra', { from: '20261115', to: '20261101' }, /before it begins/],
  ['d_ka', { racedate: '20261101', from: '20261101', to: '20261115' }, /Either/],
  ['d_ra', { racedate: '20260230' }, /not "20260230"/],
  ['m_uk', { racekey: '05264101' }, /takes no --racekey/],
  ['d_ra', { 'horse-id': '26HX00000101' }, /takes no --horse-id/],
  ['d_ra', { racekey: '0526' }, /8 characters/],
])('%s with %o is a usage error', (word, values, words) => {
  const read = () => filterFrom(tableNamed(word), values);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(words);
});

test('a period needs both ends, in order', () => {
  expect(periodFrom({ from: '2026-11-01', to: '20261102' })).toEqual({ from: '20261101', to: '20261102' });
  expect(() => periodFrom({ from: '20261102', to: '20261101' })).toThrow(UsageError);
  expect(() => periodFrom({ to: '20261101' })).toThrow(UsageError);
});

test('columns and sort orders must be in the result; a similar name is suggested', () => {
  const stored = ['racekey', 'prize_win', 'prize_show'];
  expect(columnsFrom(undefined, stored)).toEqual(stored);
  expect(columnsFrom('prize_win, racekey', stored)).toEqual(['prize_win', 'racekey']);
  expect(sortFrom('-prize_win,racekey', stored)).toEqual([
    { column: 'prize_win', direction: 'descending' },
    { column: 'racekey', direction: 'ascending' },
  ]);
  expect(() => columnsFrom('prize', stored)).toThrow(/prize_win, prize_show/);
  expect(() => columnsFrom('racekey,racekey', stored)).toThrow(/twice/);
  expect(() => sortFrom('-', stored)).toThrow(UsageError);
  expect(() => sortFrom('racekey,racekey,racekey,racekey,racekey', stored)).toThrow(/at most 4/);
});

test('values of a choice come from a list', () => {
  expect(oneOf('format', undefined, ['csv', 'json'], 'csv')).toBe('csv');
  expect(oneOf('format', 'json', ['csv', 'json'], 'csv')).toBe('json');
  expect(() => oneOf('format', 'xml', ['csv', 'json'], 'csv')).toThrow(/csv, json/);
  expect(listOf(' a, ,b ')).toEqual(['a', 'b']);
});
