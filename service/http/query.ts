// A request for records after the checks, and what its body means.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { MEMBERSHIP_LIMIT } from '#shared/service-api/envelope.ts';
import type { RecordFilter } from '../store/store.ts';
import { demandSingleNames, parseJson } from './body.ts';
import { readFilter, selectionOf } from './parameters.ts';

/** A request that passed the checks. */
export interface CheckedQuery {
  readonly table: Table;
  readonly selection: RecordFilter;
  /** The beginning of its answer, up to the count of the records: their bytes, each as a character of Latin-1. */
  readonly opening: string;
}

/**
 * Queries by the text of their bodies: on a race day most requests are for the same few dozen races, and what a text
 * means never changes. At the limit all of a table are forgotten.
 */
const checked = new Map<Table, Map<string, CheckedQuery>>();
const MOST_CHECKED = 500;
const LONGEST_CHECKED = 100;

/**
 * The query that a body asks for.
 *
 * @param strayNames of parameters in the query string
 * @param secrets values that no detail may repeat
 * @throws Refusal INVALID_JSON, or by the first check of the parameters that fails
 */
export function queryOf(
  table: Table,
  body: string,
  {
    strayNames,
    secrets,
  }: { readonly strayNames: readonly string[]; readonly secrets: () => readonly string[] },
): CheckedQuery {
  const ofTable = checked.get(table) ?? new Map<string, CheckedQuery>();
  const known = strayNames.length === 0 ? ofTable.get(body) : undefined;
  if (known) return known;
  const filter = readFilter(table, parseJson(body), strayNames, secrets());
  demandSingleNames(body, filter);
  const query = { table, selection: selectionOf(table, filter), opening: openingOf(table, filter) };
  if (ofTable.size >= MOST_CHECKED) ofTable.clear();
  if (body.length <= LONGEST_CHECKED) checked.set(table, ofTable.set(body, query));
  return query;
}

/** The filters as sent are repeated; they are ASCII by their forms. */
function openingOf(table: Table, filter: Filter): string {
  const fields = JSON.stringify({
    status: 200,
    endpoint_uri: table.path,
    membershipLimit: MEMBERSHIP_LIMIT,
    result_count: 0,
  });
  const opening = `{"request":{"parameters":${JSON.stringify(filter)}},"result":${fields.slice(0, -'0}'.length)}`;
  return Buffer.from(opening).toString('latin1');
}
