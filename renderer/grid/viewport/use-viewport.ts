// Which rows and runs of columns are drawn, and where: those on screen and one around them, and always the focused
// cell's. Rows are of one height and are reckoned; columns are TanStack Virtual's, by runs.

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { columnsAhead } from './columns-ahead.ts';
import { RUN, type LaidColumn, type ColumnLayout } from '../columns/layout.ts';
import type { RowSource } from '../data/row-source.ts';
import type { Heading, ScrollOffset, Scroller } from './scroller.ts';
import { useLatest } from '../use-latest.ts';
import { isHere, makeHold, PATIENCE_MS } from './stale-while-scrolling.ts';

interface Options {
  readonly scroller: Scroller;
  readonly element: RefObject<HTMLDivElement | null>;
  /** What holds all that is drawn, heads and rows. */
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
  /** An element that left the screen is used again for a row that comes: making elements is dear. */
  readonly key: string;
  /** Pixels within `.grid-rows`. */
  readonly top: number;
}

interface Viewport {
  readonly rows: readonly DrawnRow[];
  readonly runs: readonly (readonly LaidColumn[])[];
}

/** Rows drawn above and below those on screen, so that a small step shows them at once. */
const AROUND = 1;

/** Rows stand in their element relative to a multiple of this, because an element's coordinates end at 33 million. */
const STRETCH = 1_000_000;

/** Where a focused row stands that is not on screen. */
export const ASIDE = -100_000;

const originOf = (top: number): number => Math.floor(top / STRETCH) * STRETCH;

interface Drawn extends ScrollOffset {
  readonly from: number;
  readonly to: number;
}

/** Puts the drawn cells where an offset wants them. */
function place(pane: HTMLElement, { top, left }: ScrollOffset): void {
  const rows = pane.querySelector<HTMLElement>('.grid-rows');
  if (rows !== null) rows.style.transform = `translateY(${originOf(top) - top}px)`;
  const sideways = `translateX(${-left}px)`;
  for (const center of pane.querySelectorAll<HTMLElement>('.grid-center')) {
    if (center.style.transform !== sideways) center.style.transform = sideways;
  }
  // Group heads keep their words in sight.
  pane.querySelector<HTMLElement>('.grid-groups')?.style.setProperty('--grid-left', `${left}px`);
}

export function useViewport(options: Options): Viewport {
  const { scroller, element, pane, source, layout, rowHeight, headsHeight, virtual } = options;
  const count = source.rows;
  const look = useCallback((): Drawn => {
    const { top, left, height } = scroller.view();
    if (!virtual) return { top: 0, left, from: 0, to: count };
    const from = Math.max(0, Math.floor(top / rowHeight) - AROUND);
    const to = Math.min(count, Math.ceil((top + height - headsHeight) / rowHeight) + AROUND);
    return { top, left, from, to };
  }, [scroller, rowHeight, headsHeight, virtual, count]);
  const [, redraw] = useState(0);

  // The virtualizer subscribes once: what it is told must be of the present layout.
  const middle = useLatest(() => {
    const { width } = scroller.view();
    return { width: Math.max(0, width - layout.start.width - layout.end.width), height: 0 };
  });
  const tellMiddle = useRef<() => void>(undefined);
  const keepRun =
    options.keepColumn < layout.start.columns.length
      ? -1
      : Math.floor((options.keepColumn - layout.start.columns.length) / RUN);
  const columns = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: layout.runs.length,
    enabled: virtual,
    horizontal: true,
    getScrollElement: () => element.current,
    estimateSize: (at) => layout.runs[at]?.reduce((sum, laid) => sum + laid.width, 0) ?? 0,
    overscan: 0,
    initialOffset: () => scroller.view().left,
    initialRect: middle(),
    rangeExtractor: useMemo(() => withKept(keepRun), [keepRun]),
    observeElementRect: useCallback(
      (_instance: unknown, tell: (rect: { width: number; height: number }) => void) => {
        tellMiddle.current = () => tell(middle());
        tellMiddle.current();
        return scroller.subscribe(() => tell(middle()));
      },
      [scroller, middle],
    ),
    observeElementOffset: useCallback(
      (_instance: unknown, tell: (offset: number, isScrolling: boolean) => void) => {
        tell(scroller.view().left, false);
        return scroller.subscribe(() => tell(scroller.view().left, false));
      },
      [scroller],
    ),
    scrollToFn: () => undefined,
    // Rendering inside the scroll event costs a third of the frames.
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    columns.measure();
    tellMiddle.current?.();
  }, [columns, layout]);

  const items = columns.getVirtualItems();
  const runs = useMemo(
    () => (virtual ? items.flatMap((item) => [layout.runs[item.index] ?? []]) : layout.runs),
    [virtual, items, layout],
  );
  const heading = scroller.heading();
  const names = useMemo(() => namesOf(layout, runs, heading), [layout, runs, heading]);
  // Looked at while drawing, so that what is drawn is where the bar is now and not where it was when it was moved.
  const wanted = look();
  const [stage] = useState(() => ({ hold: makeHold(), source, drawn: wanted }));
  const drawn =
    stage.source === source
      ? stage.hold.choose(wanted, stage.drawn, (rows) => isHere(source, rows, names.drawn), performance.now())
      : wanted;
  const awaited = stage.source === source ? stage.hold.awaited() : undefined;

  useEffect(
    () =>
      scroller.subscribe(() => {
        const next = look();
        const now = stage.drawn;
        const isDrawn =
          next.from === now.from && next.to === now.to && originOf(next.top) === originOf(now.top);
        // The same rows are only moved. Others are drawn first and moved then, so that no empty row is ever seen.
        if (isDrawn && pane.current !== null) place(pane.current, next);
        else redraw((draws) => draws + 1);
      }),
    [scroller, look, pane, stage],
  );
  useLayoutEffect(() => {
    stage.source = source;
    stage.drawn = drawn;
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

  // Rows held from when the view was higher are more than it needs now.
  const pool = Math.max(
    Math.ceil((scroller.view().height - headsHeight) / rowHeight) + 2 * AROUND + 2,
    drawn.to - drawn.from + 1,
  );
  return { rows: drawnRows(drawn, pool, options), runs };
}

interface Names {
  readonly drawn: readonly string[];
  /** SidePanelName those on screen, the ones wanted first in front. */
  readonly near: readonly string[];
}

const namesIn = ({ column, trend = [] }: LaidColumn): readonly string[] => [column.name, ...trend];

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

const withKept =
  (keep: number) =>
  (range: Range): number[] => {
    const shown = defaultRangeExtractor(range);
    if (keep < 0 || keep >= range.count || shown.includes(keep)) return shown;
    return keep < (shown[0] ?? 0) ? [keep, ...shown] : [...shown, keep];
  };

/** `pool`: one more than rows are drawn at most, so that no two of them share an element. */
function drawnRows({ from, to, top }: Drawn, pool: number, options: Options): DrawnRow[] {
  const { rowHeight, keepRow, source, virtual } = options;
  const origin = originOf(top);
  // The focused row keeps an element of its own: the focus would go on to whatever row comes into it.
  const keyOf = (row: number): string => (row === keepRow ? 'focused' : String(virtual ? row % pool : row));
  const rows: DrawnRow[] = [];
  if (keepRow >= 0 && keepRow < from && keepRow < source.rows)
    rows.push({ row: keepRow, key: 'focused', top: ASIDE });
  for (let row = from; row < to; row += 1) rows.push({ row, key: keyOf(row), top: row * rowHeight - origin });
  if (keepRow >= to && keepRow < source.rows) rows.push({ row: keepRow, key: 'focused', top: ASIDE });
  // Elements stay where they are in the page: moving one costs as much as making it.
  return virtual ? rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : rows;
}
