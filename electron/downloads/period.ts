// One table over a period of days: planned, fetched and accounted for. What a job does for each of its tables, and
// what the command line does in the foreground.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit, nameOf, unitsOf, type Held } from '../archive/coverage.ts';
import { daysShort, shortDaysOf, shortfalls } from '../results/completeness.ts';
import { accountOf, unique, wheres, type Gathered } from './account.ts';
import { dayState, isGap } from './day-state.ts';
import { fetchWindows, type Fetched, type FetchFigures } from './fetch.ts';
import { EMPTY_DAYS, isFresh } from './freshness.ts';
import type { GatherContext } from './gather.ts';
import { knownDays, type KnownDays } from './idle-days.ts';
import { planDays, type Plan } from './planner.ts';
import { readSize, sizeNote, type WindowSize } from './window-size.ts';
import { cut, Windows, type ToAsk } from './windows.ts';

/** Cards are drawn up days ahead, not weeks: later days are not asked for. */
export const DAYS_AHEAD = 14;

export interface Period {
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
}

export interface Downloaded extends Gathered {
  readonly fetched: Fetched;
}

/** Errors: CANCELLED, ARCHIVE_FAILED. Those of the service are in `fetched`. */
export async function downloadPeriod(
  context: GatherContext,
  table: Table,
  period: Period,
  options: PeriodOptions = {},
): Promise<Downloaded> {
  const { onProgress: _, ...quietly } = options;
  if (isByDay(table)) await fetchCalendar(context, period, quietly);
  const planned = await planPeriod(context, table, period, options);
  const { archive, now } = context;
  const windows = new Windows(table, planned.plan.ask, planned.size);
  const isHeld = heldSince(context, table, planned.plan.ask);
  const shortDays = shortDaysOf(context, table);
  const way = { windows, priority: 'batch', isHeld, shortDays } as const;
  const fetched = await fetchWindows({ ...context, table, ...way, ...options });
  const units = planned.days.filter((day) => !planned.known.idle.has(day)).map(dayUnit);
  const heldWindows = cut(planned.plan.heldDays, planned.size.days).length;
  const account = accountOf(units, await archive.coverage(table.code, units), fetched, heldWindows);
  const short = await shortfallsOf(context, table, period, todayInTokyo(now()), account.missing);
  // What is held stands in for what could not be fetched anew, and is not what was wanted.
  const stale = fetched.failed
    .flatMap(({ filter }) => unitsOf(filter))
    .filter((unit) => units.includes(unit) && !account.missing.includes(nameOf(unit)));
  const notFetched = wheres(stale).map((where) => ({ reason: 'not_fetched', where }) as const);
  return { ...account, reasons: unique([...account.reasons, ...notFetched, ...short]), fetched };
}

/** A long download and a person who looks at things meanwhile may want the same days. */
function heldSince({ archive, now }: GatherContext, table: Table, ask: ToAsk) {
  const began = now();
  const asked = new Set(ask.kind === 'days' ? ask.days.map(dayUnit) : []);
  return async (filter: Filter): Promise<boolean> => {
    const units = unitsOf(filter).filter((unit) => asked.has(unit));
    const held = await archive.coverage(table.code, units);
    const isNew = ({ fetchedAt }: Held) => fetchedAt >= began && fetchedAt <= now();
    return units.every((unit) => {
      const own = held.get(unit);
      return own !== undefined && isNew(own);
    });
  };
}

const shortfallsOf = (
  { archive }: GatherContext,
  table: Table,
  { from, to }: Period,
  today: string,
  missing: readonly string[],
): Promise<readonly Incompleteness[]> =>
  shortfalls(archive, table, { start_racedate: from, end_racedate: to }, today, missing);

export interface PlannedPeriod {
  readonly plan: Plan;
  /** All that the table may have records of. */
  readonly days: readonly string[];
  readonly known: KnownDays;
  readonly size: WindowSize;
}

/** What of the period would be asked for now. Asks nobody. Errors: ARCHIVE_FAILED. */
export async function planPeriod(
  { archive, now }: Pick<GatherContext, 'archive' | 'now'>,
  table: Table,
  period: Period,
  { want = 'stale', since }: Pick<PeriodOptions, 'want' | 'since'> = {},
): Promise<PlannedPeriod> {
  const at = now();
  const today = todayInTokyo(at);
  const days = askableDays(table, period, today);
  const size = readSize(table, await archive.note(sizeNote(table)), at);
  const held = await archive.coverage(table.code, days.map(dayUnit));
  const found = await knownDays(archive, days, at, table.code);
  const known = want === 'all' && !isByDay(table) ? { ...found, idle: NO_DAYS } : found;
  const short = want === 'gaps' ? await daysShort(archive, table, period, today) : NO_DAYS;
  const isDone = (own: Held) => since !== undefined && own.fetchedAt >= since && own.fetchedAt <= at;
  const isWanted = (own: Held | undefined, day: string) => {
    if (own === undefined) return true;
    if (isDone(own)) return false;
    if (want === 'all' || !isFresh(table, own, { now: at, today })) return true;
    if (own.records === 0 && known.raced.has(day)) return true;
    const facts = { table, day, held: own, raced: known.raced.has(day), idle: false, short: short.has(day) };
    return want === 'gaps' && isGap(dayState({ ...facts, ahead: false, now: at, today }));
  };
  return { plan: planDays({ days, held, idle: known.idle, isWanted }), days, known, size };
}

const NO_DAYS: ReadonlySet<string> = new Set();

/** Days that the table may have records of: those before today, or with the cards of the coming days. */
export function askableDays(table: Table, { from, to }: Period, today: string): string[] {
  const last = addDays(today, isByDay(table) ? DAYS_AHEAD : -1);
  return from > last ? [] : [...racedatesBetween(from, to < last ? to : last)];
}

/** Asked for a day at a time. */
export const isByDay = (table: Table): boolean => !table.filters.includes('start_racedate');

/**
 * Which days raced, for tables that are asked for day by day: the past from d_ka in a few requests, and from t_ka
 * what d_ka cannot know yet. What cannot be had of it is not missed: those days are asked for.
 */
async function fetchCalendar(context: GatherContext, period: Period, options: PeriodOptions): Promise<void> {
  const today = todayInTokyo(context.now());
  const recently = addDays(today, -EMPTY_DAYS);
  const { from, to } = period;
  const parts = { d_ka: period, t_ka: { from: from > recently ? from : recently, to } };
  for (const code of ['d_ka', 't_ka'] as const) {
    const table = TABLES[code];
    const days = askableDays(table, parts[code], today);
    const { raced, idle } = await knownDays(context.archive, days, context.now());
    // Who wants all anew wants no old word on what to leave out.
    const isAnew = options.want === 'all';
    const open = days.filter((day) => !raced.has(day) && (isAnew || !idle.has(day)));
    const held = await context.archive.coverage(code, open.map(dayUnit));
    const at = { now: context.now(), today };
    const since = isAnew ? (options.since ?? at.now) : 0;
    const isWanted = (own: Held | undefined) =>
      own === undefined || own.fetchedAt < since || !isFresh(table, own, at);
    const { ask } = planDays({ days: open, held, idle: NO_DAYS, isWanted });
    const size = readSize(table, await context.archive.note(sizeNote(table)), context.now());
    const windows = new Windows(table, ask, size);
    await fetchWindows({ ...context, table, windows, priority: 'batch', ...options });
  }
}
