// The value beside each value of a column that is shown with another one: the name of each race, the bet of a
// combination.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import type { CodedColumn } from './coded-column.ts';
import type { GroupedRows } from './run-tallies.ts';

const READ_WITH_ANOTHER: ReadonlySet<Kind> = new Set<Kind>(['race', 'numbers']);

/** The column that a column's values are found and listed with, if there is one. */
export const columnBeside = ({
  kind,
  beside,
}: Partial<Pick<Column, 'kind' | 'beside'>>): string | undefined =>
  kind !== undefined && READ_WITH_ANOTHER.has(kind) ? beside : undefined;

/** By code of `column`: the first value that a row has in `beside`, null if none has one. */
export function valuesBeside(column: CodedColumn, beside: CodedColumn): (code: number) => string | null {
  const besideOf = new Int32Array(column.kinds).fill(-1);
  for (let row = 0; row < column.codes.length; row += 1) {
    const code = column.codes[row] ?? 0;
    const other = beside.codes[row] ?? 0;
    if ((besideOf[code] ?? 0) < 0 && other < beside.filled) besideOf[code] = other;
  }
  return (code) => {
    const other = besideOf[code] ?? -1;
    return other < 0 ? null : beside.text(other);
  };
}

const NOT_SEEN = -1;
const SEVERAL = -2;

/** By group: the value that all of its rows have in `beside`; null if they have several. */
export function sharedBeside(
  beside: CodedColumn,
  { rows, groupOf, count }: GroupedRows,
): (group: number) => string | null {
  const shared = new Int32Array(count).fill(NOT_SEEN);
  for (let at = 0; at < rows.length; at += 1) {
    const group = groupOf[at] ?? 0;
    const other = beside.codes[rows[at] ?? 0] ?? 0;
    const known = shared[group];
    if (known === NOT_SEEN) shared[group] = other;
    else if (known !== other) shared[group] = SEVERAL;
  }
  return (group) => {
    const other = shared[group] ?? NOT_SEEN;
    return other < 0 ? null : beside.text(other);
  };
}
