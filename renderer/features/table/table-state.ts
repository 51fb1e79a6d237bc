// How a table lies before a person: columns, order, filters, quick search. What a view keeps of it and puts back. Pure.

import type { z } from 'zod';
import type { QuickSearch, RowQuery } from '#shared/bridge/row-query.ts';
import type { filterSchema, Sort, ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { FILTER_NAMES } from '#shared/catalogue/table.ts';
import type { BuiltInView } from '#shared/saved-views/built-in/built-in-view.ts';
import { sameContent, type KeptFilter, type ViewContent } from '#shared/saved-views/view.ts';
import { DEFAULT_COLUMN_STATE, shownColumns, type ColumnState } from '../../grid/columns/column-state.ts';

export type TableFilter = z.infer<typeof filterSchema>;

/** What a step of the way remembers beside its question, so that Back finds it again. */
export interface RowsWanted {
  readonly sort: Sort;
  readonly filters: KeptFilter[];
  readonly quick: string;
}

export const ALL_ROWS: RowsWanted = { sort: [], filters: [], quick: '' };

export interface TableState extends RowsWanted {
  readonly arrangement: ColumnState;
}

export const deskOf = ({ columns, sort, filters, quick }: ViewContent): TableState => ({
  arrangement: columns,
  sort,
  filters,
  quick,
});

export const contentOf = (
  { arrangement, sort, filters, quick }: TableState,
  query?: TableFilter,
): ViewContent => ({
  columns: arrangement,
  sort,
  filters,
  quick,
  ...(query === undefined ? {} : { query }),
});

/** What a view that comes with the app lays out. */
export const builtInContent = ({ columns, sort = [] }: BuiltInView): ViewContent => ({
  columns: { ...DEFAULT_COLUMN_STATE, ...(columns === undefined ? {} : { shown: [...columns] }) },
  sort: [...sort],
  filters: [],
  quick: '',
});

/** Whether the tableState is another than the view; the question counts only for a view that keeps one. */
export function isChanged(
  view: ViewContent,
  tableState: TableState,
  query: TableFilter | undefined,
  all: readonly Column[],
): boolean {
  const now = contentOf(tableState, view.query === undefined ? undefined : query);
  return !sameContent(spelledOut(view, all), spelledOut(now, all));
}

/** The columns by name, so that "as the catalogue has it" and the same columns chosen by hand are one. */
const spelledOut = (content: ViewContent, all: readonly Column[]): ViewContent => ({
  ...content,
  columns: { ...content.columns, shown: shownColumns(all, content.columns).map(({ name }) => name) },
});

/** Columns as they were left, unsaved, in views from which one went to another; by view, the latest last. */
export type LeftColumns = Readonly<Record<string, ColumnState>>;

/** Views whose columns are remembered so: what is kept of a table has a limit. */
const MOST_LEFT = 12;

/** With what was left in a view, or without it. */
export function withLeft(
  left: LeftColumns,
  viewId: string,
  arrangement: ColumnState | undefined,
): LeftColumns {
  const others = Object.entries(left).filter(([id]) => id !== viewId);
  const latest = arrangement === undefined ? [] : [[viewId, arrangement] as const];
  return Object.fromEntries([...others, ...latest].slice(-MOST_LEFT));
}

/** What the main process is asked for: filters that are switched on, and the quick search in the visible columns. */
export function rowQuery({ sort, filters, quick }: RowsWanted, visible: readonly string[]): RowQuery {
  const quickly = quickSearch(quick, visible);
  return {
    sort,
    filters: filters.filter(({ on }) => on).map(({ column, text }) => ({ column, text })),
    ...(quickly === undefined ? {} : { quick: quickly }),
  };
}

const quickSearch = (text: string, visible: readonly string[]): QuickSearch | undefined =>
  text.trim() === '' ? undefined : { text: text.trim(), columns: [...visible] };

export const sameQuery = (a: TableFilter, b: TableFilter): boolean =>
  FILTER_NAMES.every((name) => (a[name] ?? '') === (b[name] ?? ''));

/** The question of a table's source. */
export const queryOf = (source: ResultSource): TableFilter | undefined =>
  source.kind === 'table' ? source.filter : undefined;
