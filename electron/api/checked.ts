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

/** Splits off what does not match the filter and counts drift; order is kept and no record is lost. */
export function checkRecords(table: Table, filter: Filter, answered: readonly WireRecord[]): Checked {
  const belongs = belongsTo(table, filter);
  const driftIn = driftCounter(table);
  const records: WireRecord[] = [];
  const setAside: WireRecord[] = [];
  let drift = 0;
  for (const record of answered) {
    drift += driftIn(record);
    (belongs(record) ? records : setAside).push(record);
  }
  return { records, setAside, drift };
}
