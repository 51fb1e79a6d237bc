// The checks that every answered record passes before it may be shown or kept.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { belongsTo } from './belongs.ts';
import { driftCounter } from './drift.ts';

export interface Checked {
  readonly records: readonly WireRecord[];
  readonly setAside: readonly WireRecord[];
  readonly drift: number;
}

/**
 * Splits off what does not match the filter, and what is there already, word for word: a payoff that came twice
 * would count twice. Counts drift; order is kept and no record is lost.
 */
export function checkRecords(table: Table, filter: Filter, answered: readonly WireRecord[]): Checked {
  const belongs = belongsTo(table, filter);
  const driftIn = driftCounter(table);
  const records: WireRecord[] = [];
  const setAside: WireRecord[] = [];
  const isRepeated = repeats(table);
  let drift = 0;
  for (const record of answered) {
    drift += driftIn(record);
    (belongs(record) && !isRepeated(record) ? records : setAside).push(record);
  }
  return { records, setAside, drift };
}

/** Whether each record is the same as one before it; those of different keys need no second look. */
function repeats(table: Table): (record: WireRecord) => boolean {
  const seen = new Map<string, WireRecord[]>();
  return (record) => {
    const key = table.order.map((name) => String(record[name])).join('\n');
    const alike = seen.get(key);
    if (alike === undefined) seen.set(key, [record]);
    else if (alike.some((other) => JSON.stringify(other) === JSON.stringify(record))) return true;
    else alike.push(record);
    return false;
  };
}
