// The checks that every answered record passes before it may be shown or kept.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { belongsTo } from './belongs.ts';
import type { Doubt } from './doubt.ts';
import { driftCounter } from './drift.ts';

export interface Checked {
  readonly records: readonly WireRecord[];
  readonly setAside: readonly WireRecord[];
  readonly drift: number;
  /** What its records say against the answer's being whole. */
  readonly doubts: readonly Doubt[];
}

/**
 * Splits off what does not match the filter, and what is there already, word for word: a payoff that came twice
 * would count twice. Counts drift, fields included that some records have and others lack; order is kept and no
 * record is lost.
 */
export function checkRecords(table: Table, filter: Filter, answered: readonly WireRecord[]): Checked {
  const belongs = belongsTo(table, filter);
  const driftIn = driftCounter(table);
  const likeness = likenessIn(table);
  const records: WireRecord[] = [];
  const setAside: WireRecord[] = [];
  const doubts = new Set<Doubt>();
  let drift = lackedFields(table, answered);
  for (const record of answered) {
    drift += driftIn(record);
    const doubt = belongs(record) ? likeness(record) : 'outside_filter';
    if (doubt !== undefined) doubts.add(doubt);
    // Of two records with one key nobody knows which is right: both are kept.
    (doubt === undefined || doubt === 'duplicate_keys' ? records : setAside).push(record);
  }
  return { records, setAside, drift, doubts: [...doubts] };
}

/** What each record has in common with one before it; those of different keys need no second look. */
function likenessIn(table: Table): (record: WireRecord) => Doubt | undefined {
  const seen = new Map<string, WireRecord[]>();
  return (record) => {
    const key = table.primaryKey.map((name) => String(record[name])).join('\n');
    const alike = seen.get(key);
    if (alike === undefined) {
      seen.set(key, [record]);
      return undefined;
    }
    if (alike.some((other) => JSON.stringify(other) === JSON.stringify(record))) return 'repeated_records';
    alike.push(record);
    return table.primaryKey.every((name) => record[name] != null) ? 'duplicate_keys' : undefined;
  };
}

/** Fields of the catalogue missing from a record, though others of the same answer have them. */
function lackedFields(table: Table, records: readonly WireRecord[]): number {
  return table.columns.reduce((sum, { name }) => {
    const having = records.reduce((count, record) => (name in record ? count + 1 : count), 0);
    return having === 0 ? sum : sum + records.length - having;
  }, 0);
}
