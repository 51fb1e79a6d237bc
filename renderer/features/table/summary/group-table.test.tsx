import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Group } from '#shared/bridge/row-query.ts';
import { LARGEST_FIRST, type GroupOrder } from '#shared/bridge/group-figures.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { groupColumns } from '#shared/exports/group-columns.ts';
import { startI18n } from '../../../text/text.ts';
import { GroupTable } from './GroupTable.tsx';

beforeAll(async () => {
  await startI18n('en');
});
afterEach(cleanup);

const group = (key: string, count: number): Group => ({
  key: [key],
  count,
  share: count / 300,
  filters: [{ column: 'horse_number', text: `=${key}` }],
  measures: [],
});
const by = TABLES.t_se.columns.filter(({ name }) => name === 'horse_number');
const ALL = group('', 300);
const PROPS = {
  columns: groupColumns({ by, mean: undefined }, ALL),
  whole: ALL,
  order: LARGEST_FIRST,
  onOrder: () => undefined,
  onFilters: () => undefined,
};
const groups = Array.from({ length: 120 }, (_, at) => group(String(at + 1), at + 1));

it('lists every group, however many, and the total', async () => {
  const { rerender } = render(<GroupTable {...PROPS} groups={groups} />);
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(1 + groups.length + 1));
  expect(screen.getByRole('rowheader', { name: '120' })).toBeDefined();
  rerender(<GroupTable {...PROPS} groups={groups.slice(0, 60)} />);
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(1 + 60 + 1));
});

const runs = (key: string, starts: number, win: number): Group => ({
  ...group(key, starts + 1),
  finish: { starts, first: 2, firstTwo: 3, firstThree: 4 },
  returns: { win: { n: starts, yen: win }, place: { n: starts - 1, yen: 500 } },
});

it('shows rates and returns beside their n, those of few runs lighter, and the total over all', () => {
  const whole = runs('', 60, 4500);
  const columns = groupColumns({ by, mean: undefined }, whole);
  const props = { ...PROPS, columns, whole, groups: [runs('1', 40, 5000), runs('2', 10, 100)] };
  render(<GroupTable {...props} />);
  const cellsOf = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${name} `) })).getAllByRole('cell');
  expect(cellsOf('1').map(({ textContent }) => textContent)).toEqual([
    '41', '13.7', '40', '5.0', '7.5', '10.0', '40', '125.0', '39', '12.8',
  ]); // prettier-ignore
  const few = (name: string) => cellsOf(name).filter(({ className }) => className.includes('is-few')).length;
  expect([few('1'), few('2')]).toEqual([0, 5]);
  expect(cellsOf('All').map(({ textContent }) => textContent)).toEqual([
    '61', '20.3', '60', '3.3', '5.0', '6.7', '60', '75.0', '59', '8.5',
  ]); // prettier-ignore
});

it('writes counts of thousands as they are written above the rows', () => {
  const whole = runs('', 5341, 450_000);
  const columns = groupColumns({ by, mean: undefined }, whole);
  render(<GroupTable {...PROPS} columns={columns} whole={whole} groups={[runs('1', 1234, 5000)]} />);
  const cells = within(screen.getByRole('row', { name: /^All / })).getAllByRole('cell');
  expect([cells[0]?.textContent, cells[2]?.textContent]).toEqual(['5,342', '5,341']);
  expect(screen.getByRole('button', { name: /1,235/ }).textContent).toBe('1,235');
});

it('sorts by each of its columns: figures from the largest first, values in their order, then the other way', async () => {
  const user = userEvent.setup();
  const orders: GroupOrder[] = [];
  const whole = runs('', 60, 4500);
  const second = TABLES.t_se.columns.filter(({ name }) => name === 'horse_name');
  const columns = groupColumns({ by: [...by, ...second], mean: undefined }, whole);
  const props = { ...PROPS, columns, whole, groups: [], onOrder: (order: GroupOrder) => orders.push(order) };
  const { rerender } = render(<GroupTable {...props} />);
  expect(screen.getByRole('columnheader', { name: /^Rows/ }).getAttribute('aria-sort')).toBe('descending');
  for (const head of ['Win ret %', 'No.', 'Horse'])
    await user.click(screen.getByRole('button', { name: head }));
  const [byReturn] = orders;
  rerender(<GroupTable {...props} order={byReturn ?? props.order} />);
  expect(screen.getByRole('columnheader', { name: /^Win ret/ }).getAttribute('aria-sort')).toBe('descending');
  await user.click(screen.getByRole('button', { name: /^Win ret/ }));
  expect(orders).toEqual([
    { by: 'winReturn', descending: true },
    { by: 'value', descending: false },
    { by: 'second', descending: false },
    { by: 'winReturn', descending: false },
  ]);
});
