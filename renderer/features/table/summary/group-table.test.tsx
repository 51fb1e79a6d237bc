import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Group } from '#shared/bridge/row-query.ts';
import { LARGEST_FIRST } from '#shared/bridge/group-figures.ts';
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
