// A text of a query is shown as the column of its name is, with what its text is made with.

import { expect, it } from 'vitest';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { sqlColumns, type SqlField } from '#shared/catalogue/sql-column.ts';

const field = (name: string, of: SqlField['of']): SqlField => ({ name, type: 'text', of });

it.each([
  ['exacta_number_1', '1203', '12→3'],
  ['trifecta_number_1', '031207', '3→12→7'],
  ['quinella_number_1', '0312', '3-12'],
  ['bracket_quinella_number_1', '36', '3-6'],
])('the numbers of %s are of its bet: %s is %s', (name, raw, shown) => {
  const [column] = sqlColumns([field(name, 'd_hj')]);
  expect(column && shownText(column, raw, 'en')).toBe(shown);
});

it('refunded horses are split, however many there are', () => {
  const [column] = sqlColumns([field('refunded_numbers', 'races')]);
  expect(column && shownText(column, '0102030405', 'en')).toBe('1-2-3-4-5');
});

it.each<[string, readonly SqlField[], string | undefined]>([
  ['selects it', [field('combination', 'payoffs'), field('bet', 'payoffs')], 'bet'],
  ['does not select it', [field('combination', 'payoffs')], undefined],
  [
    'makes another column of that name',
    [field('combination', 'payoffs'), field('bet', undefined)],
    undefined,
  ],
])('a column is shown with the one beside it if the query %s', (_, fields, beside) => {
  expect(sqlColumns(fields)[0]?.beside).toBe(beside);
});
