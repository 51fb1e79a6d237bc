// Counts values whose JSON type is not the catalogue's. They are kept raw; nothing is thrown away.

import type { FieldType } from '#shared/catalogue/column.ts';
import type { Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';

const isOfType: { readonly [type in 'S' | 'I' | 'N']: (value: unknown) => boolean } = {
  S: (value) => typeof value === 'string',
  I: (value) => Number.isInteger(value),
  N: (value) => typeof value === 'number',
};

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
