import { act, renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { CellRange, RowSource } from '../data/row-source.ts';
import { MOST_CELLS } from './read-cells.ts';
import { useCopy } from './use-copy.ts';

const RACE = SUBJECTS.payoffs.columns.filter(({ kind }) => kind === 'race');

const source: RowSource = {
  rows: MOST_CELLS + 1,
  cell: () => undefined,
  cellsOf: async ({ count, columns }: CellRange) =>
    columns.map(() => Array.from({ length: count }, () => '')),
  show: () => undefined,
  subscribe: () => () => undefined,
  version: () => 0,
  rowVersion: () => 0,
};

it.each([
  ['copied', 300_000],
  ['tooMany', MOST_CELLS + 1],
])('is %s for so many cells: %d, whatever is read beside them', async (kind, cells) => {
  userEvent.setup();
  expect(RACE).toMatchObject([{ beside: expect.any(String) }]);
  const { result } = renderHook(() => useCopy(source, 'en', 'kana'));
  await act(() => result.current.copy({ from: 0, count: cells, columns: RACE }));
  expect(result.current.outcome).toEqual({ kind, cells });
});
