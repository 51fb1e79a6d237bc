// The props of a grid. The grid knows neither where its rows come from nor where the user's choices are stored, and
// nothing of racing: that is handed in.

import type { ReactNode } from 'react';
import type { Statistics } from '#shared/bridge/row-query.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Route } from '../app/screens.tsx';
import type { ColumnState } from './columns/column-state.ts';
import type { CellRange, RowSource, StatusColumn } from './data/row-source.ts';

/** An entry that a screen adds to the menu of each column. */
export interface ColumnEntry {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

/** Display of columns and cells beyond the kinds of the catalogue; the functions are stable. */
export interface ReadingAids {
  /** Columns whose numbers are drawn as a line beside the column's own value, oldest first. */
  readonly trendOf?: (column: Column) => readonly string[] | undefined;
  /** Whether a blank cell gets its value later; its columns may be of the source's own. */
  readonly isToCome?: (source: RowSource, row: number, column: Column, raw: string | null) => boolean;
}

export interface GridProps {
  /** What the grid shows, for screen readers. */
  readonly label: string;
  readonly source: RowSource;
  /**
   * The shown columns, in this order without a column state. Hidden ones may be omitted, and are if there are hundreds,
   * because the usual width of a column is computed from all labels of its codes: up to half a millisecond each.
   */
  readonly columns: readonly Column[];
  /** Names of columns that are pinned at the left by default. */
  readonly pinned?: readonly string[] | undefined;
  readonly columnState?: ColumnState | undefined;
  /** Without it columns cannot be moved, pinned, hidden or folded, and a width lasts as long as the grid. */
  readonly onColumnState?: (columnState: ColumnState) => void;
  /** The content under each head, such as a filter; a stable function. Without it there is no such row. */
  readonly filterCell?: (column: Column) => ReactNode;
  /** Further entries of a column's menu. */
  readonly columnEntries?: (column: Column) => readonly ColumnEntry[];
  /** Entries of a cell's menu before those for copying. */
  readonly cellEntries?: (column: Column, row: number) => readonly ColumnEntry[];
  /** Figures of a selection that is too large to be loaded; without it such a selection has none. */
  readonly statisticsOf?: (range: CellRange) => Promise<Statistics>;
  readonly sort?: Sort;
  /** Without it heads do not sort. */
  readonly onSort?: (sort: Sort) => void;
  /** Whether the first choice of a head sorts the column's largest values to the top. */
  readonly sortsDescendingFirst?: (column: Column) => boolean;
  /** Enter and double click. */
  readonly onOpen?: (row: number) => void;
  /** Reports whether more than one cell is selected. */
  readonly onRange?: (isSelected: boolean) => void;
  /** The focus moved to another row. */
  readonly onCurrentRow?: (row: number) => void;
  /** Where a cell leads, such as a page of its own. */
  readonly cellLink?: (column: Column, row: number) => Route | undefined;
  /** What a cell opens on the screen itself, such as a panel; such a cell leads nowhere else. */
  readonly cellAction?: (column: Column, row: number) => (() => void) | undefined;
  /** Tells where the figure of a cell comes from, or copies its citation; a stable function. */
  readonly onFigure?: (action: 'about' | 'cite', column: Column, row: number) => void;
  /** A screen's own drawing of a cell; undefined leaves it to the grid. */
  readonly drawCell?: (column: Column, row: number, raw: string) => ReactNode;
  readonly aids?: ReadingAids;
  /** 1 to 3 if a cell is among the best three of its column: it is tinted and numbered. */
  readonly rankOf?: ((column: string, row: number) => number | undefined) | undefined;
  /** The name under which this step of the trail stores scroll and focused cell, so that Back restores them. */
  readonly memoryName?: string;
  /** `false` draws every row and column: for a few rows. */
  readonly virtual?: boolean;
  /** Columns that strike a row through. */
  readonly statusColumns?: readonly StatusColumn[];
  /** Columns that the catalogue does not know: marked as new. */
  readonly freshColumns?: ReadonlySet<string>;
  /** Pixels by column, where the screen does not want the usual ones. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Where the columns come from, for their help: "d_ky, Entries". */
  readonly sourceTable?: string;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /** A row chosen outside the grid: it is revealed and becomes the current one. */
  readonly currentRow?: number | undefined;
}
