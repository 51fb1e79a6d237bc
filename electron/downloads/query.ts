// Fetches into the archive what a query needs and reports what could not be fetched: plan, fetch, verify, report. The
// rows are then read from the archive.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError, type ErrorCode } from '#shared/errors.ts';
import { isRacedate, todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../archive/archive.ts';
import { overlap, type Change } from '../archive/changes.ts';
import { nameOf, unitsOf, type CoverageUnit, type StoredUnit } from '../archive/coverage.ts';
import { isFinal } from '../archive/final-days.ts';
import type { Priority } from '../service-client/priority.ts';
import { sumProgress, type Fetched, type FetchFigures } from './fetch/fetched.ts';
import { fetchReferences, runPlan } from './fetch/run-plan.ts';
import {
  daysOf,
  NO_REFERENCES,
  planMeetingOf,
  planQuery,
  planReferences,
  type PlannedQuery,
} from './plan/query-plan.ts';
import { withinReach } from './plan/reach.ts';
import { partsOf, referenceTablesOf } from './plan/reference-tables.ts';
import type { ArchiveContext, QueryContext } from './query-context.ts';
import {
  coverageReport,
  notFetched,
  staleUnits,
  unique,
  type CoverageReport,
} from './verify/coverage-report.ts';
import { daysWithoutReference, unchecked } from './verify/cross-check.ts';
import { isOfMeeting, isOnProgram } from './verify/race-gaps.ts';
import { withoutProven } from './verify/round-numbers.ts';

export interface QueryOptions {
  /** Request again even what is stored. */
  readonly refresh?: boolean;
  /** Fetch the program and the meetings of the days as well, and check the answers against them. */
  readonly crossCheck?: boolean;
  readonly priority?: Priority;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
}

export interface QueryReport extends CoverageReport {
  /** What could not be checked for completeness; empty without `crossCheck`. */
  readonly unchecked: readonly Incompleteness[];
  /**
   * Past days, or the race, whose stored records are not final and could not be requested again: of a day that was
   * fetched while it was raced, only a part may be stored. The other table of a kind may have them.
   */
  readonly notFinal: readonly Incompleteness[];
  /** The error of the first window that could not be fetched, whatever is stored in its place. */
  readonly failure?: RailbirdError;
}

type OwnReport = Omit<QueryReport, 'unchecked' | 'failure'>;

/**
 * Stored records, even stale ones, stand in for what cannot be fetched. Errors: INVALID_FILTER, CANCELLED,
 * SERVICE_CHANGED, ARCHIVE_FAILED; if nothing of the query is stored, the error of the service, or OFFLINE_NOT_STORED if
 * other data is.
 */
export async function runQuery(
  context: QueryContext,
  code: TableCode,
  filter: Filter,
  options: QueryOptions = {},
): Promise<QueryReport> {
  const table = TABLES[code];
  const { refresh = false, crossCheck = false, priority = 'interactive', signal, onProgress } = options;
  const [planned, references] = await Promise.all([
    planQuery(context, table, filter, refresh),
    crossCheck ? planReferences(context, table, filter, refresh) : NO_REFERENCES,
  ]);
  const together = sumProgress(onProgress);
  const own = { table, prepare: () => Promise.resolve(planned) };
  /** The changes that the report is sure to have. */
  let asOf = context.archive.changes.count;
  const reported = (fetched: Fetched): Promise<OwnReport> => {
    asOf = context.archive.changes.count;
    return reportOf(context, table, planned, fetched, refresh);
  };
  let first: { readonly fetched: Fetched; readonly report: OwnReport } | undefined;
  const { fetched } = await runPlan(context, own, references, {
    priority,
    ...(signal ? { signal } : {}),
    onProgress: together(),
    onReferences: together(),
    isImpatient: !refresh,
    accept: async (_, answer) => {
      first = { fetched: answer, report: await reported(answer) };
    },
  });
  // The references that say whether a round number hides anything may have come since.
  const isSettled = first?.fetched === fetched && !first.report.reasons.some(isRound);
  let report = first !== undefined && isSettled ? first.report : await reported(fetched);
  for (let tries = 1; ; tries += 1) {
    const unchecked =
      !crossCheck || references.isStored === true
        ? []
        : await cannotTell(context, table, filter, report, signal);
    // Others may have written meanwhile: who reads the rows now must know what is said against these.
    if (tries === MOST_REPORTS || !isChangedSince(context.archive, asOf, { table: code, filter }))
      return { ...report, unchecked, ...failureIn(fetched) };
    if (signal?.aborted === true) throw new RailbirdError('CANCELLED');
    report = await reported(fetched);
  }
}

/** That the service has the records no longer is an answer. */
function failureIn({ failed }: Pick<Fetched, 'failed'>): Pick<QueryReport, 'failure'> {
  const failure = failed.find(({ error }) => error.code !== 'RECORDS_GONE')?.error;
  return failure === undefined ? {} : { failure };
}

/** While others write without a pause, the last report has to do. */
const MOST_REPORTS = 3;

function isChangedSince({ changes }: Pick<Archive, 'changes'>, count: number, read: Change): boolean {
  let isChanged = false;
  changes.since(count, ({ table, filter }) => {
    isChanged ||= table === read.table && overlap(filter, read.filter);
  })();
  return isChanged;
}

const isRound = ({ reason }: Incompleteness): boolean => reason === 'round_number';

/** Errors: as `refuseNothing`, ARCHIVE_FAILED. */
async function reportOf(
  context: ArchiveContext,
  table: Table,
  { units, covering, storedWindows }: PlannedQuery,
  fetched: Fetched,
  refresh: boolean,
): Promise<OwnReport> {
  const { archive, now } = context;
  const proven = await withoutProven(context, table, await archive.coverage(table.code, covering));
  const report = coverageReport(units, proven, fetched, storedWindows);
  await refuseNothing(archive, report, fetched, refresh);
  const stale = staleUnits(fetched, units, report.missing);
  if (refresh)
    return {
      ...report,
      reasons: unique([...report.reasons, ...notFetched(stale, fetched)]),
      notFinal: [],
    };
  if (stale.length === 0) return { ...report, notFinal: [] };
  const open = notFinalUnits(units, report.stored, now());
  const notFinal = stale.filter((unit) => open.has(unit));
  return { ...report, notFinal: notFetched(notFinal, fetched) };
}

/** Those of past days that are stored, but not for good. What has reasons of its own is reported by these. */
function notFinalUnits(
  units: readonly CoverageUnit[],
  stored: readonly StoredUnit[],
  at: number,
): ReadonlySet<CoverageUnit> {
  const today = todayInTokyo(at);
  const open = stored.filter((own) => {
    const day = own.lastDay;
    if (day === undefined || !isRacedate(day) || day >= today) return false;
    return own.reasons.length === 0 && !isFinal(own, day, at);
  });
  // A race may be stored with its day.
  const [only] = units.length === 1 ? units : [];
  return new Set(open.map(({ unit }) => only ?? unit));
}

/**
 * If a window failed: throws if there is nothing to show, or if a refresh brought nothing. Errors: that of the service,
 * or OFFLINE_NOT_STORED.
 */
async function refuseNothing(
  archive: Archive,
  report: CoverageReport,
  fetched: Fetched,
  refresh: boolean,
): Promise<void> {
  const error = fetched.failed[0]?.error;
  if (!error) return;
  const isNothingStored = report.stored.length === 0;
  if (!isNothingStored && !(refresh && report.windows.fetched === 0)) return;
  if (isNothingStored && error.code === 'UNREACHABLE' && !(await archive.isEmpty())) {
    throw new RailbirdError('OFFLINE_NOT_STORED', {}, { cause: error });
  }
  throw error;
}

/** Days, a race or a horse of the query that no reference table covers. */
async function cannotTell(
  context: QueryContext,
  table: Table,
  filter: Filter,
  { stored, missing }: CoverageReport,
  signal: AbortSignal | undefined,
): Promise<Incompleteness[]> {
  const { archive } = context;
  const { racekey } = filter;
  const today = todayInTokyo(context.now());
  const asked = withinReach(filter, today);
  if (asked === undefined) return [];
  const days = daysOf(asked);
  if (days.length > 0) {
    const absent = await daysWithoutReference(context, partsOf([table], days, today));
    const without = new Set(missing);
    return unchecked(days.filter((day) => absent.has(day) && !without.has(day)));
  }
  if (missing.length > 0) return [];
  const isKnown = await isCounted();
  return isKnown ? [] : unitsOf(filter).map((unit) => ({ reason: 'unchecked', where: nameOf(unit) }));

  async function isCounted(): Promise<boolean> {
    if (racekey !== undefined && table.grain !== 'meeting' && referenceTablesOf(table).includes('program'))
      return isOnProgram(archive, racekey);
    // A program, a meeting or a horse is one record: it is there or not.
    if (stored.some(({ records }) => records > 0)) return true;
    // A missing race can still be detected, by its meeting.
    if (racekey === undefined || table.grain !== 'race') return false;
    await fetchReferences(context, planMeetingOf(context, table, racekey), {
      priority: 'interactive',
      signal,
    });
    return isOfMeeting(archive, racekey);
  }
}

/** Whether an error concerns one query's answer only, so that everything else can still be shown. */
export const isOfTheService = (error: unknown): error is RailbirdError =>
  error instanceof RailbirdError && !OF_EVERY_QUERY.has(error.code);

const OF_EVERY_QUERY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'CANCELLED',
  'SERVICE_CHANGED',
  'ARCHIVE_FAILED',
  'ARCHIVE_IN_USE',
  'ARCHIVE_NEWER',
  'ARCHIVE_DAMAGED',
]);
