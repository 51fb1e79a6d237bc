// The cell at a point. Pure: a drag may leave the grid, where no element is under the pointer.

import type { Heights } from './heights.ts';
import type { LaidColumn, ColumnLayout } from '../columns/layout.ts';
import type { Position } from '../keyboard/movement.ts';
import type { Viewport } from './scroller.ts';

interface Point {
  /** Pixels from the grid's left and upper edges. */
  readonly x: number;
  readonly y: number;
}

/** The last column whose left edge is at or before `x`; the first column if there is none. */
function columnAt(columns: readonly LaidColumn[], x: number): LaidColumn | undefined {
  return columns.findLast(({ left }) => left <= x) ?? columns[0];
}

/** The nearest column to a point, on any side. */
export function columnUnder(
  { x }: Pick<Point, 'x'>,
  view: Viewport,
  layout: ColumnLayout,
): LaidColumn | undefined {
  const { start, center, end } = layout;
  const endFrom = Math.max(view.width - end.width, 0);
  if (x < start.width && start.columns.length > 0) return columnAt(start.columns, x);
  if (x >= endFrom && end.columns.length > 0) return columnAt(end.columns, x - endFrom);
  return columnAt(center.columns, x - start.width + view.left) ?? layout.all.at(-1);
}

/** The nearest cell to a point. */
export function cellUnder(
  point: Point,
  view: Viewport,
  layout: ColumnLayout,
  heights: Heights,
  rows: number,
): Position {
  const row = Math.floor((point.y - heights.heads + view.top) / heights.row);
  return {
    row: Math.max(0, Math.min(row, rows - 1)),
    column: columnUnder(point, view, layout)?.index ?? 0,
  };
}

/** Pixels to scroll in one frame while a drag is beyond an edge: the farther, the faster. */
export function pull(at: number, from: number, to: number): number {
  if (at < from) return Math.max(-120, Math.round((at - from) / 2));
  return at > to ? Math.min(120, Math.round((at - to) / 2)) : 0;
}
