import { expect, it } from 'vitest';
import type { Group } from '#shared/bridge/row-query.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { valueIn, valueRuleOf } from '#shared/exports/typed-value.ts';
import { groupColumns } from '#shared/exports/group-columns.ts';

const columnOf = (name: string): Column => {
  const found = SUBJECTS.runners.columns.find((column) => column.name === name);
  if (found === undefined) throw new Error(`no such column: ${name}`);
  return found;
};

const group = (mean: number | null): Group => ({
  key: ['1'],
  count: 3,
  share: 1,
  filters: [],
  measures: [{ column: 'x', n: mean === null ? 0 : 3, sum: 0, mean }],
});

it.each([
  ['win_payoff', 111_399.11, '111,399', 111_399],
  ['prize_win', 520.5, '520.5', 5_205_000],
  ['order_of_finish', 4.333333, '4.33', 4.33],
  ['time_record', 945.25, '1:34.5', 94.525],
  ['idm', 40.126, '40.13', 40.13],
])('the mean of %s can be read on screen and calculated with', (name, mean, shown, value) => {
  const columns = groupColumns({ by: [columnOf('track_type')], mean: columnOf(name) }, group(mean));
  const { column, raw } = columns.at(-1) ?? {};
  if (column === undefined || raw === undefined) throw new Error('no mean');
  expect(shownText(column, raw(group(mean)), 'en')).toBe(shown);
  expect(valueIn(valueRuleOf(column), raw(group(mean)))).toBe(value);
  expect(raw(group(null))).toBeNull();
});

it('two columns never have one name, whatever is grouped by', () => {
  const runs = SUBJECTS.jockeys.columns.filter(({ name }) => name === 'runs');
  const whole = { ...group(null), finish: { starts: 1, first: 0, firstTwo: 0, firstThree: 0 } };
  const names = groupColumns({ by: runs, mean: undefined }, whole).map(({ column }) => column.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toBe('runs');
});
