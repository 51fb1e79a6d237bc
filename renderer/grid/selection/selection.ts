// A rectangle of cells, from the cell where it began to the cell to which it was extended. Pure.

import { moved, within, type GridSize, type Position } from '../keyboard/movement.ts';

export interface CellSelection {
  readonly anchor: Position;
  readonly extent: Position;
}

/** Rows and column indices, both ends included. */
export interface Rectangle {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const rectangleOf = ({ anchor, extent }: CellSelection): Rectangle => ({
  top: Math.max(0, Math.min(anchor.row, extent.row)),
  bottom: Math.max(0, anchor.row, extent.row),
  left: Math.min(anchor.column, extent.column),
  right: Math.max(anchor.column, extent.column),
});

export const rowsIn = ({ top, bottom }: Rectangle): number => bottom - top + 1;

export const cellsIn = (rectangle: Rectangle): number =>
  rowsIn(rectangle) * (rectangle.right - rectangle.left + 1);

/** Every cell. */
export const everything = (rows: number, columns: number): CellSelection => ({
  anchor: { row: 0, column: 0 },
  extent: { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) },
});

/** Whole columns, from one to another. */
export const wholeColumns = (rows: number, from: number, to: number): CellSelection => ({
  anchor: { row: 0, column: from },
  extent: { row: Math.max(0, rows - 1), column: to },
});

/** Extends the selection, or the focused cell, to where a key leads; undefined for keys that do not move. */
export function extended(
  selection: CellSelection | undefined,
  at: Position,
  key: string,
  ctrl: boolean,
  size: GridSize,
): CellSelection | undefined {
  const from = selection ?? { anchor: at, extent: at };
  const extent = moved(from.extent, { key, ctrl }, size);
  if (extent === undefined) return undefined;
  return { anchor: from.anchor, extent: within({ ...extent, row: Math.max(0, extent.row) }, size) };
}
