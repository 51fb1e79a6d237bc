// What to ask the service for: the windows of a query that the archive does not hold fresh. Pure.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { addDays, racedatesBetween, spanDays, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit, unitsOf, type Held, type Unit } from '../archive/coverage.ts';
import { isFresh } from './freshness.ts';

export interface PlanInput {
  readonly table: Table;
  readonly filter: Filter;
  /** What is held of the filter's units, and of `day` if the filter is of a race. */
  readonly held: ReadonlyMap<Unit, Held>;
  /** For a filter of a race: its day, where the archive knows it. */
  readonly day?: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Ask again even for what is held. */
  readonly refresh?: boolean;
  /** Days per request that this service is known to answer. */
  readonly windowDays?: number;
}

export interface Plan {
  /** Requests to send, oldest days first. */
  readonly ask: readonly Filter[];
  /** Windows that need no request. */
  readonly heldWindows: number;
}

/** No day is asked for twice, and every unit is either held fresh or in exactly one window. */
export function plan(input: PlanInput): Plan {
  const { filter } = input;
  if (
    filter.start_racedate === undefined ||
    filter.end_racedate === undefined ||
    filter.racekey !== undefined
  ) {
    return planSingle(input);
  }
  const days = [...racedatesBetween(filter.start_racedate, filter.end_racedate)];
  const isHeld = (day: string) => !input.refresh && fresh(input, dayUnit(day));
  const longest = longestWindow(input.table, input.windowDays);
  const windowsOf = (some: readonly string[]) =>
    runsOf(some).flatMap((run) => split(run.from, run.to, longest));
  const held = Map.groupBy(days, isHeld);
  return { ask: windowsOf(held.get(false) ?? []), heldWindows: windowsOf(held.get(true) ?? []).length };
}

/** Days per request: what the service is known to answer, and never more than it may be asked for. */
export function longestWindow(table: Table, known?: number): number {
  const most = table.maxSpanDays ?? 31;
  return Math.max(1, Math.min(known ?? table.windowDays ?? most, most));
}

/** A window in two halves; undefined for what cannot be smaller. */
export function halve(filter: Filter): readonly [Filter, Filter] | undefined {
  const { start_racedate: from, end_racedate: to } = filter;
  if (from === undefined || to === undefined || from >= to) return undefined;
  const middle = addDays(from, Math.floor((spanDays(from, to) - 1) / 2));
  return [
    { ...filter, end_racedate: middle },
    { ...filter, start_racedate: addDays(middle, 1) },
  ];
}

/** Days that a window asks for; 1 where it is not of days. */
export const spanOf = (filter: Filter): number =>
  filter.start_racedate === undefined || filter.end_racedate === undefined
    ? 1
    : spanDays(filter.start_racedate, filter.end_racedate);

function planSingle(input: PlanInput): Plan {
  const asked = requestOf(input.filter);
  const ofDay = input.day === undefined ? [] : [dayUnit(input.day)];
  const held = [...unitsOf(asked), ...ofDay].some((unit) => fresh(input, unit));
  return held && !input.refresh ? { ask: [], heldWindows: 1 } : { ask: [asked], heldWindows: 0 };
}

/** A race is asked for alone; dates beside it are re-applied to what is held. */
export function requestOf(filter: Filter): Filter {
  if (filter.racekey !== undefined) return { racekey: filter.racekey };
  if (filter.horse_id !== undefined) return { horse_id: filter.horse_id };
  if (filter.kettonum !== undefined) return { kettonum: filter.kettonum };
  return filter;
}

function fresh(input: PlanInput, unit: Unit): boolean {
  const held = input.held.get(unit);
  return held !== undefined && isFresh(input.table, held, { now: input.now, today: todayInTokyo(input.now) });
}

/** Neighbouring days as one run; the days in order. */
export function runsOf(days: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

function split(from: string, to: string, longest: number): Filter[] {
  const count = Math.ceil(spanDays(from, to) / longest);
  return Array.from({ length: count }, (_, index) => {
    const start = addDays(from, index * longest);
    const end = addDays(start, longest - 1);
    return { start_racedate: start, end_racedate: end < to ? end : to };
  });
}
