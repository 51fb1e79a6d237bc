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
  type ColumnPlacement,
  type ColumnSlices,
  type ColumnState,
  type Side,
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
    // One more than may be takes the place of the last; the library would drop the first, which matters most.
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

// ---- moving columns: the library sets an order and pins; where a moved column goes is said here

export const placementIn = (table: ColumnTable): ColumnPlacement => ({
  start: table.getStartVisibleLeafColumns().map(({ id }) => id),
  center: table.getCenterVisibleLeafColumns().map(({ id }) => id),
  end: table.getEndVisibleLeafColumns().map(({ id }) => id),
});

export const sideOf = (table: ColumnTable, name: string): Side =>
  table.getColumn(name)?.getIsPinned() || 'center';

/** Puts a column at a side, before its column number `at` as counted without it. */
function place(table: ColumnTable, name: string, side: Side, at: number): void {
  const { start, center, end } = placementIn(table);
  const without = (names: readonly string[]): string[] => names.filter((each) => each !== name);
  const next = { start: without(start), center: without(center), end: without(end) };
  next[side].splice(at, 0, name);
  const order = screenOrder(next);
  table.setColumnOrder((old) => [...order, ...old.filter((each) => !order.includes(each))]);
  table.setColumnPinning({ start: next.start, end: next.end });
}

/** Puts a column at a side, as its innermost one, or back in the center, next to the side where it was. */
export function pinColumn(table: ColumnTable, name: string, side: Side): void {
  const from = sideOf(table, name);
  if (from === side) return;
  const isFirst = side === 'end' || (side === 'center' && from === 'start');
  place(table, name, side, isFirst ? 0 : placementIn(table)[side].length);
}

/** Puts a column before another one, at that one's side; without another one at the end of `side`. */
export function moveBefore(
  table: ColumnTable,
  name: string,
  before: string | undefined,
  side: Side = before === undefined ? 'center' : sideOf(table, before),
): void {
  if (name === before) return;
  const target = placementIn(table)[side].filter((each) => each !== name);
  place(table, name, side, before === undefined ? target.length : target.indexOf(before));
}

/** Puts a column in another one's place, which gives way toward where the column came from. */
export function moveOnto(table: ColumnTable, name: string, onto: string): void {
  const placement = placementIn(table);
  const order = screenOrder(placement);
  const side = sideOf(table, onto);
  const own = placement[side];
  const isAfter = order.indexOf(onto) > order.indexOf(name);
  moveBefore(table, name, isAfter ? own[own.indexOf(onto) + 1] : onto, side);
}

const SIDES: readonly Side[] = ['start', 'center', 'end'];

/** Moves a column by one place, and at the edge of its side into the next one; answers whether it could. */
export function moveBy(table: ColumnTable, name: string, by: 1 | -1): boolean {
  const placement = placementIn(table);
  const side = sideOf(table, name);
  const to = placement[side].indexOf(name) + by;
  if (to >= 0 && to < placement[side].length) {
    place(table, name, side, to);
    return true;
  }
  const next = SIDES[SIDES.indexOf(side) + by];
  // A side without columns gets its first one from the menu, not by moving past the last column.
  if (next === undefined || (next !== 'center' && placement[next].length === 0)) return false;
  place(table, name, next, by > 0 ? 0 : placement[next].length);
  return true;
}
