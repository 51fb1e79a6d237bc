// Turns the parameters of a body into a selection of records: checks names, forms and combinations (specification,
// section 4; docs/decisions.md settles what it leaves open).

import type { Filter, FilterName, Table } from '#shared/catalogue/table.ts';
import { FILTER_RULES } from '#shared/service-api/filter-rules.ts';
import { FIRST_RACEDATE, dayNumber } from '#shared/racing/racedate.ts';
import type { Detail } from './error-response.ts';
import { Refusal } from './error-response.ts';
import type { RecordFilter } from '../store/store.ts';
import { nearest } from './nearest.ts';

const LONGEST_NAME = 40;

/**
 * The filters as sent, known and well-formed. All problems are found, not only the first.
 *
 * @param body the parsed JSON
 * @param strayNames of parameters in the query string: filters there would otherwise be silently ignored
 * @param secrets values that no detail may repeat, even as the name of a parameter
 * @throws Refusal UNKNOWN_PARAMETER or INVALID_PARAMETER
 */
export function readFilter(
  table: Table,
  body: unknown,
  strayNames: readonly string[],
  secrets: readonly string[],
): Filter {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('INVALID_PARAMETER', {
      details: [{ param: 'body', problem: 'must be a JSON object of filters' }],
    });
  }
  const unknown: Detail[] = [];
  const malformed: Detail[] = [];
  const filter: { [name in FilterName]?: string } = {};

  for (const [name, value] of Object.entries(body)) {
    const known = table.filters.find((filterName) => filterName === name);
    if (known === undefined) {
      unknown.push(strange(name, table, secrets));
      continue;
    }
    const problem = problemOf(known, value);
    if (problem !== undefined) malformed.push({ param: known, problem });
    else if (typeof value === 'string') filter[known] = value;
  }
  for (const name of strayNames) {
    unknown.push({
      param: shown(name, secrets),
      problem: 'is unknown in the query string; filters belong in the JSON body',
    });
  }

  const details = [...unknown, ...malformed];
  if (unknown.length > 0) throw new Refusal('UNKNOWN_PARAMETER', { details });
  if (malformed.length > 0) throw new Refusal('INVALID_PARAMETER', { details });
  return filter;
}

function strange(name: string, table: Table, secrets: readonly string[]): Detail {
  const meant = nearest(name.slice(0, LONGEST_NAME), table.filters);
  const problem = meant
    ? `is not a parameter of ${table.path}; did you mean ${meant}?`
    : `is not a parameter of ${table.path}, which takes ${table.filters.join(', ')}`;
  return { param: shown(name, secrets), problem };
}

/** A name as details may repeat it: truncated, and withheld if it contains a key. */
function shown(name: string, secrets: readonly string[]): string {
  if (secrets.some((secret) => secret !== '' && name.includes(secret))) return '(withheld)';
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
}

function problemOf(name: FilterName, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  const rule = FILTER_RULES[name];
  if (!rule.pattern.test(value)) return `must be ${rule.form.en}`;
  if (rule.isDate && dayNumber(value) === undefined) return 'must be a real calendar date';
  if (rule.isDate && value < FIRST_RACEDATE) return `must be ${FIRST_RACEDATE} or later`;
  return undefined;
}

/**
 * What the filters select together.
 *
 * @throws Refusal CONFLICTING_FILTERS, INCOMPLETE_RANGE, INVALID_RANGE, MISSING_FILTER or RANGE_TOO_LARGE
 */
export function selectionOf(table: Table, filter: Filter): RecordFilter {
  if (table.grain === 'master') return masterSelection(filter);
  const { from, to } = rangeOf(filter);
  if (from !== undefined && to !== undefined) demandSpan(table, from, to);
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(filter.racekey !== undefined && { racekey: filter.racekey }),
  };
}

function rangeOf(filter: Filter): { readonly from?: string | undefined; readonly to?: string | undefined } {
  const { racedate, start_racedate: from, end_racedate: to } = filter;
  if (racedate !== undefined) {
    if (from !== undefined || to !== undefined) throw new Refusal('CONFLICTING_FILTERS');
    return { from: racedate, to: racedate };
  }
  if ((from === undefined) !== (to === undefined)) {
    const missing = from === undefined ? 'start_racedate' : 'end_racedate';
    throw new Refusal('INCOMPLETE_RANGE', { details: [{ param: missing, problem: 'is missing' }] });
  }
  if (from !== undefined && to !== undefined && from > to) throw new Refusal('INVALID_RANGE');
  return { from, to };
}

function demandSpan(table: Table, from: string, to: string): void {
  const days = (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0) + 1;
  if (table.maxSpanDays === undefined || days <= table.maxSpanDays) return;
  throw new Refusal('RANGE_TOO_LARGE', {
    details: [
      {
        param: 'end_racedate',
        problem: `the period has ${days} days; at most ${table.maxSpanDays} are allowed`,
      },
    ],
  });
}

/** `kettonum` is honored only without `horse_id` (section 4.3, rule 1). */
function masterSelection({ horse_id, kettonum }: Filter): RecordFilter {
  if (horse_id !== undefined) return { horse_id };
  if (kettonum !== undefined) return { kettonum };
  throw new Refusal('MISSING_FILTER', { details: [{ param: 'horse_id', problem: 'is missing' }] });
}
