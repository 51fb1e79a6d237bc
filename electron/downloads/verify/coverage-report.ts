// The report on a query or download: what of it is stored, what is missing, and why it is incomplete. Pure.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { RailbirdError } from '#shared/errors.ts';
import { dayOf, nameOf, unitsOf, type StoredUnit, type CoverageUnit } from '../../archive/coverage.ts';
import type { Fetched } from '../fetch/fetched.ts';
import { cut } from '../plan/windows.ts';

export interface CoverageReport {
  /** What is stored of the query's units now. */
  readonly stored: readonly StoredUnit[];
  /** Days, races or horses that are not stored. */
  readonly missing: readonly string[];
  readonly reasons: readonly Incompleteness[];
  readonly windows: { readonly fetched: number; readonly stored: number };
}

/** `coverage`: of the units, after the fetch. `storedWindows`: those that needed no request. */
export function coverageReport(
  units: readonly CoverageUnit[],
  coverage: ReadonlyMap<CoverageUnit, StoredUnit>,
  fetched: Fetched,
  storedWindows: number,
): CoverageReport {
  // A race may be stored both alone and with its day: the more recently fetched one counts.
  const stored =
    units.length === 1 ? latest([...coverage.values()]) : units.flatMap((unit) => coverage.get(unit) ?? []);
  const missing = units.length === 1 && stored.length > 0 ? [] : units.filter((unit) => !coverage.has(unit));
  return {
    stored,
    missing: missing.map(nameOf),
    reasons: [
      ...unique(stored.flatMap((each) => each.reasons)),
      ...notFetched(missing, fetched),
      ...notFetched(unconfirmedUnits(fetched, new Set(missing)), fetched),
    ],
    windows: { fetched: fetched.answered, stored: storedWindows },
  };
}

/** Stored units whose recheck failed, or whose new answer was empty (RECORDS_GONE). */
const unconfirmedUnits = ({ failed }: Fetched, missing: ReadonlySet<CoverageUnit>): CoverageUnit[] => [
  ...new Set(
    failed
      .filter(({ isUnconfirmed, error }) => isUnconfirmed === true || error.code === 'RECORDS_GONE')
      .flatMap(({ filter }) => unitsOf(filter))
      .filter((unit) => !missing.has(unit)),
  ),
];

/** Units whose stored records stand in for what a refresh could not fetch. */
export function staleUnits(
  { failed }: Pick<Fetched, 'failed'>,
  units: readonly CoverageUnit[],
  missing: readonly string[],
): CoverageUnit[] {
  const without = new Set(missing);
  const found = failed.flatMap(({ filter }) => unitsOf(filter));
  return [...new Set(found)].filter((unit) => units.includes(unit) && !without.has(nameOf(unit)));
}

/** Units that could not be fetched, as reasons; consecutive days with the same cause are combined. */
export function notFetched(
  units: readonly CoverageUnit[],
  { failed }: Pick<Fetched, 'failed'>,
): Incompleteness[] {
  const causes = new Map<CoverageUnit, RailbirdError>();
  for (const { filter, error } of failed) for (const unit of unitsOf(filter)) causes.set(unit, error);
  const byCause = Map.groupBy(units, (unit) => {
    const { code, values } = causes.get(unit) ?? {};
    return code === undefined ? undefined : JSON.stringify([code, values]);
  });
  return [...byCause.values()].flatMap((some) => {
    const error = causes.get(some[0] ?? '');
    const reason = error?.values['status'] === 'cut short' ? 'cut_short' : 'not_fetched';
    const because = error ? { because: { code: error.code, values: error.values } } : {};
    return wheres(some).map((where) => ({ reason, where, ...because }) as const);
  });
}

const latest = (stored: readonly StoredUnit[]): StoredUnit[] =>
  stored.toSorted((a, b) => b.fetchedAt - a.fetchedAt).slice(0, 1);

/** Consecutive days as one period, in the form that the user knows. */
export function wheres(units: readonly CoverageUnit[]): string[] {
  const days = units.flatMap((unit) => dayOf(unit) ?? []);
  const others = units.filter((unit) => dayOf(unit) === undefined).map(nameOf);
  const runs = cut(days, Infinity).map((run) => [run[0], run.at(-1)] as const);
  return [...runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)), ...others];
}

export function unique(reasons: readonly Incompleteness[]): Incompleteness[] {
  return [...new Map(reasons.map((each) => [`${each.reason} ${each.where}`, each])).values()];
}
