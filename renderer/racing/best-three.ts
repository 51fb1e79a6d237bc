// The best three values of a column within one sheet, so that a race card shows them at a glance.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import { quantityIn } from '#shared/filters/measure.ts';
import { isStruck, type RowSource, type StatusColumn } from '../grid/data/row-source.ts';

/** Kinds where less is better: a favorite's odds, a time, a place. */
const LESS_IS_BETTER: ReadonlySet<Kind> = new Set<Kind>(['odds', 'tenths', 'gap', 'rank']);

/** Whether a column is ranked and its highest values are the best. */
export const moreIsBetter = ({ name, kind }: Column, ranked: ReadonlySet<string> | undefined): boolean =>
  ranked?.has(name) === true && !LESS_IS_BETTER.has(kind);

/**
 * The rank (1 to 3) of each row whose value is among the best three, by row. Equal values share a rank, a zero that means
 * "none" has none, and a column whose values are all equal has no best. Nor have zeros that several share where more is
 * better, or what is below them: nothing speaks for these horses.
 */
export function bestThree(
  column: Pick<Column, 'kind' | 'unit' | 'signed'>,
  values: readonly (string | null | undefined)[],
  less: boolean,
): Map<number, number> {
  const numbers = values.flatMap((text, row) => {
    const value = quantityIn(column, text);
    return value === undefined ? [] : [{ row, value }];
  });
  const found = new Map<number, number>();
  if (new Set(numbers.map((each) => each.value)).size < 2) return found;
  const isTieOfNone = !less && numbers.filter(({ value }) => value === 0).length > 1;
  for (const { row, value } of numbers) {
    if (isTieOfNone && value <= 0) continue;
    const better = numbers.filter((other) => (less ? other.value < value : other.value > value)).length;
    if (better < 3) found.set(row, better + 1);
  }
  return found;
}

/** Looks up ranks; a column is ranked when it is first needed. A row that is struck through has no rank and takes none. */
export function ranksOf(
  source: RowSource,
  ranked: ReadonlySet<string> | undefined,
  columns: readonly Column[],
  statusColumns: readonly StatusColumn[],
): ((column: string, row: number) => number | undefined) | undefined {
  if (ranked === undefined || ranked.size === 0) return undefined;
  const byColumn = new Map<string, Map<number, number>>();
  return (name, row) => {
    const column = ranked.has(name) ? columns.find((each) => each.name === name) : undefined;
    if (column === undefined) return undefined;
    let ranks = byColumn.get(name);
    if (ranks === undefined) {
      const values = Array.from({ length: source.rows }, (_, at) =>
        isStruck(source, at, statusColumns) ? null : source.cell(at, name),
      );
      ranks = bestThree(column, values, LESS_IS_BETTER.has(column.kind));
      byColumn.set(name, ranks);
    }
    return ranks.get(row);
  };
}
