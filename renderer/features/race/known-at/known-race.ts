// The race as it was known at a time before, for the parts of its screen that read records.

import { createContext, use } from 'react';
import { VERSIONED_RECORDS, type KnownRace } from '#shared/bridge/known-at.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

export interface PastRace {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly records: KnownRace;
}

/** Undefined while the race is shown as it is known now. */
export const PastRaceContext = createContext<PastRace | undefined>(undefined);

const OUTCOMES: readonly DayRecord[] = ['result', 'payoff'];
const NONE: readonly RecordValues[] = [];

/** The records of that time; undefined where those of now are shown. Outcomes were not known: there are none. */
export function usePastRecords(kind: DayRecord): readonly RecordValues[] | undefined {
  const past = use(PastRaceContext);
  if (past === undefined) return undefined;
  const versioned = VERSIONED_RECORDS.find((each) => each === kind);
  if (versioned !== undefined) return past.records[versioned];
  return OUTCOMES.includes(kind) ? NONE : undefined;
}
