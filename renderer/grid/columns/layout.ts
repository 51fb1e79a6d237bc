// Where each column stands: at the left, in the middle that is scrolled, at the right, and which group heads are
// over them. Pure.

import type { Column } from '#shared/catalogue/column.ts';
import type { GroupKey } from '#shared/catalogue/groups.ts';
import type { Side } from './column-order.ts';
import { isNumeric } from './column-width.ts';
import { trendOf } from '../../racing/row-reading.ts';

export interface LaidColumn {
  readonly column: Column;
  /** From 0, in the order on screen. */
  readonly index: number;
  /** Pixels from the left edge of its section. */
  readonly left: number;
  readonly width: number;
  readonly side: Side;
  /** Of its cells, and of its head. */
  readonly className: string;
  /** Columns whose figures are drawn as a line beside its own. */
  readonly trend: readonly string[] | undefined;
  /** `left` and `width` for the page, one object, so that nobody compares it field by field. */
  readonly style: { readonly left: number; readonly width: number };
}

/** Neighboring columns of one group of the catalogue, under one head. */
export interface GroupSpan {
  readonly group: GroupKey;
  readonly first: LaidColumn;
  readonly columns: number;
  readonly width: number;
  /** Columns that are folded away behind the first. */
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
  /** The middle in runs of a few columns, which are drawn or left out together. */
  readonly runs: readonly (readonly LaidColumn[])[];
  readonly all: readonly LaidColumn[];
  readonly width: number;
}

/** Columns of a run: fewer redraw rows too often while one scrolls sideways, more draw too much that is not seen. */
export const RUN = 2;

export interface Placed {
  readonly column: Column;
  readonly width: number;
  /** Others of its group that are folded away behind it. */
  readonly folded: number;
}

const classOf = (column: Column): string =>
  column.kind === 'mark' ? ' is-mark' : isNumeric(column) ? ' is-numeric' : ' is-words';

function section(side: Side, placed: readonly Placed[], firstIndex: number): Section {
  const columns: LaidColumn[] = [];
  const groups: GroupSpan[] = [];
  let left = 0;
  for (const { column, width, folded } of placed) {
    const laid: LaidColumn = {
      column,
      index: firstIndex + columns.length,
      left,
      width,
      side,
      className: classOf(column),
      trend: trendOf(column),
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

/** Lays out what stands at each side, in order. */
export function layColumns(
  start: readonly Placed[],
  center: readonly Placed[],
  end: readonly Placed[],
): ColumnLayout {
  const sections = {
    start: section('start', start, 0),
    center: section('none', center, start.length),
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

/** Names of the middle's columns that are folded away, and how many each group's first one stands for. */
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
