// Which rows and columns are drawn, and where: those on screen, one row around them, and always the focused cell.

import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { RUN, type LaidColumn, type ColumnLayout } from '../columns/layout.ts';
import { namesWithBeside, type RowSource } from '../data/row-source.ts';
import { columnsAhead, drawnRuns, visibleRuns, type RunRange } from './visible-columns.ts';
import type { Heading, ScrollOffset, Scroller } from './scroller.ts';
import { isHere, makeHold, PATIENCE_MS } from './stale-while-scrolling.ts';

interface Options {
  readonly scroller: Scroller;
  /** The element around everything that is drawn, heads and rows. */
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly source: RowSource;
  readonly layout: ColumnLayout;
  readonly rowHeight: number;
  readonly headsHeight: number;
  /** Otherwise every row and column is drawn. */
  readonly virtual: boolean;
  /** Row and column of the focused cell, which must not leave the page while it has the focus. */
  readonly keepRow: number;
  readonly keepColumn: number;
}

export interface DrawnRow {
  readonly row: number;
  /** The element of a row that left the screen is reused for one that comes, because making elements is slow. */
  readonly key: string;
  /** Pixels within `.grid-rows`. */
  readonly top: number;
}

interface ViewportCells {
  readonly rows: readonly DrawnRow[];
  readonly runs: readonly (readonly LaidColumn[])[];
}

/** Rows drawn above and below those on screen, so that a small step shows them at once. */
const AROUND = 1;

/** Rows are placed relative to a multiple of this many pixels, because an element's coordinates end at 33 million. */
const STRETCH = 1_000_000;

/** The `top` of a focused row that is not on screen. */
export const ASIDE = -100_000;

const originOf = (top: number): number => Math.floor(top / STRETCH) * STRETCH;

interface Drawn extends ScrollOffset {
  readonly from: number;
  readonly to: number;
}

/** Moves the drawn cells to an offset. */
function place(pane: HTMLElement, { top, left }: ScrollOffset): void {
  const rows = pane.querySelector<HTMLElement>('.grid-rows');
  if (rows !== null) rows.style.transform = `translateY(${originOf(top) - top}px)`;
  const sideways = `translateX(${-left}px)`;
  for (const center of pane.querySelectorAll<HTMLElement>('.grid-center')) {
    if (center.style.transform !== sideways) center.style.transform = sideways;
  }
  // Group heads keep their label in sight.
  pane.querySelector<HTMLElement>('.grid-groups')?.style.setProperty('--grid-left', `${left}px`);
}

/** The range on screen now, whatever is drawn. */
function useLook(options: Options): () => { readonly rows: Drawn; readonly runs: RunRange } {
  const { scroller, source, layout, rowHeight, headsHeight, virtual } = options;
  const count = source.rows;
  return useCallback(() => {
    const { top, left, width, height } = scroller.view();
    if (!virtual)
      return { rows: { top: 0, left, from: 0, to: count }, runs: { first: 0, last: layout.runs.length - 1 } };
    const from = Math.max(0, Math.floor(top / rowHeight) - AROUND);
    const to = Math.min(count, Math.ceil((top + height - headsHeight) / rowHeight) + AROUND);
    const center = Math.max(0, width - layout.start.width - layout.end.width);
    return { rows: { top, left, from, to }, runs: visibleRuns(layout.runs, left, center) };
  }, [scroller, layout, rowHeight, headsHeight, virtual, count]);
}

export function useViewport(options: Options): ViewportCells {
  const { scroller, pane, source, layout, rowHeight, headsHeight } = options;
  const look = useLook(options);
  const [, redraw] = useState(0);
  // Read while drawing, so that the drawing matches the scroll bar's present position and not that of its last event.
  const { rows: wanted, runs: range } = look();
  const { first, last } = range;
  const keptRun = Math.floor((options.keepColumn - layout.start.columns.length) / RUN);
  const runs = useMemo(
    () => drawnRuns(layout.runs, { first, last }, keptRun),
    [layout, first, last, keptRun],
  );
  const heading = scroller.heading();
  const names = useMemo(() => namesOf(layout, runs, heading), [layout, runs, heading]);
  const [stage] = useState(() => ({ hold: makeHold(() => performance.now()), source, drawn: wanted, range }));
  const drawn =
    stage.source === source
      ? stage.hold.choose(wanted, stage.drawn, (rows) => isHere(source, rows, names.drawn))
      : wanted;
  const awaited = stage.source === source ? stage.hold.awaited() : undefined;

  useEffect(
    () =>
      scroller.subscribe(() => {
        const next = look();
        const { from, to, top } = stage.drawn;
        const hasRows =
          next.rows.from === from && next.rows.to === to && originOf(next.rows.top) === originOf(top);
        const hasRuns = next.runs.first === stage.range.first && next.runs.last === stage.range.last;
        // Cells that are drawn are only moved. Others are drawn first and moved then, so that none is ever seen empty.
        if (hasRows && hasRuns && pane.current !== null) place(pane.current, next.rows);
        else redraw((draws) => draws + 1);
      }),
    [scroller, look, pane, stage],
  );
  useLayoutEffect(() => {
    Object.assign(stage, { source, drawn, range });
    if (pane.current !== null) place(pane.current, drawn);
  });
  const { from, to } = awaited ?? drawn;
  useEffect(() => {
    if (to > from) source.show(from, to, names.drawn, names.near);
  }, [source, from, to, names]);
  useEffect(() => {
    if (awaited === undefined) return undefined;
    const timer = setTimeout(() => redraw((draws) => draws + 1), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [awaited]);

  // Rows that stay on screen from when the view was higher are more than it needs now.
  const pool = Math.max(
    Math.ceil((scroller.view().height - headsHeight) / rowHeight) + 2 * AROUND + 2,
    drawn.to - drawn.from + 1,
  );
  return { rows: drawnRows(drawn, pool, options), runs };
}

interface Names {
  readonly drawn: readonly string[];
  /** Columns beside those on screen, the most wanted first. */
  readonly near: readonly string[];
}

const namesIn = ({ column, trend = [] }: LaidColumn): readonly string[] => [
  ...namesWithBeside([column]),
  ...trend,
];

function namesOf(layout: ColumnLayout, runs: readonly (readonly LaidColumn[])[], heading: Heading): Names {
  const { start, center, end } = layout;
  const drawn = [...start.columns, ...runs.flat(), ...end.columns];
  const places = runs.flat().map(({ index }) => index - start.columns.length);
  const ahead =
    places.length === 0
      ? []
      : columnsAhead(Math.min(...places), Math.max(...places), center.columns.length, heading);
  return {
    drawn: [...new Set(drawn.flatMap(namesIn))],
    near: ahead.flatMap((place) => center.columns.slice(place, place + 1).flatMap(namesIn)),
  };
}

/** `pool`: one more than the most rows drawn, so that no two of them share an element. */
function drawnRows({ from, to, top }: Drawn, pool: number, options: Options): DrawnRow[] {
  const { rowHeight, keepRow, source, virtual } = options;
  const origin = originOf(top);
  // The focused row keeps an element of its own; otherwise the focus would pass to the row that reuses it.
  const keyOf = (row: number): string => (row === keepRow ? 'focused' : String(virtual ? row % pool : row));
  const rows: DrawnRow[] = [];
  if (keepRow >= 0 && keepRow < from && keepRow < source.rows)
    rows.push({ row: keepRow, key: 'focused', top: ASIDE });
  for (let row = from; row < to; row += 1) rows.push({ row, key: keyOf(row), top: row * rowHeight - origin });
  if (keepRow >= to && keepRow < source.rows) rows.push({ row: keepRow, key: 'focused', top: ASIDE });
  // Elements keep their order in the page: moving one costs as much as making it.
  return virtual ? rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : rows;
}
