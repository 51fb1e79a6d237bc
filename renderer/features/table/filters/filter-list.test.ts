import { expect, it } from 'vitest';
import { filterOf, switched, withFilter, withFilters, withoutFilter } from './filter-list.ts';

const TWO = [
  { column: 'a', text: '1', on: true },
  { column: 'b', text: '2', on: false },
];

it('keeps the position of a filter when its text changes, and switches it on', () => {
  expect(withFilter(TWO, 'a', '9')).toEqual([{ column: 'a', text: '9', on: true }, TWO[1]]);
  expect(withFilter(TWO, 'b', '9')[1]).toEqual({ column: 'b', text: '9', on: true });
});

it('appends new filters, and removes blank ones', () => {
  expect(withFilters(TWO, [{ column: 'c', text: '=' }]).map(({ column }) => column)).toEqual(['a', 'b', 'c']);
  expect(withFilter(TWO, 'a', ' ')).toEqual([TWO[1]]);
  expect(withoutFilter(TWO, 'b')).toEqual([TWO[0]]);
});

it('switches a filter off without losing it, and on again', () => {
  const off = switched(TWO, 'a');
  expect(filterOf(off, 'a')).toEqual({ column: 'a', text: '1', on: false });
  expect(switched(off, 'a')).toEqual(TWO);
});
