// Compares what the client shows or has stored with what the service answers directly.

import type { Column } from '#shared/catalogue/column.ts';
import type { Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';

/** A result: every row as text in a fixed order, and its keys alone. */
export interface Written {
  readonly rows: readonly string[];
  readonly keys: readonly string[];
  /** Race dates of the rows with each key. */
  readonly days: ReadonlyMap<string, string>;
}

type Cell = string | null;

/** Between the values of a row. */
export const JOINT = '\u001f';

function write(
  table: Table,
  names: readonly string[],
  cellOf: (row: number, name: string) => Cell,
  count: number,
): Written {
  const line = (row: number, some: readonly string[]) =>
    some.map((name) => cellOf(row, name) ?? '\u0000').join(JOINT);
  const all = Array.from({ length: count }, (_, row) => row);
  // A horse’s number in full-width digits, or with blanks around it, is the same number.
  const keys = all.map((row) => line(row, table.primaryKey).normalize('NFKC').replaceAll(' ', ''));
  return {
    rows: all.map((row) => line(row, names)).toSorted(),
    keys: keys.toSorted(),
    days: new Map(keys.map((key, row) => [key, cellOf(row, 'racedate') ?? ''])),
  };
}

const namesOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);

export const writtenOf = (table: Table, records: readonly WireRecord[]): Written =>
  write(table, namesOf(table.columns), (row, name) => textOf(records[row]?.[name]), records.length);

/** `cells[c][r]` of the named columns; a column that is absent has no values. */
export function writtenOfCells(
  table: Table,
  names: readonly string[],
  cells: readonly (readonly Cell[])[],
  count: number,
): Written {
  const at = new Map(names.map((name, index) => [name, index]));
  const cellOf = (row: number, name: string): Cell => cells[at.get(name) ?? -1]?.[row] ?? null;
  return write(table, namesOf(table.columns), cellOf, count);
}

function textOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);
