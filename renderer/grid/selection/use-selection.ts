// The selected rectangle of cells: drawn with the mouse, extended with Shift, cleared when the focus moves on.

import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent, type RefObject } from 'react';
import type { Heights } from '../viewport/heights.ts';
import { cellUnder, pull } from '../viewport/hit-test.ts';
import type { ColumnLayout } from '../columns/layout.ts';
import type { Position } from '../keyboard/movement.ts';
import type { Scroller } from '../viewport/scroller.ts';
import type { RowSource } from '../data/row-source.ts';
import { rectangleOf, type Rectangle, type CellSelection } from './selection.ts';
import { positionOf } from '../keyboard/use-focus.ts';
import { useLatest } from '../../components/use-latest.ts';

interface Options {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scroller: Scroller;
  readonly layout: ColumnLayout;
  readonly heights: Heights;
  readonly source: RowSource;
  readonly rows: number;
  readonly at: Position;
  /** Gives a cell the focus. */
  readonly focus: (to: Position) => void;
}

export interface SelectionState {
  readonly selection: CellSelection | undefined;
  /** Of more than one cell; undefined otherwise. */
  readonly rectangle: Rectangle | undefined;
  readonly select: (selection: CellSelection | undefined) => void;
  /** A press on a cell starts a selection. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

export function useSelection(options: Options): SelectionState {
  const { element, scroller, layout, heights, source, rows, at, focus } = options;
  const [selection, select] = useState<CellSelection>();
  /** The selection is cleared when other records, other columns or another order of them take its place. */
  const names = layout.all.map(({ column }) => column.name).join(' ');
  const order = useSyncExternalStore(source.subscribe, () => source.order?.());
  const [of, setOf] = useState({ names, source, order });
  if (of.names !== names || of.source !== source || of.order !== order) {
    setOf({ names, source, order });
    select(undefined);
  }
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const under = useLatest((x: number, y: number): Position => {
    const box = element.current?.getBoundingClientRect();
    const point = { x: x - (box?.left ?? 0), y: y - (box?.top ?? 0) };
    return cellUnder(point, scroller.view(), layout, heights, rows);
  });
  const extend = useLatest((anchor: Position, extent: Position) => {
    select((before) => {
      const same = before?.extent.row === extent.row && before.extent.column === extent.column;
      return same ? before : { anchor, extent };
    });
  });

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const pressed = positionOf(event.target);
    if (event.button !== 0 || event.pointerType === 'touch' || pressed === undefined || pressed.row < 0)
      return;
    if (event.shiftKey) {
      // The browser would select text.
      event.preventDefault();
      const anchor = selection?.anchor ?? at;
      if (anchor.row >= 0) select({ anchor, extent: pressed });
      focus(pressed);
      return;
    }
    select(undefined);
    stop.current?.();
    stop.current = follow(event.nativeEvent, element.current, scroller, (x, y) => {
      const extent = under(x, y);
      // A drag that ends in the cell where it began is a click.
      if (extent.row !== pressed.row || extent.column !== pressed.column) extend(pressed, extent);
      else select((before) => (before === undefined ? before : { anchor: pressed, extent }));
    });
  };

  const rectangle = selection === undefined ? undefined : rectangleOf(selection);
  const isOne =
    rectangle !== undefined && rectangle.top === rectangle.bottom && rectangle.left === rectangle.right;
  return { selection, rectangle: isOne ? undefined : rectangle, select, onPointerDown };
}

/** Reports the pointer's position until the button is released, and scrolls while it is beyond an edge. */
function follow(
  press: globalThis.PointerEvent,
  grid: HTMLElement | null,
  scroller: Scroller,
  report: (x: number, y: number) => void,
): () => void {
  let { clientX: x, clientY: y } = press;
  let frame = 0;
  const scroll = (): void => {
    const box = grid?.getBoundingClientRect();
    if (box === undefined) return;
    const { top, left } = scroller.view();
    const down = pull(y, box.top + 30, box.bottom - 8);
    const right = pull(x, box.left + 8, box.right - 8);
    frame = 0;
    if (down === 0 && right === 0) return;
    scroller.scrollTo({ top: top + down, left: left + right });
    report(x, y);
    frame = requestAnimationFrame(scroll);
  };
  const onMove = (event: globalThis.PointerEvent): void => {
    ({ clientX: x, clientY: y } = event);
    report(x, y);
    if (frame === 0) frame = requestAnimationFrame(scroll);
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', stop);
    window.removeEventListener('pointercancel', stop);
  };
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', stop);
  window.addEventListener('pointercancel', stop);
  return stop;
}
