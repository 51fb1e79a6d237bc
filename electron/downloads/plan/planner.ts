// Which days, races or horses of a query to request: those that are not stored fresh. Pure.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { racedatesBetween, todayInTokyo } from '#shared/racing/racedate.ts';
import {
  dayUnit,
  latestOf,
  ofRace,
  unitsOf,
  type StoredUnit,
  type CoverageUnit,
} from '../../archive/coverage.ts';
import { isFresh, mayBeFilled } from './freshness.ts';
import type { ToRequest } from './windows.ts';

export interface PlanInput {
  readonly table: Table;
  readonly filter: Filter;
  /** What is stored of the filter's units, and of `day` if the filter is for a race. */
  readonly stored: ReadonlyMap<CoverageUnit, StoredUnit>;
  /** For a filter by race: its day, if the archive knows it. */
  readonly day?: string;
  /** Days known to be without racing. */
  readonly idle?: ReadonlySet<string>;
  /** Days that are short by what else is stored: what was fetched of them a while ago may have more records by now. */
  readonly short?: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Request again even what is stored. */
  readonly refresh?: boolean;
}

export interface FetchPlan {
  readonly toRequest: ToRequest;
  /** Days that need no request because they are stored. */
  readonly storedDays: readonly string[];
  /** Requests that are not for days and need not be sent. */
  readonly storedRequests: number;
}

/** Every unit is either stored fresh, without racing and without reasons, or requested once. */
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
  /** Whether to request a day, given what is stored of it. */
  readonly isWanted: (stored: StoredUnit | undefined, day: string) => boolean;
}

/**
 * Requests the wanted days, except those without racing. What an answer was found wanting for is also noted of the days
 * without racing that it spanned, and would stay for good if these were never requested again.
 */
export function planDays({ days, stored, idle, isWanted }: DaysInput): FetchPlan {
  const wanted = days.filter((day) => {
    const own = stored.get(dayUnit(day));
    return (!idle.has(day) || (own?.reasons.length ?? 0) > 0) && isWanted(own, day);
  });
  const requested = new Set(wanted);
  // An idle day that was requested before is not spanned again.
  const spanned = days.filter((day) => idle.has(day) && !stored.has(dayUnit(day)));
  return {
    toRequest: { kind: 'days', days: wanted, idle: new Set(spanned) },
    storedDays: days.filter((day) => !requested.has(day) && !idle.has(day)),
    storedRequests: 0,
  };
}

function planSingle(input: PlanInput): FetchPlan {
  const request = requestOf(input.filter);
  const ofDay = input.day === undefined ? [] : [dayUnit(input.day)];
  const stored = [...unitsOf(request), ...ofDay].flatMap((unit) => input.stored.get(unit) ?? []);
  const { racekey } = request;
  // A race may be stored both alone and with its day: the more recently fetched one counts.
  const latest = latestOf(racekey === undefined ? stored : stored.map((each) => ofRace(each, racekey)));
  const isStored = isFreshNow(input, latest);
  const isRequested = !isStored || input.refresh === true;
  return {
    toRequest: { kind: 'requests', requests: isRequested ? [request] : [] },
    storedDays: [],
    storedRequests: isRequested ? 0 : 1,
  };
}

/** A race is requested by its key alone; the filter's dates are applied to the stored records. */
export function requestOf(filter: Filter): Filter {
  if (filter.racekey !== undefined) return { racekey: filter.racekey };
  if (filter.horse_id !== undefined) return { horse_id: filter.horse_id };
  if (filter.kettonum !== undefined) return { kettonum: filter.kettonum };
  return filter;
}

const isFreshNow = (
  { table, now, short }: Pick<PlanInput, 'table' | 'now' | 'short'>,
  stored: StoredUnit | undefined,
): boolean =>
  stored !== undefined &&
  isFresh(table, stored, { now, today: todayInTokyo(now) }) &&
  !(short?.has(stored.lastDay ?? '') === true && mayBeFilled(stored, now));
