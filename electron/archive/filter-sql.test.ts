import { expect, test } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { filterMatcher } from '../service-client/matches-filter.ts';
import { memoryConnection } from '../testing/memory-connection.ts';
import { inList, whereOf } from './filter-sql.ts';

const connection = await memoryConnection();

test('a list is filled up with its last value to a power of two, so that few statements are kept', () => {
  expect(inList([])).toEqual({ marks: '?', values: [''] });
  expect(inList(['a'])).toEqual({ marks: '?', values: ['a'] });
  expect(inList(['a', 'b', 'c'])).toEqual({ marks: '?, ?, ?, ?', values: ['a', 'b', 'c', 'c'] });
  expect(new Set(Array.from({ length: 100 }, (_, at) => inList(Array(at + 1).fill('a')).marks)).size).toBe(8);
});

test.each(['23100001', '2023100001'])(
  'a horse is found by its number %s, and no other horse, in the archive as in an answer',
  async (kettonum) => {
    const stored = ['23100001', '2023100001', '', '1', '01', '100001', '23100002', '2123100002'];
    await connection.run(
      `create or replace table m_uk as select unnest([${stored.map((number) => `'${number}'`).join(', ')}]) as kettonum`,
    );
    const { sql, values } = whereOf(TABLES.m_uk, { kettonum });
    const found = await connection.runAndReadAll(`select kettonum from m_uk where ${sql}`, [...values]);
    expect(found.getRows().flat()).toEqual(['23100001', '2023100001']);
    const matches = filterMatcher(TABLES.m_uk, { kettonum });
    expect(stored.filter((number) => matches({ kettonum: number }))).toEqual(['23100001', '2023100001']);
  },
);
