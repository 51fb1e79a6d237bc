// Pinning and moving columns: TanStack Table stores an order and the pins; where a moved column goes is decided here.

import { screenOrder, type ColumnPlacement, type Side } from './column-state.ts';
import type { ColumnTable } from './column-table.ts';

export const placementIn = (table: ColumnTable): ColumnPlacement => ({
  start: table.getStartVisibleLeafColumns().map(({ id }) => id),
  center: table.getCenterVisibleLeafColumns().map(({ id }) => id),
  end: table.getEndVisibleLeafColumns().map(({ id }) => id),
});

export const sideOf = (table: ColumnTable, name: string): Side =>
  table.getColumn(name)?.getIsPinned() || 'center';

/** Puts a column at a side, before its column number `at` as counted without it. */
function place(table: ColumnTable, name: string, side: Side, at: number): void {
  const { start, center, end } = placementIn(table);
  const without = (names: readonly string[]): string[] => names.filter((each) => each !== name);
  const next = { start: without(start), center: without(center), end: without(end) };
  next[side].splice(at, 0, name);
  const order = screenOrder(next);
  table.setColumnOrder((old) => [...order, ...old.filter((each) => !order.includes(each))]);
  table.setColumnPinning({ start: next.start, end: next.end });
}

/** Puts a column at a side, as its innermost one, or back in the center, next to the side where it was. */
export function pinColumn(table: ColumnTable, name: string, side: Side): void {
  const from = sideOf(table, name);
  if (from === side) return;
  const isFirst = side === 'end' || (side === 'center' && from === 'start');
  place(table, name, side, isFirst ? 0 : placementIn(table)[side].length);
}

/** Puts a column before another one, at that one's side; without another one at the end of `side`. */
export function moveBefore(
  table: ColumnTable,
  name: string,
  before: string | undefined,
  side: Side = before === undefined ? 'center' : sideOf(table, before),
): void {
  if (name === before) return;
  const target = placementIn(table)[side].filter((each) => each !== name);
  place(table, name, side, before === undefined ? target.length : target.indexOf(before));
}

/** Puts a column in another one's place, which gives way toward where the column came from. */
export function moveOnto(table: ColumnTable, name: string, onto: string): void {
  const placement = placementIn(table);
  const order = screenOrder(placement);
  const side = sideOf(table, onto);
  const own = placement[side];
  const isAfter = order.indexOf(onto) > order.indexOf(name);
  moveBefore(table, name, isAfter ? own[own.indexOf(onto) + 1] : onto, side);
}

const SIDES: readonly Side[] = ['start', 'center', 'end'];

/** Moves a column by one place, at the edge of its side into the next one; returns whether it moved. */
export function moveBy(table: ColumnTable, name: string, by: 1 | -1): boolean {
  const placement = placementIn(table);
  const side = sideOf(table, name);
  const to = placement[side].indexOf(name) + by;
  if (to >= 0 && to < placement[side].length) {
    place(table, name, side, to);
    return true;
  }
  const next = SIDES[SIDES.indexOf(side) + by];
  // A side without columns gets its first one from the menu, not by moving past the last column.
  if (next === undefined || (next !== 'center' && placement[next].length === 0)) return false;
  place(table, name, next, by > 0 ? 0 : placement[next].length);
  return true;
}
