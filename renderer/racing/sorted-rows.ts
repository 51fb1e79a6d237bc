// Sorts records that are all in memory, as the main process sorts large results: blanks, and zeros that mean none, last in
// either direction, ties in their original order.

import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { compareValues, isBeyondDouble, NUMERIC_KINDS, readNumber } from '#shared/catalogue/reading.ts';
import { isNone } from '#shared/filters/measure.ts';
import type { RunRows } from './row-reading.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';

/** Columns composed of several fields sort by the one that can be compared. */
const SORTS_BY: Readonly<Record<string, string>> = { finish: 'place' };

/** Composed columns, with the field of the records that sorts as they do. */
const SORTS_AS: Readonly<Record<string, string>> = { finish: 'order_of_finish' };

/** The sort for the records themselves, as far as they have fields for it. */
export const sortOfRecords = (sort: Sort): Sort =>
  sort.map(({ column, direction }) => ({ column: SORTS_AS[column] ?? column, direction }));

/** As `compareValues`, but a number in two spellings, as results and cards have them, is a tie. */
function comparing(column: Column): (a: string, b: string) => number {
  const compare = compareValues(column);
  if (!NUMERIC_KINDS.has(column.kind)) return compare;
  return (a, b) => {
    const number = readNumber(a);
    const isTie = number !== undefined && number === readNumber(b) && !isBeyondDouble(number);
    return isTie ? 0 : compare(a, b);
  };
}

export function sortedRows(
  records: readonly RecordValues[],
  columns: readonly Column[],
  sort: Sort,
): readonly RecordValues[] {
  const by = sort.flatMap(({ column: name, direction }) => {
    const column = columns.find((each) => each.name === name);
    return column === undefined
      ? []
      : (column.sortsBy ?? [SORTS_BY[name] ?? name]).map((by) => ({
          name: by,
          compare: comparing(column),
          isNone: (raw: string | null | undefined) => isNone(column, raw),
          sign: direction === 'ascending' ? 1 : -1,
        }));
  });
  return records.toSorted((a, b) => {
    for (const { name, compare, isNone: isLast, sign } of by) {
      const left = a[name] ?? '';
      const right = b[name] ?? '';
      if (isLast(left) || isLast(right)) {
        if (isLast(left) !== isLast(right)) return isLast(left) ? 1 : -1;
        continue;
      }
      const order = compare(left, right);
      if (order !== 0) return sign * order;
    }
    return 0;
  });
}

const nothing = (): void => undefined;

/** Records in memory as a grid's source. `provisional`: how many of them still lack their indices. */
export const recordSource = (records: readonly RecordValues[], provisional?: number): RunRows => ({
  rows: records.length,
  provisional,
  cell: (row, column) => records[row]?.[column] ?? null,
  show: nothing,
  subscribe: () => nothing,
  version: () => 0,
  rowVersion: () => 0,
});
