// The contents of a derived result: rows that the app computes itself, in memory as columns.

import type { Column } from '#shared/catalogue/column.ts';
import type { Contents, Origin } from './open-result.ts';

export type Row = Readonly<Record<string, string | null>>;

/** A column that a row does not name is null there. */
export function memoryContents(
  columns: readonly Column[],
  rows: readonly Row[],
  account: Contents['account'],
  origin: Origin,
): Contents {
  return {
    columns,
    unknown: new Set(),
    records: rows.length,
    rows: {
      size: 'small',
      records: rows.length,
      cells: (names) => names.map((name) => rows.map((row) => row[name] ?? null)),
    },
    release: () => undefined,
    account,
    origin,
  };
}

/** A cell of the archive as text. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : value === null || value === undefined ? null : String(value);
