import type { StoredUnit, CoverageUnit } from '../archive/coverage.ts';

/** The coverage of a day, a race or a horse; by default one record of a day without a fetch time. */
export const storedUnit = (unit: CoverageUnit, given: Partial<StoredUnit> = {}): StoredUnit => ({
  unit,
  ...(unit.startsWith('day:') ? { lastDay: unit.slice(4) } : {}),
  fetchedAt: 0,
  records: 1,
  provisional: 0,
  quarantined: 0,
  drift: 0,
  repeated: 0,
  reasons: [],
  present: [],
  ...given,
});
