// Why a body is refused, worked out a second time from the words of docs/decisions.md.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { RefusalReason } from '#shared/service-api/envelope.ts';

/** What a filter looks like, from the specification and the decisions and not from the service's rules. */
const FORMS: Readonly<Record<string, RegExp>> = {
  racedate: /^\d{8}$/,
  start_racedate: /^\d{8}$/,
  end_racedate: /^\d{8}$/,
  racekey: /^\d{4}[\dA-Za-z]{2}\d{2}$/,
  horse_id: /^[\dA-Za-z]{12}$/,
  kettonum: /^(\d{8}|\d{10})$/,
};

/**
 * The reason that a body of JSON has to be refused with; undefined for one that is answered.
 *
 * @param isOdd that a name comes twice in it
 */
export function reasonAgainst(table: Table, body: unknown, isOdd: boolean): RefusalReason | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'INVALID_PARAMETER';
  const members = Object.entries(body);
  const known: readonly string[] = table.filters;
  if (members.some(([name]) => !known.includes(name))) return 'UNKNOWN_PARAMETER';
  if (isOdd || !members.every(([name, value]) => isWellFormed(name, value))) return 'INVALID_PARAMETER';
  return table.code === 'm_uk'
    ? members.length === 0
      ? 'MISSING_FILTER'
      : undefined
    : reasonAgainstDates(body, table.maxSpanDays);
}

function isWellFormed(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || !FORMS[name]?.test(value)) return false;
  return !name.endsWith('racedate') || isRealDate(value);
}

function reasonAgainstDates(
  { racedate, start_racedate: from, end_racedate: to }: Filter,
  longest = Infinity,
): RefusalReason | undefined {
  if (racedate !== undefined) return (from ?? to) ? 'CONFLICTING_FILTERS' : undefined;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) return 'INCOMPLETE_RANGE';
  const days = (timeOf(to) - timeOf(from)) / 86_400_000 + 1;
  if (days < 1) return 'INVALID_RANGE';
  return days > longest ? 'RANGE_TOO_LARGE' : undefined;
}

const dashed = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
const timeOf = (date: string): number => Date.parse(dashed(date));
/** A day before Japan took over this calendar is none. One that is not there, such as 30 February, either cannot be read or comes back as another. */
const isRealDate = (date: string): boolean =>
  date >= '18730101' &&
  !Number.isNaN(timeOf(date)) &&
  new Date(timeOf(date)).toISOString().startsWith(dashed(date));
