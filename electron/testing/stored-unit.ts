import type { StoredUnit, CoverageUnit } from '../archive/coverage.ts';

/** What is held of a day, a race or a horse; one record of a day, fetched at no time, unless told otherwise. */
export const storedUnit = (unit: CoverageUnit, given: Partial<StoredUnit> = {}): StoredUnit => ({
  unit,
  ...(unit.startsWith('day:') ? { lastDay: unit.slice(4) } : {}),
  fetchedAt: 0,
  records: 1,
  provisional: 0,
  setAside: 0,
  drift: 0,
  repeated: 0,
  reasons: [],
  present: [],
  ...given,
});
