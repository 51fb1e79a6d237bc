// After a race is opened the rest of its day is fetched in the background, so that its neighbors open from the archive
// (docs/decisions.md, "one race").

import { RailbirdError } from '#shared/errors.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { dayOfRace } from '../archive/race-day.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { runQuery } from '../downloads/query.ts';
import type { TableSource } from './table-contents.ts';

/** Never fails, since nobody waits for it. Errors other than the service's are reported. */
export async function fetchNeighbors(
  context: QueryContext,
  source: TableSource,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  try {
    const { racekey } = source.filter;
    const day = racekey === undefined ? undefined : await dayOfRace(context.archive, racekey);
    if (day === undefined || signal.aborted) return;
    const filter: Filter = TABLES[source.table].filters.includes('racedate')
      ? { racedate: day }
      : { start_racedate: day, end_racedate: day };
    // Together with the program that a neighbor will be checked against.
    await runQuery(context, source.table, filter, {
      crossCheck: true,
      priority: 'batch',
      signal,
    });
  } catch (error) {
    if (!(error instanceof RailbirdError)) report(error);
  }
}
