// Where each column is drawn: pinned at the left, in the center that scrolls, or pinned at the right, and the group heads
// above them. Pure.

import type { Column } from '#shared/catalogue/column.ts';
import type { GroupKey } from '#shared/catalogue/groups.ts';
import type { Side } from './column-state.ts';
import { isNumeric } from './column-width.ts';

export interface LaidColumn {
  readonly column: Column;
  /** From 0, in screen order. */
  readonly index: number;
  /** Pixels from the left edge of its section. */
  readonly left: number;
  readonly width: number;
  readonly side: Side;
  /** The class of its cells and of its head. */
  readonly className: string;
  /** Columns whose numbers are drawn as a line beside the column's own value. */
  readonly trend: readonly string[] | undefined;
  /** `left` and `width` for the element: one object that stays the same, so that React need not compare it. */
  readonly style: { readonly left: number; readonly width: number };
}

/** Neighboring columns of one group of the catalogue, under one head. */
export interface GroupSpan {
  readonly group: GroupKey;
  readonly first: LaidColumn;
  readonly columns: number;
  readonly width: number;
  /** Columns that are folded behind the first. */
  readonly folded: number;
}

export interface Section {
  readonly columns: readonly LaidColumn[];
  readonly groups: readonly GroupSpan[];
  readonly width: number;
}

export interface ColumnLayout {
  readonly start: Section;
  readonly center: Section;
  readonly end: Section;
  /** The center in runs of a few columns, which are drawn or left out together. */
  readonly runs: readonly (readonly LaidColumn[])[];
  readonly all: readonly LaidColumn[];
  readonly width: number;
}

/** Columns of a run: with fewer, a sideways scroll redraws rows too often; with more, too many invisible cells are drawn. */
export const RUN = 2;

export interface Placed {
  readonly column: Column;
  readonly width: number;
  /** Others of its group that are folded behind it. */
  readonly folded: number;
  readonly trend?: readonly string[] | undefined;
}

const classOf = (column: Column): string =>
  column.kind === 'mark' ? ' is-mark' : isNumeric(column) ? ' is-numeric' : ' is-words';

function section(side: Side, placed: readonly Placed[], firstIndex: number): Section {
  const columns: LaidColumn[] = [];
  const groups: GroupSpan[] = [];
  let left = 0;
  for (const { column, width, folded, trend } of placed) {
    const laid: LaidColumn = {
      column,
      index: firstIndex + columns.length,
      left,
      width,
      side,
      className: classOf(column),
      trend,
      style: { left, width },
    };
    columns.push(laid);
    left += width;
    const span = groups.at(-1);
    if (span !== undefined && span.group === column.group && span.folded === 0 && folded === 0) {
      groups[groups.length - 1] = { ...span, columns: span.columns + 1, width: span.width + width };
    } else {
      groups.push({ group: column.group, first: laid, columns: 1, width, folded });
    }
  }
  return { columns, groups, width: left };
}

/** Lays out the columns of each side, in order. */
export function layColumns(
  start: readonly Placed[],
  center: readonly Placed[],
  end: readonly Placed[],
): ColumnLayout {
  const sections = {
    start: section('start', start, 0),
    center: section('center', center, start.length),
    end: section('end', end, start.length + center.length),
  };
  const { columns } = sections.center;
  return {
    ...sections,
    runs: Array.from({ length: Math.ceil(columns.length / RUN) }, (_, at) =>
      columns.slice(at * RUN, (at + 1) * RUN),
    ),
    all: [...sections.start.columns, ...columns, ...sections.end.columns],
    width: sections.start.width + sections.center.width + sections.end.width,
  };
}

/** Names of the center's columns that are folded, and how many each group's first column stands for. */
export function foldedAway(
  center: readonly Column[],
  foldedGroups: ReadonlySet<string>,
): { readonly hidden: ReadonlySet<string>; readonly behind: ReadonlyMap<string, number> } {
  const hidden = new Set<string>();
  const behind = new Map<string, number>();
  const firstOf = new Map<string, string>();
  for (const { name, group } of center) {
    if (!foldedGroups.has(group)) continue;
    const first = firstOf.get(group);
    if (first === undefined) firstOf.set(group, name);
    else {
      hidden.add(name);
      behind.set(first, (behind.get(first) ?? 0) + 1);
    }
  }
  return { hidden, behind };
}
