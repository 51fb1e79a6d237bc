// How a person arranged a grid's columns, as it is kept: which are shown, in what order, how wide, which stay at
// the sides, which groups are folded. The first look of a table is an columnState too, the empty one.

import { z } from 'zod';
import type { Column } from '#shared/catalogue/column.ts';

export const columnStateSchema = z.object({
  /** Columns shown, in their order; absent: the catalogue's first view. */
  shown: z.array(z.string()).optional(),
  /** Pixels by column, for those that were resized. */
  widths: z.record(z.string(), z.number()),
  /** Columns that stay at the left, in their order; absent: what the screen pins by itself. */
  pinnedStart: z.array(z.string()).optional(),
  /** Columns that stay at the right, in their order. */
  pinnedEnd: z.array(z.string()).optional(),
  /** Keys of the catalogue's groups of which only the first column is drawn. */
  foldedGroups: z.array(z.string()).optional(),
});

export type ColumnState = z.infer<typeof columnStateSchema>;

export const DEFAULT_COLUMN_STATE: ColumnState = { widths: {} };

/** The columns to draw, in order: those chosen that exist here, else the first view of the catalogue. */
export function shownColumns(all: readonly Column[], columnState: ColumnState): readonly Column[] {
  const byName = new Map(all.map((column) => [column.name, column]));
  const chosen = (columnState.shown ?? []).flatMap((name) => byName.get(name) ?? []);
  if (chosen.length > 0) return chosen;
  const first = all.filter((column) => column.shown);
  return first.length > 0 ? first : all;
}

/** Shows or hides one column; one that comes back stands where the catalogue has it among those shown. */
export function toggleColumn(all: readonly Column[], columnState: ColumnState, name: string): ColumnState {
  const shown = shownColumns(all, columnState).map((column) => column.name);
  if (shown.includes(name)) {
    const left = shown.filter((each) => each !== name);
    // The last column stays: a grid without columns shows nothing and explains nothing.
    return left.length === 0 ? columnState : { ...columnState, shown: left };
  }
  const rank = new Map(all.map((column, at) => [column.name, at]));
  const at = shown.findIndex((each) => (rank.get(each) ?? 0) > (rank.get(name) ?? 0));
  return { ...columnState, shown: at < 0 ? [...shown, name] : shown.toSpliced(at, 0, name) };
}

/** Shows some columns beside those shown, which keep their order; each stands where the catalogue has it among them. */
export const showColumns = (
  all: readonly Column[],
  columnState: ColumnState,
  names: ReadonlySet<string>,
): ColumnState => {
  const shown = new Set(shownColumns(all, columnState).map((column) => column.name));
  const added = all.filter(({ name }) => names.has(name) && !shown.has(name));
  return added.reduce((now, { name }) => toggleColumn(all, now, name), columnState);
};
