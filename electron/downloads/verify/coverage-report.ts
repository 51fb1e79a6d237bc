// The report on a query or download: what of it is stored, what is missing, and why it is incomplete. Pure.

import type { Incompleteness } from '#shared/bridge/results.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isRacedate, racedatesBetween } from '#shared/racing/racedate.ts';
import {
  dayOf,
  dayUnit,
  latestOf,
  nameOf,
  ofRace,
  raceUnit,
  unitsOf,
  type StoredUnit,
  type CoverageUnit,
} from '../../archive/coverage.ts';
import { saysGone } from '../../archive/left-out.ts';
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
  const stored =
    units.length === 1 ? ofOne(units[0] ?? '', coverage) : units.flatMap((unit) => coverage.get(unit) ?? []);
  const leftOut = stored.filter(({ unit, reasons }) => reasons.some((each) => saysGone(each, unit)));
  const gone = new RailbirdError('RECORDS_GONE');
  const causes = new Map([...leftOut.map(({ unit }) => [unit, gone] as const), ...causesOf(fetched)]);
  const missing = units.length === 1 && stored.length > 0 ? [] : units.filter((unit) => !coverage.has(unit));
  const unconfirmed = new Set([
    ...leftOut.map(({ unit }) => unit),
    ...unconfirmedUnits(fetched, new Set(missing)),
  ]);
  return {
    stored,
    missing: missing.map(nameOf),
    reasons: [
      ...unique(stored.flatMap(({ unit, reasons }) => reasons.filter((each) => !saysGone(each, unit)))),
      ...withCauses(missing, causes),
      ...withCauses(unconfirmed, causes),
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
  const asked = new Set(units);
  const found = failed.flatMap(({ filter }) => unitsOf(filter));
  return [...new Set(found)].filter((unit) => asked.has(unit) && !without.has(nameOf(unit)));
}

/** Units that could not be fetched, as reasons; consecutive days with the same cause are combined. */
export const notFetched = (
  units: Iterable<CoverageUnit>,
  fetched: Pick<Fetched, 'failed'>,
): Incompleteness[] => withCauses(units, causesOf(fetched));

type Causes = ReadonlyMap<CoverageUnit, RailbirdError>;

const causesOf = ({ failed }: Pick<Fetched, 'failed'>): Causes =>
  new Map(failed.flatMap(({ filter, error }) => unitsOf(filter).map((unit) => [unit, error] as const)));

function withCauses(units: Iterable<CoverageUnit>, causes: Causes): Incompleteness[] {
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

/** A race may be stored both alone and with its day: the more recently fetched one counts. */
function ofOne(unit: CoverageUnit, coverage: ReadonlyMap<CoverageUnit, StoredUnit>): StoredUnit[] {
  const latest = latestOf([...coverage.values()]);
  if (latest === undefined) return [];
  return [unit.startsWith('race:') ? ofRace(latest, nameOf(unit)) : latest];
}

/** Consecutive days as one period, in the form that the user knows. */
export function wheres(units: readonly CoverageUnit[]): string[] {
  const days = units.flatMap((unit) => dayOf(unit) ?? []);
  const others = units.filter((unit) => dayOf(unit) === undefined).map(nameOf);
  const runs = cut(days, Infinity).map((run) => [run[0], run.at(-1)] as const);
  return [...runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)), ...others];
}

/** The days that a reason names, or its race. */
export function unitsOfWhere(where: string): CoverageUnit[] {
  const [from = '', to = from] = where.split('-');
  if (isRacedate(from) && isRacedate(to)) return Array.from(racedatesBetween(from, to), dayUnit);
  return [raceUnit(where)];
}

export function unique(reasons: readonly Incompleteness[]): Incompleteness[] {
  return [...new Map(reasons.map((each) => [`${each.reason} ${each.where}`, each])).values()];
}
