// The state of a grid's columns as it is stored (in settings and saved views), and its conversion to the state of a
// TanStack table and back.

import type {
  ColumnOrderState,
  ColumnPinningState,
  ColumnSizingState,
  ColumnVisibilityState,
} from '@tanstack/react-table';
import { z } from 'zod';
import type { Column } from '#shared/catalogue/column.ts';

export const columnStateSchema = z.object({
  /** Columns shown, in their order; absent: the catalogue's first view. */
  shown: z.array(z.string()).optional(),
  /** Pixels by column, for those that were resized. */
  widths: z.record(z.string(), z.number()),
  /** Columns pinned at the left, in their order; absent: what the screen pins by default. */
  pinnedStart: z.array(z.string()).optional(),
  /** Columns pinned at the right, in their order. */
  pinnedEnd: z.array(z.string()).optional(),
  /** Keys of the catalogue's groups of which only the first column is drawn. */
  foldedGroups: z.array(z.string()).optional(),
});

export type ColumnState = z.infer<typeof columnStateSchema>;

export const DEFAULT_COLUMN_STATE: ColumnState = { widths: {} };

/** The columns to draw, in order: those chosen that exist here, otherwise the catalogue's first view. */
export function shownColumns(all: readonly Column[], columnState: ColumnState): readonly Column[] {
  const byName = new Map(all.map((column) => [column.name, column]));
  const chosen = (columnState.shown ?? []).flatMap((name) => byName.get(name) ?? []);
  if (chosen.length > 0) return chosen;
  const first = all.filter((column) => column.shown);
  return first.length > 0 ? first : all;
}

/** The slices of a TanStack table's state that a column state stores. */
export interface ColumnSlices {
  /** All columns; a hidden one is at the place where it would reappear. */
  readonly columnOrder: ColumnOrderState;
  readonly columnVisibility: ColumnVisibilityState;
  readonly columnPinning: ColumnPinningState;
  readonly columnSizing: ColumnSizingState;
}

/** Names of shown columns by side, each in the order on screen, folded ones included. */
export interface ColumnPlacement {
  readonly start: readonly string[];
  readonly center: readonly string[];
  readonly end: readonly string[];
}

/** The side of a column; those in the center are scrolled. */
export type Side = keyof ColumnPlacement;

/** Names in the order on screen, for exports and copies of everything. */
export const screenOrder = ({ start, center, end }: ColumnPlacement): readonly string[] => [
  ...start,
  ...center,
  ...end,
];

/** Where the slices put each shown column. */
export function placementOf({ columnOrder, columnVisibility, columnPinning }: ColumnSlices): ColumnPlacement {
  const shown = columnOrder.filter((name) => columnVisibility[name] !== false);
  const isShown = new Set(shown);
  const pinned = new Set([...columnPinning.start, ...columnPinning.end]);
  return {
    start: columnPinning.start.filter((name) => isShown.has(name)),
    center: shown.filter((name) => !pinned.has(name)),
    end: columnPinning.end.filter((name) => isShown.has(name)),
  };
}

interface Defaults {
  /** Columns that the screen pins at the left by default. */
  readonly pinned?: readonly string[] | undefined;
  /** Pixels by column, where the screen does not want the usual ones. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
}

/** Without a column state all columns are shown, in their order. */
export function slicesOf(
  all: readonly Column[],
  columnState: ColumnState | undefined,
  { pinned = [], widths }: Defaults = {},
): ColumnSlices {
  const { pinnedStart = pinned, pinnedEnd = [], widths: resized } = columnState ?? DEFAULT_COLUMN_STATE;
  const shown = (columnState === undefined ? all : shownColumns(all, columnState)).map(({ name }) => name);
  const isShown = new Set(shown);
  const hidden = all.filter(({ name }) => !isShown.has(name)).map(({ name }) => name);
  const isAtEnd = new Set(pinnedEnd);
  return {
    columnOrder: withHidden(
      all.map(({ name }) => name),
      shown,
      hidden,
    ),
    columnVisibility: Object.fromEntries(hidden.map((name) => [name, false])),
    columnPinning: { start: pinnedStart.filter((name) => !isAtEnd.has(name)), end: [...pinnedEnd] },
    columnSizing: { ...widths, ...resized },
  };
}

/** Puts each hidden column before the first shown one that follows it in `all`, the names in their order. */
export function withHidden(
  all: readonly string[],
  shown: readonly string[],
  hidden: readonly string[],
): string[] {
  if (hidden.length === 0) return [...shown];
  const rank = new Map(all.map((name, at) => [name, at]));
  const rankOf = (name: string): number => rank.get(name) ?? 0;
  const before = Map.groupBy(hidden, (name) => shown.find((each) => rankOf(each) > rankOf(name)));
  return [...shown.flatMap((name) => [...(before.get(name) ?? []), name]), ...(before.get(undefined) ?? [])];
}

/** The column state after a change of slices; only what changed is stored, so that defaults stay defaults. */
export function changedColumnState(
  columnState: ColumnState,
  before: ColumnSlices,
  after: ColumnSlices,
): ColumnState {
  let next = columnState;
  if (after.columnVisibility !== before.columnVisibility) {
    next = { ...next, shown: after.columnOrder.filter((name) => after.columnVisibility[name] !== false) };
  }
  if (after.columnOrder !== before.columnOrder || after.columnPinning !== before.columnPinning) {
    const placement = placementOf(after);
    const { start, end } = placement;
    next = { ...next, shown: [...screenOrder(placement)], pinnedStart: [...start], pinnedEnd: [...end] };
  }
  if (after.columnSizing !== before.columnSizing) {
    const resized = Object.entries(after.columnSizing).filter(
      ([name, width]) => width !== before.columnSizing[name],
    );
    next = { ...next, widths: { ...next.widths, ...Object.fromEntries(resized) } };
  }
  return next;
}

/** Folds or unfolds a group. */
export function foldGroup(columnState: ColumnState, group: string): ColumnState {
  const folded = columnState.foldedGroups ?? [];
  const next = folded.includes(group) ? folded.filter((each) => each !== group) : [...folded, group];
  return { ...columnState, foldedGroups: next };
}
