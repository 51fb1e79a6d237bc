// Chooses the table that has one kind of record of a race day or a race. Past days are read from the past tables, which
// have more fields, other days from the present ones (specification, section 4.2). The past tables may get a day some time
// after its end, and a race key does not show which of the two has the race, so both may be read.

import type { Incompleteness, Summary } from '#shared/bridge/results.ts';
import type { RecordSource } from '#shared/bridge/source.ts';
import { filterForDay, isRecentPast, tablesForDay, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { dayOfRace } from '../archive/race-day.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { isOfTheService, runQuery, type QueryOptions, type QueryReport } from '../downloads/query.ts';
import type { TableSource } from './table-contents.ts';

/** The tables that may have a kind of record. */
export interface TableSources {
  /** To be read in this order, the likelier first, each with the filter it takes. */
  readonly tables: readonly TableSource[];
  /** Whether the first one is a past table that may have only some of the records yet. */
  readonly isFilling: boolean;
}

export async function tableSources(
  context: Pick<QueryContext, 'archive' | 'now'>,
  source: RecordSource,
): Promise<TableSources> {
  const today = todayInTokyo(context.now());
  if (source.kind === 'day') {
    const { racedate } = source;
    const tables = tablesForDay(source.record, racedate, today).map(
      (table) => ({ kind: 'table', table, filter: filterForDay(table, racedate) }) as const,
    );
    return { tables, isFilling: tables.length > 1 };
  }
  const { record, racekey } = source;
  const tables = tablesOfDay(record);
  // The day is only needed to choose between two tables. A race about which nothing is stored is more likely a coming
  // one.
  const day = tables.length === 1 ? undefined : await dayOfRace(context.archive, racekey);
  const inOrder = day !== undefined && day < today ? tables : tables.toReversed();
  return {
    tables: inOrder.map((table) => ({ kind: 'table', table, filter: { racekey } })),
    isFilling: tables.length > 1 && day !== undefined && isRecentPast(day, today),
  };
}

const UNREACHED: ReadonlySet<string> = new Set(['OFFLINE_NOT_STORED', 'UNREACHABLE']);

/** Whether the records are not stored and the service could not be reached. */
export const isUnreached = (error: unknown): error is RailbirdError =>
  error instanceof RailbirdError && UNREACHED.has(error.code);

/** Races or runners are missing, by what else is stored. */
const SHORT: ReadonlySet<Incompleteness['reason']> = new Set([
  'race_missing',
  'headcount_differs',
  'runs_missing',
]);

interface Read {
  readonly summary: Pick<Summary, 'records' | 'reasons'>;
}

const isShort = ({ summary }: Read): boolean => summary.reasons.some(({ reason }) => SHORT.has(reason));

const isFuller = (one: Read, other: Read): boolean => one.summary.records > other.summary.records;

/**
 * The first of the tables that has records, or the first of all if none has; the other ones are closed. A past table that
 * is being filled and short counts only if the next one is no fuller. Where the service does not answer for one table,
 * another may still be stored. Errors: the first of `open`.
 */
export async function firstWithRecords<Opened extends Read>(
  { tables, isFilling }: TableSources,
  open: (source: TableSource) => Promise<Opened>,
  close: (opened: Opened) => void,
): Promise<Opened> {
  const rest = new Set<Opened>();
  let short: Opened | undefined;
  let failure: RailbirdError | undefined;
  const chosen = (opened: Opened): Opened => {
    rest.delete(opened);
    return opened;
  };
  try {
    for (const source of tables) {
      try {
        const opened = await open(source);
        rest.add(opened);
        if (short !== undefined) return chosen(isFuller(opened, short) ? opened : short);
        if (isFilling && source === tables[0] && isShort(opened)) short = opened;
        else if (opened.summary.records > 0) return chosen(opened);
      } catch (error) {
        if (!isOfTheService(error)) throw error;
        if (short !== undefined && short.summary.records > 0) return chosen(short);
        failure ??= error;
      }
    }
    // An empty result beside a failed one proves nothing: the table that failed may have the records.
    if (failure !== undefined) throw failure;
    const [first] = rest;
    if (first === undefined) throw new Error('at least one table is read');
    return chosen(first);
  } finally {
    for (const each of rest) close(each);
  }
}

/**
 * Queries the tables in order until one has a record, and returns the report of each that was queried: a race key does not
 * show which of a pair has the race. Errors: as `runQuery`.
 */
export async function queryUntilFound(
  context: QueryContext,
  tables: readonly TableCode[],
  filter: Filter,
  options: QueryOptions,
): Promise<readonly QueryReport[]> {
  const reports: QueryReport[] = [];
  for (const table of tables) {
    const report = await runQuery(context, table, filter, options);
    reports.push(report);
    if (report.stored.some(({ records }) => records > 0)) break;
  }
  return reports;
}
