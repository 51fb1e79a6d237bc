// How far to scroll to reveal a cell. Pure.

import type { Heights } from './heights.ts';
import type { LaidColumn, ColumnLayout } from '../columns/layout.ts';
import type { ScrollOffset, Viewport } from './scroller.ts';

interface Wanted {
  /** Below 0 for a head, which is always visible. */
  readonly row: number;
  readonly laid: LaidColumn | undefined;
}

/** The nearest offset at which all of `size` pixels from `at` are within `room` pixels. */
function nearest(offset: number, at: number, size: number, room: number): number {
  if (at < offset) return at;
  return at + size > offset + room ? Math.min(at, at + size - room) : offset;
}

/** The offset nearest to the present one at which the cell is visible. */
export function revealing(
  { row, laid }: Wanted,
  view: Viewport,
  layout: ColumnLayout,
  heights: Pick<Heights, 'row' | 'heads'>,
): ScrollOffset {
  const { top, left, width, height } = view;
  const middle = width - layout.start.width - layout.end.width;
  return {
    top: row < 0 ? top : nearest(top, row * heights.row, heights.row, height - heights.heads),
    left: laid?.side === 'center' ? nearest(left, laid.left, laid.width, middle) : left,
  };
}
