// The state of one day of one table, for the calendar of stored days, and whether it is a gap. Pure.

import type { DayState } from '#shared/bridge/downloads.ts';
import type { Table } from '#shared/catalogue/table.ts';
import type { StoredUnit } from '../../archive/coverage.ts';
import { isBeforeEnd, isFresh } from './freshness.ts';

export interface DayFacts {
  readonly table: Table;
  readonly day: string;
  readonly stored: StoredUnit | undefined;
  /** Whether the day is known to have raced, or to have had no racing. */
  readonly raced: boolean;
  readonly idle: boolean;
  /** Whether one of its races is missing or short of runners. */
  readonly short: boolean;
  /** Whether it cannot be checked, because neither its program nor its meetings are stored completely. */
  readonly unchecked: boolean;
  /** Whether the table cannot have records of the day yet. */
  readonly ahead: boolean;
  /** Epoch milliseconds, and the same as a day in Tokyo, since thousands of days are checked together. */
  readonly now: number;
  readonly today: string;
}

export function dayState(facts: DayFacts): DayState {
  const { table, day, stored, raced, idle, short, unchecked, ahead, now, today } = facts;
  if (ahead || day > today) return 'future';
  const records = stored?.records ?? 0;
  if (idle && records === 0) return 'no_racing';
  if (stored === undefined) return 'missing';
  if (stored.reasons.length > 0 || short || unchecked || (records === 0 && raced)) return 'incomplete';
  if (stored.provisional > 0 || isBeforeEnd(stored) || !isFresh(table, stored, { now, today }))
    return 'provisional';
  return records === 0 ? 'no_racing' : 'complete';
}

/** Whether "fill the gaps" requests the day. */
export const isGap = (state: DayState): boolean =>
  state === 'missing' || state === 'incomplete' || state === 'provisional';
