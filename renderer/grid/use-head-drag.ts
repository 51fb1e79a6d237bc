// Dragging in the row of heads: an edge resizes its column, a head moves its column.

import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { followPointer } from '../components/follow-pointer.ts';
import { setWidths, type ColumnTable } from './columns/column-table.ts';
import { moveBefore } from './columns/pinning.ts';
import type { Side } from './columns/column-state.ts';
import type { LaidColumn, ColumnLayout } from './columns/layout.ts';
import { HEADS } from './keyboard/movement.ts';
import { positionOf } from './keyboard/use-focus.ts';
import { useLatest } from '../components/use-latest.ts';
import { columnUnder } from './viewport/hit-test.ts';
import type { Scroller } from './viewport/scroller.ts';

interface Options {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scroller: Scroller;
  readonly table: ColumnTable;
  readonly layout: ColumnLayout;
  readonly canMove: boolean;
}

interface Drag {
  readonly name: string;
  /** The column before whose head it would be dropped, also where that is of the next side. */
  readonly before: string | undefined;
  /** The side on which it would be dropped; undefined if it is already there. */
  readonly side: Side | undefined;
}

export interface HeadDrag {
  readonly drag: Drag | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Whether the click that comes now is the end of a drag. */
  readonly wasDrag: () => boolean;
}

/** Pixels that a pointer may move during a click. */
const SLACK = 5;

export function useHeadDrag({ element, scroller, table, layout, canMove }: Options): HeadDrag {
  const [drag, setDrag] = useState<Drag>();
  const dragged = useRef(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const drop = useLatest(({ name, before, side }: Drag): void => {
    if (side === undefined) return;
    const isThere = layout.all.some((each) => each.column.name === before && each.side === side);
    moveBefore(table, name, isThere ? before : undefined, side);
  });
  /** The dragged column would take the place of the one under the pointer. */
  const dropAt = useLatest((name: string, clientX: number): Drag => {
    const x = clientX - (element.current?.getBoundingClientRect().left ?? 0);
    const target = columnUnder({ x }, scroller.view(), layout);
    if (target === undefined || target.column.name === name) return { name, before: name, side: undefined };
    const own = layout.all.find(({ column }) => column.name === name);
    const isAfter = own !== undefined && own.index < target.index;
    const before = layout.all[target.index + (isAfter ? 1 : 0)]?.column.name;
    return { name, before, side: target.side };
  });

  const resize = ({ column: { name }, side, width }: LaidColumn, from: number): void => {
    // A column pinned at the right keeps its right edge: its left edge is dragged.
    const sign = side === 'end' ? -1 : 1;
    let delta = 0;
    stop.current = followPointer(
      ({ clientX: x }) => {
        dragged.current = true;
        delta = sign * (x - from);
        // The width is stored once the edge is released: until then it is the table's resizing state.
        table.setColumnResizing((old) => ({
          ...old,
          isResizingColumn: name,
          startSize: width,
          deltaOffset: delta,
        }));
      },
      () => {
        if (delta !== 0) setWidths(table, { [name]: width + delta });
        table.resetHeaderSizeInfo(true);
      },
    );
  };
  const carry = (name: string, from: number): void => {
    let isMoving = false;
    stop.current = followPointer(
      ({ clientX: x }) => {
        isMoving ||= Math.abs(x - from) > SLACK;
        if (!isMoving) return;
        dragged.current = true;
        setDrag(dropAt(name, x));
      },
      ({ clientX: x }) => {
        setDrag(undefined);
        if (isMoving) drop(dropAt(name, x));
      },
    );
  };

  return {
    drag,
    onPointerDown(event) {
      dragged.current = false;
      const at = positionOf(event.target);
      const laid = at?.row === HEADS ? layout.all[at.column] : undefined;
      if (event.button !== 0 || laid === undefined || !(event.target instanceof Element)) return;
      stop.current?.();
      if (event.target.closest('[data-edge]') !== null) resize(laid, event.clientX);
      else if (canMove && event.pointerType !== 'touch') carry(laid.column.name, event.clientX);
    },
    wasDrag: () => dragged.current,
  };
}
