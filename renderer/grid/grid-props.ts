// What a screen tells a grid. The grid never sees where rows come from, nor what keeps a person's choices.

import type { ReactNode } from 'react';
import type { Statistics } from '#shared/bridge/row-query.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Route } from '../app/screens.tsx';
import type { ColumnState } from './columns/column-state.ts';
import type { CellRange, RowSource } from './data/row-source.ts';

/** Something a screen adds to the menu of each column. */
export interface ColumnEntry {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

export interface GridProps {
  /** What the grid shows, for people who do not see it. */
  readonly label: string;
  readonly source: RowSource;
  /** Those shown, in order. */
  readonly columns: readonly Column[];
  /** Names of columns that stay at the left while nobody arranged otherwise. */
  readonly pinned?: readonly string[];
  /** How a person arranged the columns: widths, both sides, folded groups. Its `shown` is `columns` already. */
  readonly columnState?: ColumnState;
  /** Without it columns cannot be moved, pinned, hidden or folded, and a width lasts as long as the grid. */
  readonly onColumnState?: (columnState: ColumnState) => void;
  /** What stands under each head, such as a filter; a stable function. Without it there is no such row. */
  readonly filterCell?: (column: Column) => ReactNode;
  /** Further entries of a column's menu. */
  readonly columnEntries?: (column: Column) => readonly ColumnEntry[];
  /** Figures of a selection that is too large to be fetched; without it such a selection has none. */
  readonly statisticsOf?: (range: CellRange) => Promise<Statistics>;
  readonly sort?: Sort;
  /** Without it heads do not sort. */
  readonly onSort?: (sort: Sort) => void;
  /** Enter and double click. */
  readonly onOpen?: (row: number) => void;
  /** Whether more than one cell is selected. */
  readonly onRange?: (isSelected: boolean) => void;
  /** The row that the focus stands on changed. */
  readonly onCurrentRow?: (row: number) => void;
  /** Where a cell leads: a horse, a race. */
  readonly cellLink?: (column: Column, row: number) => Route | undefined;
  /** A screen's own drawing of a cell; undefined leaves it to the grid. */
  readonly drawCell?: (column: Column, row: number, raw: string) => ReactNode;
  /** Under this name scroll and focused cell are kept for this step of the way, so that Back restores them. */
  readonly memoryName?: string;
  /** `false` draws every row and column: for the few rows of a race. */
  readonly virtual?: boolean;
  /** Columns whose best three values of this sheet are tinted and numbered. Only for sources with all cells in hand. */
  readonly rankedColumns?: ReadonlySet<string>;
  /** Columns that, when neither blank nor 0, say the runner took no ordinary part: the row is struck through. */
  readonly statusColumns?: readonly string[];
  /** Columns that the catalogue does not know: marked as new. */
  readonly freshColumns?: ReadonlySet<string>;
  /** Pixels by column, where the screen wants them other than usual. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Where the columns come from, for their help: "d_ky, Entries". */
  readonly sourceTable?: string;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /** A row that something beside the grid stepped to: it is shown and becomes the current one. */
  readonly currentRow?: number | undefined;
}
