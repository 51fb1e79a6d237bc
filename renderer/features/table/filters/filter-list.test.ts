import { expect, it } from 'vitest';
import { columnOf } from '#shared/catalogue/tables.ts';
import { filterOf, narrowed, switched, withFilter, withFilters, withoutFilter } from './filter-list.ts';

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

it('narrows a filter that is on, and replaces one that is off or of an unknown column', () => {
  const finish = columnOf('d_se', 'order_of_finish');
  const columns = finish === undefined ? [] : [finish];
  const on = [{ column: 'order_of_finish', text: '<=5', on: true }];
  const added = [{ column: 'order_of_finish', text: '!=' }];
  expect(narrowed(on, added, columns)).toEqual([{ column: 'order_of_finish', text: '<=5 !=', on: true }]);
  const replaced = [{ column: 'order_of_finish', text: '!=', on: true }];
  expect(narrowed(switched(on, 'order_of_finish'), added, columns)).toEqual(replaced);
  expect(narrowed([], added, columns)).toEqual(replaced);
  expect(narrowed(on, added, [])).toEqual(replaced);
});
