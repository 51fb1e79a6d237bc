// A record may be in both tables of a pair, that of the day and the past one: the row that was fetched later counts.

import type { DuckDBValue } from '@duckdb/node-api';

type Cells = readonly DuckDBValue[];

/**
 * One row for each value of the first cell; the last cell is the time of its fetch (`__fetched_at`). Ranking the rows in
 * SQL took as long again as reading them.
 */
export function latestRows(rows: readonly Cells[]): readonly Cells[] {
  const byFetch = rows.toSorted((one, other) => Number(one.at(-1)) - Number(other.at(-1)));
  return [...new Map(byFetch.map((cells) => [cells[0], cells])).values()];
}
