// What a person does to the order of columns: pin, move, hide, fold a group. Pure: an columnState in, another out.

import type { Column } from '#shared/catalogue/column.ts';
import type { ColumnState } from './column-state.ts';

/** Where a column stays while the others are scrolled. */
export type Side = 'start' | 'end' | 'none';

/** Names of the columns drawn, by where they stand; each in the order on screen. */
export interface ColumnPlacement {
  readonly start: readonly string[];
  readonly center: readonly string[];
  readonly end: readonly string[];
}

/**
 * Where each shown column stands. `pinned` is what the screen pins at the left while nobody chose otherwise; names
 * that are not shown are passed over.
 */
export function placesOf(
  shown: readonly Pick<Column, 'name'>[],
  columnState: ColumnState,
  pinned: readonly string[],
): ColumnPlacement {
  const names = new Set(shown.map((column) => column.name));
  const end = (columnState.pinnedEnd ?? []).filter((name) => names.has(name));
  const atEnd = new Set(end);
  const start = (columnState.pinnedStart ?? pinned).filter((name) => names.has(name) && !atEnd.has(name));
  const aside = new Set([...start, ...end]);
  return { start, center: [...names].filter((name) => !aside.has(name)), end };
}

/** Names in the order on screen, folded ones included: what an export or a copy of everything goes by. */
export const inScreenOrder = ({ start, center, end }: ColumnPlacement): readonly string[] => [
  ...start,
  ...center,
  ...end,
];

export const sideOf = (places: ColumnPlacement, name: string): Side =>
  places.start.includes(name) ? 'start' : places.end.includes(name) ? 'end' : 'none';

const withPlaces = (columnState: ColumnState, places: ColumnPlacement): ColumnState => ({
  ...columnState,
  shown: [...inScreenOrder(places)],
  pinnedStart: [...places.start],
  pinnedEnd: [...places.end],
});

const KEYS = { start: 'start', end: 'end', none: 'center' } as const satisfies Record<
  Side,
  keyof ColumnPlacement
>;

/** Puts a column at a side, as its innermost one, or back among the others, next to that side. */
export function pinColumn(
  columnState: ColumnState,
  places: ColumnPlacement,
  name: string,
  side: Side,
): ColumnState {
  const from = sideOf(places, name);
  if (from === side) return columnState;
  const without: ColumnPlacement = {
    ...places,
    [KEYS[from]]: places[KEYS[from]].filter((each) => each !== name),
  };
  const target = without[KEYS[side]];
  const atFront = side === 'end' || (side === 'none' && from === 'start');
  return withPlaces(columnState, {
    ...without,
    [KEYS[side]]: atFront ? [name, ...target] : [...target, name],
  });
}

/**
 * Puts a column before another one, and at that one's side; before nothing is the end of `side`, which is the middle
 * if it is not said.
 */
export function moveBefore(
  columnState: ColumnState,
  places: ColumnPlacement,
  name: string,
  before: string | undefined,
  side: Side = before === undefined ? 'none' : sideOf(places, before),
): ColumnState {
  if (name === before) return columnState;
  const without = {
    start: places.start.filter((each) => each !== name),
    center: places.center.filter((each) => each !== name),
    end: places.end.filter((each) => each !== name),
  };
  const target = without[KEYS[side]];
  const at = before === undefined ? target.length : target.indexOf(before);
  return withPlaces(columnState, { ...without, [KEYS[side]]: target.toSpliced(at, 0, name) });
}

/** Puts a column in another one's place, which gives way toward where the column came from. */
export function moveOnto(
  columnState: ColumnState,
  places: ColumnPlacement,
  name: string,
  onto: string,
): ColumnState {
  const order = inScreenOrder(places);
  const side = sideOf(places, onto);
  if (order.indexOf(onto) <= order.indexOf(name)) return moveBefore(columnState, places, name, onto, side);
  const own = places[KEYS[side]];
  return moveBefore(columnState, places, name, own[own.indexOf(onto) + 1], side);
}

/** Moves a column by so many places, from one side into the next where it meets the edge. */
export function moveBy(
  columnState: ColumnState,
  places: ColumnPlacement,
  name: string,
  by: 1 | -1,
): ColumnState {
  const side = sideOf(places, name);
  const own = places[KEYS[side]];
  const at = own.indexOf(name);
  const to = at + by;
  if (to >= 0 && to < own.length) {
    const next = own.toSpliced(at, 1).toSpliced(to, 0, name);
    return withPlaces(columnState, { ...places, [KEYS[side]]: next });
  }
  const sides: readonly Side[] = ['start', 'none', 'end'];
  const nextSide = sides[sides.indexOf(side) + by];
  if (nextSide === undefined) return columnState;
  const without = own.filter((each) => each !== name);
  const target = places[KEYS[nextSide]];
  // A side that has no columns yet is made by its menu, not by moving past the last one.
  if (nextSide !== 'none' && target.length === 0) return columnState;
  return withPlaces(columnState, {
    ...places,
    [KEYS[side]]: without,
    [KEYS[nextSide]]: by > 0 ? [name, ...target] : [...target, name],
  });
}

/** Hides columns; the last ones stay, because a grid without columns explains nothing. */
export function hideColumns(
  columnState: ColumnState,
  places: ColumnPlacement,
  names: ReadonlySet<string>,
): ColumnState {
  const left = inScreenOrder(places).filter((name) => !names.has(name));
  return left.length === 0 ? columnState : { ...columnState, shown: left };
}

/** Folds or unfolds a group. */
export function foldGroup(columnState: ColumnState, group: string): ColumnState {
  const folded = columnState.foldedGroups ?? [];
  const next = folded.includes(group) ? folded.filter((each) => each !== group) : [...folded, group];
  return { ...columnState, foldedGroups: next };
}

/** Sets widths in pixels of some columns. */
export const withWidths = (
  columnState: ColumnState,
  widths: Readonly<Record<string, number>>,
): ColumnState => ({ ...columnState, widths: { ...columnState.widths, ...widths } });
