// A grid's columns as a TanStack table without rows: order, pinning, visibility, widths, resizing and sorting are its
// state. Cells come from a RowSource by position, so the table never sees a row.

import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ReactTable,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import {
  changedColumnState,
  DEFAULT_COLUMN_STATE,
  placementOf,
  screenOrder,
  slicesOf,
  type ColumnSlices,
  type ColumnState,
} from './column-state.ts';
import { clampWidth, NARROWEST, WIDEST } from './column-width.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

type NoRow = Record<string, never>;

const NO_ROWS: NoRow[] = [];
const NO_SORT: Sort = [];

/** Most columns that the rows may be sorted by. */
const MOST_SORT_COLUMNS = 4;

export type ColumnTable = ReactTable<typeof features, NoRow>;

interface Options {
  /** Every column that may be shown. */
  readonly columns: readonly Column[];
  /** Without it all columns are shown. */
  readonly columnState?: ColumnState | undefined;
  /** Without it widths last as long as the table. */
  readonly onColumnState?: ((columnState: ColumnState) => void) | undefined;
  /** Columns that the screen pins at the left by default. */
  readonly pinned?: readonly string[] | undefined;
  /** Pixels by column, where the screen does not want the usual ones. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  /** The usual pixels of a column. */
  readonly widthOf?: (column: Column) => number;
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
  /** Whether the first choice of a column's head sorts its largest values to the top. */
  readonly sortsDescendingFirst?: ((column: Column) => boolean) | undefined;
}

export function useColumnTable(options: Options): ColumnTable {
  const { columns, columnState, pinned, widths, widthOf, sort = NO_SORT, sortsDescendingFirst } = options;
  const [unstored, setUnstored] = useState<ColumnState>();
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.name,
        minSize: NARROWEST,
        maxSize: WIDEST,
        sortDescFirst: sortsDescendingFirst?.(column) === true,
        ...(widthOf === undefined ? {} : { size: widthOf(column) }),
      })),
    [columns, widthOf, sortsDescendingFirst],
  );
  const slices = useMemo(
    () => slicesOf(columns, columnState, { pinned, widths: { ...widths, ...unstored?.widths } }),
    [columns, columnState, pinned, widths, unstored],
  );
  const sorting = useMemo(
    () => sort.map(({ column, direction }) => ({ id: column, desc: direction === 'descending' })),
    [sort],
  );

  /** Of this render, and then with each change: a move changes two slices before the next render. */
  const latest = useRef({ columnState, slices });
  useLayoutEffect(() => {
    latest.current = { columnState, slices };
  });
  const change = <Slice extends keyof ColumnSlices>(slice: Slice, to: Updater<ColumnSlices[Slice]>): void => {
    const { columnState: before = unstored ?? DEFAULT_COLUMN_STATE, slices: now } = latest.current;
    const after: ColumnSlices = { ...now, [slice]: functionalUpdate(to, now[slice]) };
    // The last columns stay: a grid without columns explains nothing.
    if (after[slice] === now[slice] || screenOrder(placementOf(after)).length === 0) return;
    const next = changedColumnState(before, now, after);
    latest.current = { columnState: next, slices: after };
    if (options.onColumnState === undefined) setUnstored(next);
    else options.onColumnState(next);
  };
  const changeSorting = (to: Updater<SortingState>): void => {
    const next = functionalUpdate(to, sorting);
    if (next === sorting) return;
    // A column beyond the limit replaces the last one; the library would drop the first, which matters most.
    const kept = next.length > MOST_SORT_COLUMNS ? next.toSpliced(MOST_SORT_COLUMNS - 1, 1) : next;
    options.onSort?.(
      kept.map(({ id, desc }) => ({ column: id, direction: desc ? 'descending' : 'ascending' })),
    );
  };

  return useTable<typeof features, NoRow>({
    features,
    columns: definitions,
    data: NO_ROWS,
    enableMultiSort: true,
    state: { ...slices, sorting },
    onColumnOrderChange: (to) => change('columnOrder', to),
    onColumnPinningChange: (to) => change('columnPinning', to),
    onColumnVisibilityChange: (to) => change('columnVisibility', to),
    onColumnSizingChange: (to) => change('columnSizing', to),
    onSortingChange: changeSorting,
  });
}

/** Sets widths in pixels, within what a column may have. */
export const setWidths = (table: ColumnTable, widths: Readonly<Record<string, number>>): void =>
  table.setColumnSizing((old) => ({
    ...old,
    ...Object.fromEntries(Object.entries(widths).map(([name, width]) => [name, clampWidth(width)])),
  }));

/** Shows or hides columns; the last ones stay. */
export const setShown = (table: ColumnTable, names: Iterable<string>, isShown: boolean): void =>
  table.setColumnVisibility((old) => ({
    ...old,
    ...Object.fromEntries([...names].map((name) => [name, isShown])),
  }));
