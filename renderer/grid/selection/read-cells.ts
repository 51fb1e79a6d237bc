// All cells of a range: from memory if they are loaded, otherwise fetched, up to a limit.

import type { CellRange, Cells, RowSource } from '../data/row-source.ts';

/** Most cells that are fetched for the clipboard or for figures: about ten megabytes of text. */
export const MOST_CELLS = 500_000;

/** Undefined where the range is above the limit, or is not loaded and cannot be fetched. Errors: as the source's. */
export async function readCells(source: RowSource, range: CellRange): Promise<Cells | undefined> {
  const { from, count, columns } = range;
  if (count * columns.length > MOST_CELLS) return undefined;
  return inHand(source, range) ?? source.cellsOf?.({ from, count, columns });
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
