import { expect, test } from 'vitest';
import { inList } from './filter-sql.ts';

test('a list is filled up with its last value to a power of two, so that few statements are kept', () => {
  expect(inList([])).toEqual({ marks: '?', values: [''] });
  expect(inList(['a'])).toEqual({ marks: '?', values: ['a'] });
  expect(inList(['a', 'b', 'c'])).toEqual({ marks: '?, ?, ?, ?', values: ['a', 'b', 'c', 'c'] });
  expect(new Set(Array.from({ length: 100 }, (_, at) => inList(Array(at + 1).fill('a')).marks)).size).toBe(8);
});
