// Why a body is refused, derived independently of the service from docs/decisions.md.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { RefusalReason } from '#shared/service-api/envelope.ts';

/** The forms of filters, from the specification and the decisions and not from the service's rules. */
const FORMS: Readonly<Record<string, RegExp>> = {
  racedate: /^\d{8}$/,
  start_racedate: /^\d{8}$/,
  end_racedate: /^\d{8}$/,
  racekey: /^\d{4}[\dA-Za-z]{2}\d{2}$/,
  horse_id: /^[\dA-Za-z]{12}$/,
  kettonum: /^(\d{8}|\d{10})$/,
};

/**
 * The expected reason for refusing a JSON body; undefined if it must be answered.
 *
 * @param isOdd whether a name is repeated in it
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
/**
 * Days before Japan adopted this calendar are invalid. A date that does not exist, such as 30 February, either cannot
 * be parsed or becomes another date.
 */
const isRealDate = (date: string): boolean =>
  date >= '18730101' &&
  !Number.isNaN(timeOf(date)) &&
  new Date(timeOf(date)).toISOString().startsWith(dashed(date));
