// The grid's columns laid out: TanStack Table holds their widths and which are pinned, this reads where each stands.

import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
  type ColumnSizingState,
  type Updater,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { Language } from '#shared/text.ts';
import { NO_ARRANGEMENT, type Arrangement } from './arrangement.ts';
import { placesOf, withWidths } from './column-order.ts';
import { firstWidth, NARROWEST } from './column-width.ts';

const features = tableFeatures({
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

type NoRow = Record<string, never>;

/** Cells come from a RowSource by position, so the table never sees a row. */
const NO_ROWS: NoRow[] = [];

/** A column where it stands. `left` counts from the grid's left edge, pinned columns included. */
export interface LaidColumn {
  readonly column: Column;
  /** From 0, in the order on screen. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly pinned: boolean;
}

export interface Layout {
  readonly pinned: readonly LaidColumn[];
  readonly center: readonly LaidColumn[];
  readonly all: readonly LaidColumn[];
  readonly pinnedWidth: number;
  readonly totalWidth: number;
}

/** A column's name and width in pixels. */
type Sized = readonly [name: string, width: number];

function lay(byName: ReadonlyMap<string, Column>, start: readonly Sized[], center: readonly Sized[]): Layout {
  const all: LaidColumn[] = [];
  let left = 0;
  const place = (pinned: boolean, [name, width]: Sized): void => {
    const column = byName.get(name);
    if (column === undefined) return;
    all.push({ column, index: all.length, left, width, pinned });
    left += width;
  };
  for (const each of start) place(true, each);
  const pinnedWidth = left;
  for (const each of center) place(false, each);
  return {
    all,
    pinned: all.filter((each) => each.pinned),
    center: all.filter((each) => !each.pinned),
    pinnedWidth,
    totalWidth: left,
  };
}

interface Options {
  readonly columns: readonly Column[];
  readonly pinned: readonly string[];
  readonly widths: Readonly<Record<string, number>> | undefined;
  readonly arrangement: Arrangement | undefined;
  readonly onArrange: ((arrangement: Arrangement) => void) | undefined;
  readonly language: Language;
  /** Of the density: widths nobody set grow with the text. */
  readonly widthScale: number;
}

/** Lays the columns out; `startResize` begins dragging a column's right edge, `setWidth` sets it at once. */
export function useLayout(options: Options) {
  const { columns, widths, arrangement = NO_ARRANGEMENT, onArrange, language, widthScale } = options;
  const [sizing, setSizing] = useState<ColumnSizingState>(() => ({ ...widths, ...arrangement.widths }));
  const byName = useMemo(() => new Map(columns.map((column) => [column.name, column])), [columns]);
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.name,
        size: Math.round(firstWidth(column, language) * widthScale),
        minSize: NARROWEST,
        maxSize: 800,
      })),
    [columns, language, widthScale],
  );
  const columnPinning = useMemo(() => {
    const { start } = placesOf(columns, arrangement, options.pinned);
    return { start: [...start], end: [] };
  }, [columns, arrangement, options.pinned]);
  const change = (updater: Updater<ColumnSizingState>): void => {
    const next = functionalUpdate(updater, sizing);
    setSizing(next);
    onArrange?.(withWidths(arrangement, next));
  };
  const table = useTable<typeof features, NoRow>({
    features,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    state: { columnSizing: sizing, columnPinning },
    onColumnSizingChange: change,
  });

  // The table is one and the same object for ever: what it answers is compared by value, so that a layout that
  // did not change stays the same object and no row is drawn again for it.
  const sized = (each: { id: string; getSize: () => number }): Sized => [each.id, each.getSize()];
  const placed = JSON.stringify([
    table.getStartVisibleLeafColumns().map(sized),
    table.getCenterVisibleLeafColumns().map(sized),
  ]);
  const layout = useMemo(() => {
    const [start, center] = JSON.parse(placed) as [Sized[], Sized[]];
    return lay(byName, start, center);
  }, [byName, placed]);

  return {
    layout,
    startResize(name: string, event: unknown): void {
      table
        .getFlatHeaders()
        .find((header) => header.column.id === name)
        ?.getResizeHandler()(event);
    },
    setWidth(name: string, width: number): void {
      change((before) => ({ ...before, [name]: Math.max(NARROWEST, width) }));
    },
  };
}
