// The list of filters, at most one a column: set, switched, removed. Pure.

import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { KeptFilter } from '#shared/saved-views/view.ts';
import { narrowedBy } from './condition-edit.ts';

export type Filters = readonly KeptFilter[];

/** Blank text removes the filter; other text keeps its place in the list and switches it on. */
export function withFilter(filters: Filters, column: string, text: string): KeptFilter[] {
  if (text.trim() === '') return withoutFilter(filters, column);
  const next: KeptFilter = { column, text, on: true };
  return filters.some((each) => each.column === column)
    ? filters.map((each) => (each.column === column ? next : each))
    : [...filters, next];
}

/** Sets several filters at once, such as those that select a group's rows. */
export const withFilters = (filters: Filters, added: readonly ColumnFilter[]): KeptFilter[] =>
  added.reduce<KeptFilter[]>((before, { column, text }) => withFilter(before, column, text), [...filters]);

/** As `withFilters`, for filters of rows that pass: they hold besides those that are on for the same columns. */
export const narrowed = (
  filters: Filters,
  added: readonly ColumnFilter[],
  columns: readonly Column[],
): KeptFilter[] =>
  withFilters(
    filters,
    added.map(({ column: name, text }) => {
      const column = columns.find((each) => each.name === name);
      const before = filterOf(filters, name);
      if (column === undefined || before?.on !== true) return { column: name, text };
      return { column: name, text: narrowedBy(before.text, text, column) };
    }),
  );

export const withoutFilter = (filters: Filters, column: string): KeptFilter[] =>
  filters.filter((each) => each.column !== column);

export const switched = (filters: Filters, column: string): KeptFilter[] =>
  filters.map((each) => (each.column === column ? { ...each, on: !each.on } : each));

export const filterOf = (filters: Filters, column: string): KeptFilter | undefined =>
  filters.find((each) => each.column === column);
