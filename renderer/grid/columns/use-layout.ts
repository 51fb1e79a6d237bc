// The grid's columns laid out: TanStack Table holds which are shown, where they are pinned and how wide they are,
// without ever seeing a row; layout.ts says where each stands.

import {
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import type { Column } from '#shared/catalogue/column.ts';
import type { Language } from '#shared/text.ts';
import { DEFAULT_COLUMN_STATE, type ColumnState } from './column-state.ts';
import { placesOf, withWidths, type ColumnPlacement } from './column-order.ts';
import { firstWidth, NARROWEST, WIDEST } from './column-width.ts';
import { foldedAway, layColumns, type ColumnLayout, type Placed } from './layout.ts';

const features = tableFeatures({ columnPinningFeature, columnSizingFeature, columnVisibilityFeature });

type NoRow = Record<string, never>;

/** Cells come from a RowSource by position, so the table never sees a row. */
const NO_ROWS: NoRow[] = [];

type Widths = Readonly<Record<string, number>>;

const NO_WIDTHS: Widths = {};

interface Options {
  readonly columns: readonly Column[];
  readonly pinned: readonly string[];
  readonly widths: Widths | undefined;
  readonly columnState: ColumnState | undefined;
  readonly onColumnState: ((columnState: ColumnState) => void) | undefined;
  readonly language: Language;
  /** Of the density: widths nobody set grow with the text. */
  readonly widthScale: number;
}

export interface Laid {
  readonly layout: ColumnLayout;
  /** All shown columns, folded ones included. */
  readonly places: ColumnPlacement;
  /** Widths in pixels, at once on screen; kept in the columnState unless `passing`, as while an edge is dragged. */
  readonly setWidths: (widths: Widths, passing?: boolean) => void;
}

const between = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** A column's name, width, and how many it stands for. */
type Sized = readonly [name: string, width: number];

export function useLayout(options: Options): Laid {
  const {
    columns,
    pinned,
    columnState = DEFAULT_COLUMN_STATE,
    onColumnState,
    language,
    widthScale,
  } = options;
  const screenWidths = options.widths ?? NO_WIDTHS;
  /** While an edge is dragged, and for as long as the grid lives where nobody keeps an columnState. */
  const [own, setOwn] = useState<Widths>(NO_WIDTHS);
  const byName = useMemo(() => new Map(columns.map((column) => [column.name, column])), [columns]);
  const places = useMemo(() => placesOf(columns, columnState, pinned), [columns, columnState, pinned]);
  const folds = useMemo(() => {
    const center = places.center.flatMap((name) => byName.get(name) ?? []);
    return foldedAway(center, new Set(columnState.foldedGroups));
  }, [places, byName, columnState.foldedGroups]);

  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.name,
        size: Math.round(firstWidth(column, language) * widthScale),
        minSize: NARROWEST,
        maxSize: WIDEST,
      })),
    [columns, language, widthScale],
  );
  const table = useTable<typeof features, NoRow>({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: {
      columnSizing: { ...screenWidths, ...columnState.widths, ...own },
      columnPinning: { start: [...places.start], end: [...places.end] },
      columnVisibility: Object.fromEntries([...folds.hidden].map((name) => [name, false])),
    },
  });

  // The table is one and the same object for ever: what it answers is compared by value, so that a layout that
  // did not change stays the same object and no row is drawn again for it.
  const sized = (each: { id: string; getSize: () => number }): Sized => [each.id, each.getSize()];
  const placed = JSON.stringify([
    table.getStartVisibleLeafColumns().map(sized),
    table.getCenterVisibleLeafColumns().map(sized),
    table.getEndVisibleLeafColumns().map(sized),
  ]);
  const layout = useMemo(() => {
    const place = (sizes: Sized[]): Placed[] =>
      sizes.flatMap(([name, width]) => {
        const column = byName.get(name);
        return column === undefined ? [] : [{ column, width, folded: folds.behind.get(name) ?? 0 }];
      });
    const [start, center, end] = JSON.parse(placed) as [Sized[], Sized[], Sized[]];
    return layColumns(place(start), place(center), place(end));
  }, [byName, placed, folds]);

  const setWidths = useCallback(
    (widths: Widths, passing = false): void => {
      const next = Object.fromEntries(Object.entries(widths).map(([name, width]) => [name, between(width)]));
      if (passing || onColumnState === undefined) return setOwn((before) => ({ ...before, ...next }));
      setOwn(NO_WIDTHS);
      onColumnState(withWidths(columnState, next));
    },
    [columnState, onColumnState],
  );
  return { layout, places, setWidths };
}
