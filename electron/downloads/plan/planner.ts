// What to ask the service for: the days, races or horses of a query that the archive does not hold fresh. Pure.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit, unitsOf, type StoredUnit, type CoverageUnit } from '../../archive/coverage.ts';
import { isFresh } from './freshness.ts';
import type { ToAsk } from './windows.ts';

export interface PlanInput {
  readonly table: Table;
  readonly filter: Filter;
  /** What is held of the filter's units, and of `day` if the filter is of a race. */
  readonly stored: ReadonlyMap<CoverageUnit, StoredUnit>;
  /** For a filter of a race: its day, where the archive knows it. */
  readonly day?: string;
  /** Days known to be without racing. */
  readonly idle?: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Ask again even for what is held. */
  readonly refresh?: boolean;
}

export interface FetchPlan {
  readonly ask: ToAsk;
  /** Days that need no request because they are held. */
  readonly storedDays: readonly string[];
  /** Requests that are not of days and need not be sent. */
  readonly storedRequests: number;
}

/** Every unit is held fresh, of a day without racing, or asked for once. */
export function plan(input: PlanInput): FetchPlan {
  const { filter } = input;
  if (
    filter.start_racedate === undefined ||
    filter.end_racedate === undefined ||
    filter.racekey !== undefined
  ) {
    return planSingle(input);
  }
  const days = [...racedatesBetween(filter.start_racedate, filter.end_racedate)];
  const isWanted = (stored: StoredUnit | undefined) => input.refresh === true || !isFreshNow(input, stored);
  return planDays({ days, stored: input.stored, idle: input.idle ?? new Set(), isWanted });
}

export interface DaysInput {
  /** In order. */
  readonly days: readonly string[];
  readonly stored: ReadonlyMap<CoverageUnit, StoredUnit>;
  readonly idle: ReadonlySet<string>;
  /** Whether a day is asked for, by what is held of it. */
  readonly isWanted: (stored: StoredUnit | undefined, day: string) => boolean;
}

/** Days without racing are not asked for, and neither is what nobody wants anew. */
export function planDays({ days, stored, idle, isWanted }: DaysInput): FetchPlan {
  const wanted = days.filter((day) => !idle.has(day) && isWanted(stored.get(dayUnit(day)), day));
  const asked = new Set(wanted);
  // A day that was asked for already is not spanned either.
  const spanned = days.filter((day) => idle.has(day) && !stored.has(dayUnit(day)));
  return {
    ask: { kind: 'days', days: wanted, idle: new Set(spanned) },
    storedDays: days.filter((day) => !asked.has(day) && !idle.has(day)),
    storedRequests: 0,
  };
}

function planSingle(input: PlanInput): FetchPlan {
  const request = requestOf(input.filter);
  const ofDay = input.day === undefined ? [] : [dayUnit(input.day)];
  const isStored = [...unitsOf(request), ...ofDay].some((unit) => isFreshNow(input, input.stored.get(unit)));
  const isAsked = !isStored || input.refresh === true;
  return {
    ask: { kind: 'requests', requests: isAsked ? [request] : [] },
    storedDays: [],
    storedRequests: isAsked ? 0 : 1,
  };
}

/** A race is asked for alone; dates beside it are re-applied to what is held. */
export function requestOf(filter: Filter): Filter {
  if (filter.racekey !== undefined) return { racekey: filter.racekey };
  if (filter.horse_id !== undefined) return { horse_id: filter.horse_id };
  if (filter.kettonum !== undefined) return { kettonum: filter.kettonum };
  return filter;
}

const isFreshNow = (input: Pick<PlanInput, 'table' | 'now'>, stored: StoredUnit | undefined): boolean =>
  stored !== undefined && isFresh(input.table, stored, { now: input.now, today: todayInTokyo(input.now) });
