// Counts values whose JSON type is not the catalogue's, and text that came broken. They are kept raw; nothing is
// thrown away.

import type { FieldType } from '#shared/catalogue/column.ts';
import type { Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';

const isOfType: { readonly [type in 'S' | 'I' | 'N']: (value: unknown) => boolean } = {
  S: (value) => typeof value === 'string' && isReadable(value),
  I: (value) => Number.isInteger(value),
  N: (value) => Number.isFinite(value),
};

/** Bytes that were no UTF-8 have become U+FFFD by now, and half a character will. */
const isReadable = (text: string): boolean => !text.includes('\uFFFD') && text.isWellFormed();

/** Drifting values in one record. Null and absent say "missing", not another type; unknown fields have none. */
export function driftCounter(table: Table): (record: WireRecord) => number {
  const checks = table.columns.map((column) => [column.name, isOfType[baseOf(column.type)]] as const);
  return (record) => {
    let drift = 0;
    for (const [name, fits] of checks) {
      const value = record[name];
      if (value !== null && value !== undefined && !fits(value)) drift += 1;
    }
    return drift;
  };
}

const baseOf = (type: FieldType): 'S' | 'I' | 'N' => type.replace('?', '') as 'S' | 'I' | 'N';
