// The focused cell of the grid: it follows the keys, survives the reuse of row elements, and is restored by Back.

import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Heights } from '../viewport/heights.ts';
import type { ColumnLayout } from '../columns/layout.ts';
import { GROUP_HEADS, HEADS, moved, within, type GridSize, type Position } from './movement.ts';
import { revealing } from '../viewport/reveal.ts';
import type { RowSource } from '../data/row-source.ts';
import { isInField } from '../../components/focus.ts';
import { useLatest } from '../../components/use-latest.ts';
import type { Scroller } from '../viewport/scroller.ts';

/** The element of a cell or head. */
export function cellAt(grid: HTMLElement | null, row: number, column: number): HTMLElement | undefined {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"] [data-index="${column}"]`) ?? undefined;
}

/** The cell or head that an event came from. */
export function cellOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-index]') ?? undefined;
}

/** The position of the cell or head that an event came from. */
export function positionOf(target: EventTarget | null): Position | undefined {
  const cell = cellOf(target);
  if (cell === undefined) return undefined;
  const row = cell.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? undefined : { row: Number(row), column: Number(cell.dataset['index']) };
}

interface Options {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scroller: Scroller;
  readonly source: RowSource;
  readonly rows: number;
  readonly layout: ColumnLayout;
  readonly hasGroups: boolean;
  readonly heights: Heights;
  readonly start: Position;
  /** Whether the grid takes the focus when it appears. */
  readonly takeAtStart: boolean;
  /** A row chosen outside the grid: revealed without taking the focus. */
  readonly wantedRow: number | undefined;
}

export interface Focus {
  /** Always a cell that exists, or a head. */
  readonly at: Position;
  /** Shows a cell and gives it the focus. */
  readonly set: (to: Position) => void;
  /** Where a key leads; undefined for keys that do not move. */
  readonly next: (key: string, ctrl: boolean) => Position | undefined;
  readonly size: () => GridSize;
}

export function useFocus(options: Options): Focus {
  const { element, scroller, source, rows, layout, heights, start, takeAtStart, wantedRow } = options;
  const [wanted, setWanted] = useState<Position>({ row: start.row, column: start.column });
  const [of, setOf] = useState(source);
  if (of !== source) {
    // Before the position is limited to the new number of rows, so that the focus stays with its record.
    const by = source.movedFrom?.(of) ?? 0;
    setOf(source);
    if (by !== 0 && wanted.row >= 0) setWanted({ ...wanted, row: wanted.row + by });
  }
  const pending = useRef<'at the start' | 'moved' | undefined>(takeAtStart ? 'at the start' : undefined);
  const top = options.hasGroups ? GROUP_HEADS : HEADS;
  const size = (): GridSize => {
    const seen = (scroller.view().height - heights.heads) / heights.row;
    return { rows, columns: layout.all.length, page: Math.max(1, Math.floor(seen) - 1), top };
  };
  const at = onHead(within(wanted, { rows, columns: layout.all.length, page: 1, top }), layout);
  const reveal = (to: Position): void =>
    scroller.scrollTo(
      revealing({ row: to.row, laid: layout.all[to.column] }, scroller.view(), layout, heights),
    );

  useLayoutEffect(() => {
    if (pending.current === undefined) return;
    const cell = cellAt(element.current, at.row, at.column);
    if (cell === undefined) return;
    const yields = pending.current === 'at the start' && isInField();
    pending.current = undefined;
    if (yields) return;
    cell.focus({ preventScroll: true });
    // A grid as high as its rows is scrolled by its container.
    if (element.current?.classList.contains('is-whole') === true) {
      cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  });

  // Only a choice made outside the grid scrolls, not the echo of one made inside.
  const [reported, setReported] = useState(wantedRow);
  const [stepped, setStepped] = useState<Position>();
  if (wantedRow !== reported) {
    setReported(wantedRow);
    if (wantedRow !== undefined && wantedRow !== at.row) {
      const to = { ...at, row: wantedRow };
      setStepped(to);
      setWanted(to);
    }
  }
  const revealNow = useLatest(reveal);
  useLayoutEffect(() => {
    if (stepped !== undefined) revealNow(stepped);
  }, [stepped, revealNow]);

  return {
    at,
    set(to) {
      pending.current = 'moved';
      reveal(to);
      // A new object each time: focusing the same cell again must reach the effect as well.
      setWanted({ ...to });
    },
    next: (key, ctrl) => {
      const to = moved(at, { key, ctrl }, size());
      return to === undefined ? undefined : onHead(past(at, to, layout), layout);
    },
    size,
  };
}

const spansOf = ({ start, center, end }: ColumnLayout) => [...start.groups, ...center.groups, ...end.groups];

/** In the row of group heads the position is the first column of a group. */
function onHead(at: Position, layout: ColumnLayout): Position {
  if (at.row !== GROUP_HEADS) return at;
  const span = spansOf(layout).findLast(({ first }) => first.index <= at.column);
  return { ...at, column: span?.first.index ?? 0 };
}

/** To the right of a group head is the next group, not the next column of the same group. */
function past(from: Position, to: Position, layout: ColumnLayout): Position {
  if (from.row !== GROUP_HEADS || to.row !== GROUP_HEADS || to.column <= from.column) return to;
  const next = spansOf(layout).find(({ first }) => first.index > from.column);
  return next === undefined ? from : { ...to, column: Math.max(to.column, next.first.index) };
}
