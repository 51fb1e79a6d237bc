// What an answer says against its own completeness, besides its count: reasons why a set is incomplete
// (shared/bridge/results.ts).

import type { Incompleteness } from '#shared/bridge/results.ts';
import { FILTER_NAMES, type Filter, type Table } from '#shared/catalogue/table.ts';
import { tableOfPath } from '#shared/catalogue/tables.ts';
import { isSameHorse } from './matches-filter.ts';
import { isFields } from './paging-hints.ts';
import { identityText } from './record-identity.ts';

export type AnswerAnomaly = Extract<
  Incompleteness['reason'],
  'outside_filter' | 'duplicate_keys' | 'other_question'
>;

/**
 * Whether an envelope is for another query: it echoes another value of a filter that was sent, or another of the
 * sixteen addresses (specification, section 2.1). What it omits, or names differently, proves nothing.
 */
export function answersAnother(
  { parameters, endpointUri }: { readonly parameters: unknown; readonly endpointUri: unknown },
  table: Table,
  filter: Filter,
): boolean {
  const other = typeof endpointUri === 'string' ? tableOfPath(endpointUri) : undefined;
  if (other !== undefined && other.code !== table.code) return true;
  const echo = isFields(parameters) ? parameters : {};
  return FILTER_NAMES.some((name) => {
    const field = name === 'start_racedate' || name === 'end_racedate' ? 'racedate' : name;
    // The same value in another form counts as equal.
    const [sent, echoed] = [filter[name], identityText(field, echo[name])];
    if (echoed === '') return false;
    // An identifier that was not sent restricts the answer too.
    if (sent === undefined) return NARROWING.has(name);
    return name === 'kettonum' ? !isSameHorse(echoed, sent) : echoed !== sent;
  });
}

const NARROWING: ReadonlySet<string> = new Set(['racekey', 'horse_id', 'kettonum', 'racedate']);
