// Dragging in the row of heads: an edge makes its column wider or narrower, a head moves its column.

import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { followPointer } from '../components/follow-pointer.ts';
import type { Side } from './columns/column-order.ts';
import { columnUnder } from './viewport/hit-test.ts';
import type { LaidColumn, ColumnLayout } from './columns/layout.ts';
import { HEADS } from './keyboard/movement.ts';
import type { Scroller } from './viewport/scroller.ts';
import { positionOf } from './keyboard/use-focus.ts';
import { useLatest } from './use-latest.ts';

interface Options {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scroller: Scroller;
  readonly layout: ColumnLayout;
  readonly setWidths: (widths: Readonly<Record<string, number>>, passing?: boolean) => void;
  /** Puts a column before another, or at the end of a side; undefined where columns cannot be moved. */
  readonly onMove: ((name: string, before: string | undefined, side: Side) => void) | undefined;
}

interface Drag {
  readonly name: string;
  /** The column in front of whose head it would be dropped, also where that is of the next side. */
  readonly before: string | undefined;
  /** The side at which it would be dropped; undefined where it stands already. */
  readonly side: Side | undefined;
}

export interface HeadDrag {
  readonly drag: Drag | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Whether the click that now comes is the end of a drag. */
  readonly wasDrag: () => boolean;
}

/** A hand is not quite still when it clicks. */
const SLACK = 5;

export function useHeadDrag({ element, scroller, layout, setWidths, onMove }: Options): HeadDrag {
  const [drag, setDrag] = useState<Drag>();
  const dragged = useRef(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const change = useLatest(setWidths);
  const move = useLatest(({ name, before, side }: Drag): void => {
    if (side === undefined) return;
    const isThere = layout.all.some((each) => each.column.name === before && each.side === side);
    onMove?.(name, isThere ? before : undefined, side);
  });
  const under = useLatest((x: number): LaidColumn | undefined => {
    const left = element.current?.getBoundingClientRect().left ?? 0;
    return columnUnder({ x: x - left }, scroller.view(), layout);
  });

  /** Where the dragged column would stand: in the place of the one under the pointer. */
  const dropAt = useLatest((name: string, x: number): Drag => {
    const target = under(x);
    if (target === undefined || target.column.name === name) return { name, before: name, side: undefined };
    const own = layout.all.find(({ column }) => column.name === name);
    const isAfter = own !== undefined && own.index < target.index;
    const before = layout.all[target.index + (isAfter ? 1 : 0)]?.column.name;
    return { name, before, side: target.side };
  });

  const resize = (laid: LaidColumn, from: number): void => {
    let { width } = laid;
    // The right edge of a column pinned at the right stays: its left one is drawn.
    const sign = laid.side === 'end' ? -1 : 1;
    stop.current = followPointer(
      ({ clientX: x }) => {
        dragged.current = true;
        width = laid.width + sign * (x - from);
        change({ [laid.column.name]: width }, true);
      },
      () => {
        if (width !== laid.width) change({ [laid.column.name]: width });
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
        if (isMoving) move(dropAt(name, x));
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
      else if (onMove !== undefined && event.pointerType !== 'touch') carry(laid.column.name, event.clientX);
    },
    wasDrag: () => dragged.current,
  };
}
