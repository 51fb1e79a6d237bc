// The state of a table on screen: columns, order, filters, quick search; and its conversion to a view and back. Pure.

import type { z } from 'zod';
import type { QuickSearch, RowQuery } from '#shared/bridge/row-query.ts';
import { filterOfSource, type filterSchema, type Sort, type ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { FILTER_NAMES } from '#shared/catalogue/table.ts';
import type { BuiltInView } from '#shared/saved-views/built-in/built-in-view.ts';
import { sameContent, type KeptFilter, type ViewContent } from '#shared/saved-views/view.ts';
import { DEFAULT_COLUMN_STATE, shownColumns, type ColumnState } from '../../grid/columns/column-state.ts';

export type TableFilter = z.infer<typeof filterSchema>;

/** What a step of the navigation trail stores beside its query, so that Back restores it. */
export interface RowsWanted {
  readonly sort: Sort;
  readonly filters: KeptFilter[];
  readonly quick: string;
}

/** The name under which a step stores its order, filters and search. */
export const ROWS_MEMORY = 'rows';

/** The name of its grid, under which a step stores the place in the rows. */
export const GRID_MEMORY = 'table';

/** The name under which a step stores what the table's own view began with, for its address. */
export const LAID_MEMORY = 'laid';

/** Whether the memory of a step has a filter or a search that has an effect. */
export function hasFilters(memory: Readonly<Record<string, unknown>>): boolean {
  const rows = memory[ROWS_MEMORY] as Partial<RowsWanted> | undefined;
  return (
    (rows?.quick ?? '').trim() !== '' ||
    rows?.filters?.some(({ on, text }) => on && text.trim() !== '') === true
  );
}

export const ALL_ROWS: RowsWanted = { sort: [], filters: [], quick: '' };

export interface TableState extends RowsWanted {
  readonly columnState: ColumnState;
}

export const tableStateOf = ({ columns, sort, filters, quick }: ViewContent): TableState => ({
  columnState: columns,
  sort,
  filters,
  quick,
});

export const contentOf = (
  { columnState, sort, filters, quick }: TableState,
  query?: TableFilter,
): ViewContent => ({
  columns: columnState,
  sort,
  filters,
  quick,
  ...(query === undefined ? {} : { query }),
});

/** The content of a built-in view. */
export const builtInContent = ({ columns, sort = [], filters = {} }: BuiltInView): ViewContent => ({
  columns: { ...DEFAULT_COLUMN_STATE, ...(columns === undefined ? {} : { shown: [...columns] }) },
  sort: [...sort],
  filters: Object.entries(filters).map(([column, text]) => ({ column, text, on: true })),
  quick: '',
});

/** Whether the state differs from the view; the query counts only for a view that stores one. */
export function isChanged(
  view: ViewContent,
  tableState: TableState,
  query: TableFilter | undefined,
  all: readonly Column[],
): boolean {
  const now = contentOf(tableState, view.query === undefined ? undefined : query);
  return !sameContent(spelledOut(view, all), spelledOut(now, all));
}

/** With the shown columns by name, so that the catalogue's first view equals the same columns chosen by hand. */
const spelledOut = (content: ViewContent, all: readonly Column[]): ViewContent => ({
  ...content,
  columns: { ...content.columns, shown: shownColumns(all, content.columns).map(({ name }) => name) },
});

/** Unsaved column states by view, of views that were left for another; the latest last. */
export type LeftColumns = Readonly<Record<string, ColumnState>>;

/** How many of them are stored, because a setting has a limit. */
const MOST_LEFT = 12;

/** With a view's unsaved columns, or without any. */
export function withLeft(
  left: LeftColumns,
  viewId: string,
  columnState: ColumnState | undefined,
): LeftColumns {
  const others = Object.entries(left).filter(([id]) => id !== viewId);
  const latest = columnState === undefined ? [] : [[viewId, columnState] as const];
  return Object.fromEntries([...others, ...latest].slice(-MOST_LEFT));
}

/** The query for the main process: the filters that are on, and the quick search in the columns `searched`. */
export function rowQueryOf({ sort, filters, quick }: RowsWanted, searched: readonly string[]): RowQuery {
  const quickly = quickSearch(quick, searched);
  return {
    sort,
    filters: filters.filter(({ on }) => on).map(({ column, text }) => ({ column, text })),
    ...(quickly === undefined ? {} : { quick: quickly }),
  };
}

const quickSearch = (text: string, searched: readonly string[]): QuickSearch | undefined =>
  text.trim() === '' ? undefined : { text: text.trim(), columns: [...searched] };

export const sameQuery = (a: TableFilter, b: TableFilter): boolean =>
  FILTER_NAMES.every((name) => (a[name] ?? '') === (b[name] ?? ''));

/** The query of a table's source. */
export const queryOf = (source: ResultSource): TableFilter => filterOfSource(source);
