// What to ask the service for: the days, races or horses of a query that the archive does not hold fresh. Pure.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import { dayUnit, unitsOf, type Held, type Unit } from '../../archive/coverage.ts';
import { isFresh } from './freshness.ts';
import type { ToAsk } from './windows.ts';

export interface PlanInput {
  readonly table: Table;
  readonly filter: Filter;
  /** What is held of the filter's units, and of `day` if the filter is of a race. */
  readonly held: ReadonlyMap<Unit, Held>;
  /** For a filter of a race: its day, where the archive knows it. */
  readonly day?: string;
  /** Days known to be without racing. */
  readonly idle?: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Ask again even for what is held. */
  readonly refresh?: boolean;
}

export interface Plan {
  readonly ask: ToAsk;
  /** Days that need no request because they are held. */
  readonly heldDays: readonly string[];
  /** Requests that are not of days and need not be sent. */
  readonly heldRequests: number;
}

/** Every unit is held fresh, of a day without racing, or asked for once. */
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
  const isWanted = (held: Held | undefined) => input.refresh === true || !isFreshNow(input, held);
  return planDays({ days, held: input.held, idle: input.idle ?? new Set(), isWanted });
}

export interface DaysInput {
  /** In order. */
  readonly days: readonly string[];
  readonly held: ReadonlyMap<Unit, Held>;
  readonly idle: ReadonlySet<string>;
  /** Whether a day is asked for, by what is held of it. */
  readonly isWanted: (held: Held | undefined, day: string) => boolean;
}

/** Days without racing are not asked for, and neither is what nobody wants anew. */
export function planDays({ days, held, idle, isWanted }: DaysInput): Plan {
  const wanted = days.filter((day) => !idle.has(day) && isWanted(held.get(dayUnit(day)), day));
  const asked = new Set(wanted);
  // A day that was asked for already is not spanned either.
  const spanned = days.filter((day) => idle.has(day) && !held.has(dayUnit(day)));
  return {
    ask: { kind: 'days', days: wanted, idle: new Set(spanned) },
    heldDays: days.filter((day) => !asked.has(day) && !idle.has(day)),
    heldRequests: 0,
  };
}

function planSingle(input: PlanInput): Plan {
  const request = requestOf(input.filter);
  const ofDay = input.day === undefined ? [] : [dayUnit(input.day)];
  const isHeld = [...unitsOf(request), ...ofDay].some((unit) => isFreshNow(input, input.held.get(unit)));
  const isAsked = !isHeld || input.refresh === true;
  return {
    ask: { kind: 'requests', requests: isAsked ? [request] : [] },
    heldDays: [],
    heldRequests: isAsked ? 0 : 1,
  };
}

/** A race is asked for alone; dates beside it are re-applied to what is held. */
export function requestOf(filter: Filter): Filter {
  if (filter.racekey !== undefined) return { racekey: filter.racekey };
  if (filter.horse_id !== undefined) return { horse_id: filter.horse_id };
  if (filter.kettonum !== undefined) return { kettonum: filter.kettonum };
  return filter;
}

const isFreshNow = (input: Pick<PlanInput, 'table' | 'now'>, held: Held | undefined): boolean =>
  held !== undefined && isFresh(input.table, held, { now: input.now, today: todayInTokyo(input.now) });
