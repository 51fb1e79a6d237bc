// One table over a period of days: planned, fetched and accounted for. What a job does for each of its tables.

import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit, unitsOf, type StoredUnit } from '../archive/coverage.ts';
import { daysShort, shortDaysOf, shortfalls } from './verify/shortfalls.ts';
import {
  coverageReport,
  notFetched,
  staleUnits,
  unique,
  type CoverageReport,
} from './verify/coverage-report.ts';
import { dayState, isGap } from './plan/day-state.ts';
import { fetchWindows } from './fetch/fetch.ts';
import type { Fetched, FetchFigures } from './fetch/fetched.ts';
import { isFresh } from './plan/freshness.ts';
import type { GatherContext } from './gather.ts';
import { knownDays, type KnownDays } from './plan/idle-days.ts';
import { planDays, type FetchPlan } from './plan/planner.ts';
import { readSize, sizeNote, type WindowSize } from './plan/window-size.ts';
import { fetchReferenceTables, unchecked, daysWithoutReference } from './verify/cross-check.ts';
import { cut, isByDay, Windows, type ToAsk } from './plan/windows.ts';
import { partsOf, type ReferenceDays } from './verify/reference-tables.ts';

/** Cards are drawn up days ahead, not weeks: later days are not asked for. */
export const DAYS_AHEAD = 14;

export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** `stale`: what is not held fresh. `gaps`: also what is held but not final or not whole. `all`: everything anew. */
export type Want = 'stale' | 'gaps' | 'all';

export interface PeriodOptions {
  readonly want?: Want;
  /** Epoch milliseconds: what was fetched from then on is wanted no more, whatever is wrong with it. */
  readonly since?: number;
  readonly signal?: AbortSignal;
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
  /** Of what the records are held against, which is fetched first. */
  readonly onReferences?: (progress: FetchFigures) => void;
}

/** Of several tables, without those that are among them. */
export function partsBeside(tables: readonly TableCode[], period: DateRange, today: string): ReferenceDays[] {
  const days = new Map<TableCode, { readonly part: ReferenceDays; readonly days: Set<string> }>();
  for (const part of tables.flatMap((code) => partsOfPeriod(TABLES[code], period, today))) {
    if (tables.includes(part.table.code)) continue;
    const known = days.get(part.table.code) ?? { part, days: new Set() };
    for (const day of part.days) known.days.add(day);
    days.set(part.table.code, known);
  }
  return [...days.values()].map((all) => ({ ...all.part, days: [...all.days].toSorted() }));
}

/** What was asked for and what came of it. */
export interface PeriodFetched {
  readonly planned: PlannedPeriod;
  readonly fetched: Fetched;
  /** Of what the records are held against. What ended it was not the end of this. */
  readonly references: readonly Fetched[];
}

/**
 * The program and the meetings that a table over a period is held against. Of a table that is asked for day by day
 * the meetings are the calendar as well: those of the coming days too.
 */
export const partsOfPeriod = (table: Table, period: DateRange, today: string): ReferenceDays[] =>
  partsOf([table], askableDays(table, period, today), today, 'calendar');

/**
 * What is held against first, then the table. `others`: tables that are downloaded beside it by themselves.
 * Errors: CANCELLED, ARCHIVE_FAILED. Those of the service are in what is returned.
 */
export async function fetchPeriod(
  context: GatherContext,
  table: Table,
  period: DateRange,
  options: PeriodOptions = {},
  others: readonly TableCode[] = [],
): Promise<PeriodFetched> {
  const { want, since, signal, stop, onReferences } = options;
  const { now } = context;
  const parts = partsOfPeriod(table, period, todayInTokyo(now()));
  const called = parts.filter((part) => !others.includes(part.table.code));
  // In turn: what the meetings say of days without racing spares the rest requests.
  const references = await fetchReferenceTables(
    context,
    called,
    {
      priority: 'batch',
      ...(want === 'all' ? { since: since ?? now() } : {}),
      ...(signal ? { signal } : {}),
      ...(stop ? { stop } : {}),
      ...(onReferences ? { onProgress: onReferences } : {}),
    },
    true,
  );
  const planned = await planPeriod(context, table, period, options);
  const windows = new Windows(table, planned.plan.ask, planned.size);
  const isStored = storedSince(context, table, planned.plan.ask);
  const shortDays = shortDaysOf(context, table);
  const way = { windows, priority: 'batch', isStored, shortDays } as const;
  return { planned, fetched: await fetchWindows({ ...context, table, ...way, ...options }), references };
}

/** What is held of it afterwards, and what is wrong with that. Errors: ARCHIVE_FAILED. */
export async function accountOfPeriod(
  context: Pick<GatherContext, 'archive' | 'now'>,
  table: Table,
  { from, to }: DateRange,
  { planned, fetched }: PeriodFetched,
): Promise<CoverageReport> {
  const { archive } = context;
  const today = todayInTokyo(context.now());
  const units = planned.days.filter((day) => !planned.known.idle.has(day)).map(dayUnit);
  const storedWindows = cut(planned.plan.storedDays, planned.size.days).length;
  const account = coverageReport(units, await archive.coverage(table.code, units), fetched, storedWindows);
  const filter = { start_racedate: from, end_racedate: to };
  const short = await shortfalls(archive, table, filter, today, account.missing);
  const without = new Set(account.missing);
  const stale = staleUnits(fetched, units, account.missing);
  const absent = await daysWithoutReference(context, partsOf([table], planned.days, today));
  const told = unchecked(planned.days.filter((day) => absent.has(day) && !without.has(day)));
  return {
    ...account,
    reasons: unique([...account.reasons, ...notFetched(stale, fetched), ...short, ...told]),
  };
}

/** A long download and a person who looks at things meanwhile may want the same days. */
function storedSince({ archive, now }: GatherContext, table: Table, ask: ToAsk) {
  const began = now();
  const asked = new Set(ask.kind === 'days' ? ask.days.map(dayUnit) : []);
  return async (filter: Filter): Promise<boolean> => {
    const units = unitsOf(filter).filter((unit) => asked.has(unit));
    const stored = await archive.coverage(table.code, units);
    const isNew = ({ fetchedAt }: StoredUnit) => fetchedAt >= began && fetchedAt <= now();
    return units.every((unit) => {
      const own = stored.get(unit);
      return own !== undefined && isNew(own);
    });
  };
}

export interface PlannedPeriod {
  readonly plan: FetchPlan;
  /** All that the table may have records of. */
  readonly days: readonly string[];
  readonly known: KnownDays;
  readonly size: WindowSize;
}

/** What of the period would be asked for now. Asks nobody. Errors: ARCHIVE_FAILED. */
export async function planPeriod(
  { archive, now }: Pick<GatherContext, 'archive' | 'now'>,
  table: Table,
  period: DateRange,
  { want = 'stale', since }: Pick<PeriodOptions, 'want' | 'since'> = {},
): Promise<PlannedPeriod> {
  const at = now();
  const today = todayInTokyo(at);
  const days = askableDays(table, period, today);
  const size = readSize(table, await archive.note(sizeNote(table)), at);
  const stored = await archive.coverage(table.code, days.map(dayUnit));
  const found = await knownDays(archive, days, at, table.code);
  const known = want === 'all' && !isByDay(table) ? { ...found, idle: NO_DAYS } : found;
  const short = want === 'gaps' ? await daysShort(archive, table, period, today) : NO_DAYS;
  const isDone = (own: StoredUnit) => since !== undefined && own.fetchedAt >= since && own.fetchedAt <= at;
  const isWanted = (own: StoredUnit | undefined, day: string) => {
    if (own === undefined) return true;
    if (isDone(own)) return false;
    if (want === 'all' || !isFresh(table, own, { now: at, today })) return true;
    if (own.records === 0 && known.raced.has(day)) return true;
    const facts = {
      table,
      day,
      stored: own,
      raced: known.raced.has(day),
      idle: false,
      short: short.has(day),
    };
    return want === 'gaps' && isGap(dayState({ ...facts, ahead: false, now: at, today }));
  };
  return { plan: planDays({ days, stored, idle: known.idle, isWanted }), days, known, size };
}

const NO_DAYS: ReadonlySet<string> = new Set();

/** Days that the table may have records of: those before today, or with the cards of the coming days. */
export function askableDays(table: Table, { from, to }: DateRange, today: string): string[] {
  const last = addDays(today, isByDay(table) ? DAYS_AHEAD : -1);
  return from > last ? [] : [...racedatesBetween(from, to < last ? to : last)];
}
