// Builds a sheet as the bridge returns it from records written as objects.

import type { Sheet } from '#shared/bridge/results.ts';

export type Row = Readonly<Record<string, string | null>>;

/** Columns in the order in which the rows first name them; a missing value is null. */
export function sheetOf(rows: readonly Row[], more: Partial<Sheet> = {}): Sheet {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    resultId: 'r',
    source: { kind: 'table', table: 'd_ra', filter: {} },
    records: rows.length,
    columns: names.map((name) => ({ name, known: true })),
    cells: names.map((name) => rows.map((row) => row[name] ?? null)),
    complete: true,
    reasons: [],
    quarantined: 0,
    drift: 0,
    repeated: 0,
    provisional: 0,
    fetchedAt: 0,
    windows: { fetched: 1, stored: 0 },
    ...more,
  };
}
