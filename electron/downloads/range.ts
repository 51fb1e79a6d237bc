// Plans, fetches and reports on one table over a date range, as a job does for each of its tables.

import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit, unitsOf, type StoredUnit } from '../archive/coverage.ts';
import type { FetchFigures } from './fetch/fetched.ts';
import { runPlan, type RanPlan } from './fetch/run-plan.ts';
import { dayState, isGap } from './plan/day-state.ts';
import { hasEndedSince, isFresh } from './plan/freshness.ts';
import { knownDays, type KnownDays } from './plan/idle-days.ts';
import { planDays } from './plan/planner.ts';
import { groupsOf, type PlannedWindows } from './plan/query-plan.ts';
import { partsOf, type ReferenceDays } from './plan/reference-tables.ts';
import { reachOf, type DateRange } from './plan/reach.ts';
import { readSize, sizeNote } from './plan/window-size.ts';
import { cut, isByDay, type ToRequest } from './plan/windows.ts';
import type { ArchiveContext, QueryContext } from './query-context.ts';
import {
  coverageReport,
  notFetched,
  staleUnits,
  unique,
  type CoverageReport,
} from './verify/coverage-report.ts';
import { daysWithoutReference, unchecked } from './verify/cross-check.ts';
import { withoutProven } from './verify/round-numbers.ts';
import { daysShort, shortfalls, withoutLeft } from './verify/shortfalls.ts';

/**
 * `stale`: what is not stored fresh, and race days without records. `gaps`: also what is incomplete or provisional.
 * `all`: everything.
 */
export type Want = 'stale' | 'gaps' | 'all';

export interface RangeOptions {
  readonly want?: Want;
  /**
   * Epoch milliseconds: what was fetched since then is not requested again, whatever its state, unless its day was not over
   * then and is now.
   */
  readonly since?: number;
  readonly signal?: AbortSignal;
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
  /** Progress of the reference tables, which are fetched first. */
  readonly onReferences?: (progress: FetchFigures) => void;
}

/**
 * The program and the meetings that a table over a range is checked against. For a table that is requested day by day,
 * the meetings are also the calendar, including that of the coming days.
 */
export const partsOfRange = (table: Table, range: DateRange, today: string): ReferenceDays[] =>
  partsOf([table], requestableDays(table, range, today), today, 'calendar');

/** The reference tables of several tables, without the tables themselves. */
export function partsBeside(tables: readonly TableCode[], range: DateRange, today: string): ReferenceDays[] {
  const days = new Map<TableCode, { readonly part: ReferenceDays; readonly days: Set<string> }>();
  for (const part of tables.flatMap((code) => partsOfRange(TABLES[code], range, today))) {
    if (tables.includes(part.table.code)) continue;
    const known = days.get(part.table.code) ?? { part, days: new Set() };
    for (const day of part.days) known.days.add(day);
    days.set(part.table.code, known);
  }
  return [...days.values()].map((all) => ({ ...all.part, days: [...all.days].toSorted() }));
}

/**
 * Fetches the reference tables, then the table itself. `others`: tables that the same job downloads itself. Errors:
 * CANCELLED, ARCHIVE_FAILED. Errors of the service are in the result.
 */
export function fetchRange(
  context: QueryContext,
  table: Table,
  range: DateRange,
  options: RangeOptions = {},
  others: readonly TableCode[] = [],
): Promise<RanPlan<PlannedRange>> {
  const { want, since, signal, stop, onProgress, onReferences } = options;
  const parts = partsOfRange(table, range, todayInTokyo(context.now()));
  const ownParts = parts.filter((part) => !others.includes(part.table.code));
  const again = want === 'all' ? (since ?? context.now()) : undefined;
  const own = { table, prepare: () => planRange(context, table, range, options) };
  const references = { groups: groupsOf(context, ownParts, again), order: 'in turn' } as const;
  return runPlan(context, own, references, {
    priority: 'batch',
    isStored: ({ plan }) => storedSince(context, table, plan.toRequest),
    ...(signal ? { signal } : {}),
    ...(stop ? { stop } : {}),
    ...(onProgress ? { onProgress } : {}),
    ...(onReferences ? { onReferences } : {}),
  });
}

/** What is stored of the range afterwards, and the reasons why it is incomplete. Errors: ARCHIVE_FAILED. */
export async function reportOfRange(
  context: ArchiveContext,
  table: Table,
  { from, to }: DateRange,
  { prepared, fetched }: RanPlan<PlannedRange>,
): Promise<CoverageReport> {
  const { archive } = context;
  const today = todayInTokyo(context.now());
  const units = prepared.days.filter((day) => !prepared.known.idle.has(day)).map(dayUnit);
  const storedWindows = cut(prepared.plan.storedDays, prepared.size.days).length;
  const stored = await withoutProven(context, table, await archive.coverage(table.code, units));
  const report = coverageReport(units, stored, fetched, storedWindows);
  const filter = { start_racedate: from, end_racedate: to };
  const short = await shortfalls(archive, table, filter, today, report.missing);
  const without = new Set(report.missing);
  const days = new Set(units);
  // The run may have gone on past the end of a day.
  const ended = report.stored.filter((own) => days.has(own.unit) && hasEndedSince(own, today));
  const stale = new Set([...staleUnits(fetched, units, report.missing), ...ended.map(({ unit }) => unit)]);
  const absent = await daysWithoutReference(context, partsOf([table], prepared.days, today));
  const uncheckedDays = unchecked(prepared.days.filter((day) => absent.has(day) && !without.has(day)));
  return {
    ...report,
    reasons: unique([...report.reasons, ...notFetched(stale, fetched), ...short, ...uncheckedDays]),
  };
}

/** Whether a window was stored since the download began: the user may have opened its days meanwhile. */
function storedSince({ archive, now }: ArchiveContext, table: Table, toRequest: ToRequest) {
  const began = now();
  const requested = new Set(toRequest.kind === 'days' ? toRequest.days.map(dayUnit) : []);
  return async (filter: Filter): Promise<boolean> => {
    const units = unitsOf(filter).filter((unit) => requested.has(unit));
    const stored = await archive.coverage(table.code, units);
    const at = now();
    const today = todayInTokyo(at);
    const isNew = (own: StoredUnit) =>
      own.fetchedAt >= began && own.fetchedAt <= at && !hasEndedSince(own, today);
    return units.every((unit) => {
      const own = stored.get(unit);
      return own !== undefined && isNew(own);
    });
  };
}

export interface PlannedRange extends PlannedWindows {
  /** All days of which the table may have records. */
  readonly days: readonly string[];
  readonly known: KnownDays;
}

/** What would be requested of the range now. Sends no request. Errors: ARCHIVE_FAILED. */
export async function planRange(
  context: ArchiveContext,
  table: Table,
  range: DateRange,
  { want = 'stale', since }: Pick<RangeOptions, 'want' | 'since'> = {},
): Promise<PlannedRange> {
  const { archive, now } = context;
  const at = now();
  const today = todayInTokyo(at);
  const days = requestableDays(table, range, today);
  const size = readSize(table, await archive.note(sizeNote(table)), at);
  const stored = await withoutProven(context, table, await archive.coverage(table.code, days.map(dayUnit)));
  const found = await knownDays(archive, days, at, table.code);
  const known = want === 'all' && !isByDay(table) ? { ...found, idle: NO_DAYS } : found;
  const short = want === 'gaps' ? await daysShort(archive, table, range, today) : NO_DAYS;
  const raced = await withoutLeft(archive, known.raced, stored);
  const isDone = (own: StoredUnit) =>
    since !== undefined && own.fetchedAt >= since && own.fetchedAt <= at && !hasEndedSince(own, today);
  const isWanted = (own: StoredUnit | undefined, day: string) => {
    if (own === undefined) return true;
    if (isDone(own)) return false;
    if (want === 'all' || !isFresh(table, own, { now: at, today })) return true;
    if (own.records === 0 && raced.has(day)) return true;
    const facts = {
      table,
      day,
      stored: own,
      raced: raced.has(day),
      idle: false,
      short: short.has(day),
      // What it is checked against is requested by itself, and the day need not be requested again for that.
      unchecked: false,
    };
    return want === 'gaps' && isGap(dayState({ ...facts, ahead: false, now: at, today }));
  };
  return { plan: planDays({ days, stored, idle: known.idle, isWanted }), days, known, size };
}

const NO_DAYS: ReadonlySet<string> = new Set();

/** Days of which the table may have records: those before today, or up to the cards of the coming days. */
export function requestableDays(table: Table, range: DateRange, today: string): string[] {
  const reach = reachOf(range, today);
  if (reach === undefined) return [];
  const yesterday = addDays(today, -1);
  return [...racedatesBetween(reach.from, isByDay(table) || reach.to < today ? reach.to : yesterday)];
}
