// A long stretch of cells, read by as many windows as it takes.

import type { CellRange, Cells } from './row-source.ts';

/** Rows of one window at most, by the bridge's contract. */
const MOST_AT_ONCE = 1000;

interface Window {
  readonly columns: string[];
  readonly from: number;
  readonly count: number;
}

/** One window after the other, so that what a person scrolls to in between does not wait long. */
export async function readWindows(
  ask: (window: Window) => Promise<{ readonly cells: Cells }>,
  { from, count, columns }: CellRange,
): Promise<Cells> {
  const parts: Cells[] = [];
  for (let at = from; at < from + count; at += MOST_AT_ONCE) {
    const rows = Math.min(MOST_AT_ONCE, from + count - at);
    const { cells } = await ask({ columns: [...columns], from: at, count: rows });
    parts.push(cells);
  }
  return columns.map((_, column) => parts.flatMap((cells) => cells[column] ?? []));
}
