// All cells of a range: from memory if they are loaded, otherwise fetched.

import type { CellRange, Cells, RowSource } from '../data/row-source.ts';

/**
 * Most cells that the user can copy, or have figures of: about ten megabytes of text. What is read beside them, such as the
 * names of races, is not counted: the user asked for none of it.
 */
export const MOST_CELLS = 500_000;

/** Undefined where the range is not loaded and cannot be fetched. Errors: as the source's. */
export async function readCells(source: RowSource, range: CellRange): Promise<Cells | undefined> {
  return inHand(source, range) ?? source.cellsOf?.(range);
}

function inHand(source: RowSource, { from, count, columns }: CellRange): Cells | undefined {
  const cells: (string | null)[][] = [];
  for (const name of columns) {
    const column: (string | null)[] = [];
    for (let row = from; row < from + count; row += 1) {
      const raw = source.cell(row, name);
      if (raw === undefined) return undefined;
      column.push(raw);
    }
    cells.push(column);
  }
  return cells;
}
