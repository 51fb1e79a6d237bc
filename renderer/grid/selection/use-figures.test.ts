import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { sheetOf } from '../../testing/sheet-of.ts';
import { sheetSource, type RowSource } from '../data/row-source.ts';
import type { Rectangle } from './selection.ts';
import { useFigures } from './use-figures.ts';

afterEach(cleanup);

const COLUMNS = TABLES.d_ra.columns.filter(({ name }) => name === 'distance');
const FIRST: Rectangle = { top: 0, bottom: 1, left: 0, right: 0 };

const source = (...distances: string[]): RowSource =>
  sheetSource(sheetOf(distances.map((distance) => ({ distance }))));

it('the figures of a selection are of its rows as they stand, not of those that were there before', async () => {
  let cells = source('1000', '1200');
  // As in a large result: the source stays the same when it is sorted.
  const sorted: RowSource = { ...cells, cell: (row, column) => cells.cell(row, column) };
  const initialProps: { rectangle: Rectangle | undefined; rows: RowSource } = {
    rectangle: FIRST,
    rows: sorted,
  };
  const { result, rerender } = renderHook(
    ({ rectangle, rows }: typeof initialProps) =>
      useFigures({ source: rows, rectangle, columns: COLUMNS, statisticsOf: undefined }),
    { initialProps },
  );
  await waitFor(() => expect(result.current).toMatchObject({ sum: 2200 }));
  rerender({ rectangle: undefined, rows: sorted });
  cells = source('2400', '3000');
  act(() => rerender({ rectangle: FIRST, rows: sorted }));
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toMatchObject({ sum: 5400 }));
  rerender({ rectangle: FIRST, rows: source('1', '2') });
  expect(result.current).toBeUndefined();
});
