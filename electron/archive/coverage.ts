// What the archive stores of one table: for each day, race or horse that was requested, when it was fetched, how many
// records came, and its anomalies.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { isRacedate, racedatesBetween } from '#shared/racing/racedate.ts';

/** `day:20261115`, `race:05264101`, `horse:26HX00000001`, `number:23100001`. */
export type CoverageUnit = string;

export interface StoredUnit {
  readonly unit: CoverageUnit;
  /** The latest race date among its records; for a day, that day. */
  readonly lastDay?: string;
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
  readonly records: number;
  /** Results whose indices were still blank. */
  readonly provisional: number;
  readonly quarantined: number;
  readonly drift: number;
  /** Exact duplicates in the answer; each record is stored once. */
  readonly repeated: number;
  readonly reasons: readonly Incompleteness[];
  /** Fields that occurred in any of its records. */
  readonly present: readonly string[];
}

export const dayUnit = (racedate: string): CoverageUnit => `day:${racedate}`;
export const raceUnit = (racekey: string): CoverageUnit => `race:${racekey}`;

/** The day of a day unit. */
export const dayOf = (unit: CoverageUnit): string | undefined =>
  unit.startsWith('day:') ? unit.slice(4) : undefined;

/** The unit's name as the user knows it. */
export const nameOf = (unit: CoverageUnit): string => unit.slice(unit.indexOf(':') + 1);

/**
 * What is stored of a race, by its own unit or by that of its day: what is said there against another race does not
 * concern it.
 */
export const ofRace = (stored: StoredUnit, racekey: string): StoredUnit => ({
  ...stored,
  reasons: stored.reasons.filter(
    ({ where }) => where === racekey || where.split('-').every((day) => isRacedate(day)),
  ),
});

/** The one that was fetched most recently. */
export const latestOf = (stored: readonly StoredUnit[]): StoredUnit | undefined =>
  stored.toSorted((a, b) => b.fetchedAt - a.fetchedAt)[0];

/** The units that a request covers completely: its race, its horse, or each of its days. */
export function unitsOf(filter: Filter): readonly CoverageUnit[] {
  if (filter.racekey !== undefined) return [raceUnit(filter.racekey)];
  if (filter.horse_id !== undefined) return [`horse:${filter.horse_id}`];
  if (filter.kettonum !== undefined) return [`number:${filter.kettonum}`];
  if (filter.racedate !== undefined) return [dayUnit(filter.racedate)];
  if (filter.start_racedate === undefined || filter.end_racedate === undefined) return [];
  return Array.from(racedatesBetween(filter.start_racedate, filter.end_racedate), dayUnit);
}
