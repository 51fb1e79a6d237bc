// What a view answers, said plainly over rows of text, without codes: the tests hold the engine against it.

import type { ColumnFilter, CountedValue, QuickSearch, RowArrangement } from '#shared/bridge/arranged.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { compareValues, isBlank } from '#shared/catalogue/reading.ts';

export type PlainRow = Readonly<Record<string, string | null>>;

/** Whether a raw value passes the text of a filter. */
export type Passes = (filter: ColumnFilter, raw: string | null) => boolean;

/** Whether a raw value of a column contains a quick search's text. */
export type Contains = (column: string, raw: string | null, text: string) => boolean;

export function plainlyFiltered(
  rows: readonly PlainRow[],
  { filters, quick }: Pick<RowArrangement, 'filters' | 'quick'>,
  passes: Passes,
  contains: Contains,
): PlainRow[] {
  return rows.filter(
    (row) =>
      filters.every((filter) => passes(filter, row[filter.column] ?? null)) && found(row, quick, contains),
  );
}

const found = (row: PlainRow, quick: QuickSearch | undefined, contains: Contains): boolean =>
  quick === undefined ||
  quick.text.trim() === '' ||
  quick.columns.some((name) => contains(name, row[name] ?? null, quick.text));

/** A stable sort; blanks last in either direction. */
export function plainlySorted(rows: readonly PlainRow[], sort: Sort, columns: readonly Column[]): PlainRow[] {
  return rows.toSorted((a, b) => {
    for (const { column, direction } of sort) {
      const [left, right] = [a[column] ?? null, b[column] ?? null];
      const blanks = Number(isBlank(left)) - Number(isBlank(right));
      if (blanks !== 0) return blanks;
      const definition = columns.find((each) => each.name === column);
      if (definition === undefined || left === null || right === null || isBlank(left)) continue;
      const order = compareValues(definition)(left, right);
      if (order !== 0) return direction === 'ascending' ? order : -order;
    }
    return 0;
  });
}

/** Values with how often they occur, the most frequent first, in the order of their first row otherwise. */
export function plainlyCounted(rows: readonly PlainRow[], column: string): CountedValue[] {
  const counts = new Map<string | null, number>();
  for (const row of rows) {
    const raw = row[column] ?? null;
    counts.set(raw, (counts.get(raw) ?? 0) + 1);
  }
  return [...counts].map(([raw, count]) => ({ raw, count })).toSorted((a, b) => b.count - a.count);
}
