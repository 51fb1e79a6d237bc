// Chooses the table that has one kind of record of a race day or a race. Past days are read from the past tables, which
// have more fields, other days from the present ones (specification, section 4.2). The past tables may get a day some time
// after its end, and a race key does not show which of the two has the race, so both may be read.

import type { RecordSource } from '#shared/bridge/source.ts';
import { filterForDay, tablesForDay, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { dayOfRace } from '../archive/race-day.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import type { TableSource } from './table-contents.ts';

/** The tables to read, the likelier first, each with the filter it takes. */
export async function tableSources(
  context: Pick<QueryContext, 'archive' | 'now'>,
  source: RecordSource,
): Promise<readonly TableSource[]> {
  const today = todayInTokyo(context.now());
  if (source.kind === 'day') {
    const { racedate } = source;
    return tablesForDay(source.record, racedate, today).map((table) => ({
      kind: 'table',
      table,
      filter: filterForDay(table, racedate),
    }));
  }
  const { record, racekey } = source;
  const tables = tablesOfDay(record);
  // The day is only needed to choose between two tables. A race about which nothing is stored is more likely a coming
  // one.
  const day = tables.length === 1 ? undefined : await dayOfRace(context.archive, racekey);
  const inOrder = day !== undefined && day < today ? tables : tables.toReversed();
  return inOrder.map((table) => ({ kind: 'table', table, filter: { racekey } }));
}

const UNREACHED: ReadonlySet<string> = new Set(['OFFLINE_NOT_STORED', 'UNREACHABLE']);

/**
 * Whether the records are not stored and the service could not be reached: another table may still have them stored.
 */
export const isUnreached = (error: unknown): error is RailbirdError =>
  error instanceof RailbirdError && UNREACHED.has(error.code);

/**
 * The first of the sources that has records, or the first of all if none has; the other ones are closed. Errors: those
 * of `open`.
 */
export async function firstWithRecords<Opened extends { readonly summary: { readonly records: number } }>(
  sources: readonly TableSource[],
  open: (source: TableSource) => Promise<Opened>,
  close: (opened: Opened) => void,
): Promise<Opened> {
  const empty: Opened[] = [];
  let failure: RailbirdError | undefined;
  try {
    for (const source of sources) {
      try {
        const opened = await open(source);
        if (opened.summary.records > 0) return opened;
        empty.push(opened);
      } catch (error) {
        if (!isUnreached(error)) throw error;
        failure ??= error;
      }
    }
    // An empty result beside a failed one proves nothing: the table that failed may have the records.
    if (failure !== undefined) throw failure;
    const first = empty.shift();
    if (first === undefined) throw new Error('at least one table is read');
    return first;
  } finally {
    for (const each of empty) close(each);
  }
}
