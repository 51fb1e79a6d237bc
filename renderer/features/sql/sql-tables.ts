// What a query can read, from the catalogue: each table and subject as the service's text, and as typed values. Pure.

import { BROWSABLE_CODES, BROWSABLES, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { valueRuleOf, valueUnitOf, type ValueType } from '#shared/exports/typed-value.ts';

export interface KnownColumn {
  readonly column: Column;
  /** DuckDB's name of the type. */
  readonly type: string;
  /** Of the values as this table has them. */
  readonly unit?: string | undefined;
}

export interface KnownTable {
  /** As a query writes it: "runners", "typed.runners". */
  readonly name: string;
  readonly code: BrowsableCode;
  readonly isTyped: boolean;
}

const TYPES: Readonly<Record<ValueType, string>> = {
  text: 'VARCHAR',
  whole: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
};

/** The schema of the typed tables. */
export const TYPED = 'typed';

export const KNOWN_TABLES: readonly KnownTable[] = BROWSABLE_CODES.flatMap((code) => [
  { name: `${TYPED}.${code}`, code, isTyped: true },
  { name: code, code, isTyped: false },
]);

const BY_NAME: ReadonlyMap<string, KnownTable> = new Map(KNOWN_TABLES.map((table) => [table.name, table]));

/** Names are compared as DuckDB does, whatever their case. */
export const tableNamed = (name: string): KnownTable | undefined => BY_NAME.get(name.toLowerCase());

export const columnsOf = ({ code, isTyped }: KnownTable): readonly KnownColumn[] =>
  BROWSABLES[code].columns.map((column) =>
    isTyped
      ? { column, type: TYPES[valueRuleOf(column).type], unit: valueUnitOf(column) }
      : { column, type: TYPES.text, unit: column.unit },
  );

export function columnNamed(table: KnownTable, name: string): KnownColumn | undefined {
  const lower = name.toLowerCase();
  return columnsOf(table).find(({ column }) => column.name === lower);
}
