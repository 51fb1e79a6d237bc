// The filters as they stand: one a column, set, switched, removed. Pure; lists in, lists out.

import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { KeptFilter } from '#shared/saved-views/view.ts';

export type Filters = readonly KeptFilter[];

/** Blank text removes the filter; another text leaves it in its place and switches it on. */
export function withFilter(filters: Filters, column: string, text: string): KeptFilter[] {
  if (text.trim() === '') return withoutFilter(filters, column);
  const next: KeptFilter = { column, text, on: true };
  return filters.some((each) => each.column === column)
    ? filters.map((each) => (each.column === column ? next : each))
    : [...filters, next];
}

/** Several at once, such as those that select a group's rows. */
export const withFilters = (filters: Filters, added: readonly ColumnFilter[]): KeptFilter[] =>
  added.reduce<KeptFilter[]>((before, { column, text }) => withFilter(before, column, text), [...filters]);

export const withoutFilter = (filters: Filters, column: string): KeptFilter[] =>
  filters.filter((each) => each.column !== column);

export const switched = (filters: Filters, column: string): KeptFilter[] =>
  filters.map((each) => (each.column === column ? { ...each, on: !each.on } : each));

export const filterOf = (filters: Filters, column: string): KeptFilter | undefined =>
  filters.find((each) => each.column === column);
