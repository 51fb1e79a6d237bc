// Dragging in the row of heads: an edge makes its column wider or narrower, a head moves its column.

import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { columnUnder } from './hit.ts';
import type { LaidColumn, Layout } from './layout.ts';
import { HEADS } from './movement.ts';
import type { Scroller } from './scroller.ts';
import { positionOf } from './use-focus.ts';
import { useLatest } from './use-latest.ts';

interface Options {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly scroller: Scroller;
  readonly layout: Layout;
  readonly setWidths: (widths: Readonly<Record<string, number>>, passing?: boolean) => void;
  /** Puts a column before another; undefined where columns cannot be moved. */
  readonly onMove: ((name: string, before: string | undefined) => void) | undefined;
}

interface Drag {
  readonly name: string;
  /** The column in front of which it would be dropped. */
  readonly before: string | undefined;
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
  const move = useLatest((name: string, before: string | undefined) => onMove?.(name, before));
  const under = useLatest((x: number): LaidColumn | undefined => {
    const left = element.current?.getBoundingClientRect().left ?? 0;
    return columnUnder({ x: x - left }, scroller.view(), layout);
  });

  /** The column before which the dragged one would stand: past the middle of a column it is the next. */
  const beforeAt = useLatest((name: string, x: number): string | undefined => {
    const target = under(x);
    if (target === undefined || target.column.name === name) return name;
    const own = layout.all.find(({ column }) => column.name === name);
    const isAfter = own !== undefined && own.index < target.index;
    return layout.all[target.index + (isAfter ? 1 : 0)]?.column.name;
  });

  const resize = (laid: LaidColumn, from: number): void => {
    let { width } = laid;
    // The right edge of a column pinned at the right stays: its left one is drawn.
    const sign = laid.side === 'end' ? -1 : 1;
    stop.current = watch(
      (x) => {
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
    stop.current = watch(
      (x) => {
        isMoving ||= Math.abs(x - from) > SLACK;
        if (!isMoving) return;
        dragged.current = true;
        setDrag({ name, before: beforeAt(name, x) });
      },
      (x) => {
        setDrag(undefined);
        if (!isMoving) return;
        const before = beforeAt(name, x);
        if (before !== name) move(name, before);
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

/** Follows the pointer until the button is let go. */
function watch(onMove: (x: number) => void, onEnd: (x: number) => void): () => void {
  const move = (event: globalThis.PointerEvent): void => onMove(event.clientX);
  const end = (event: globalThis.PointerEvent): void => {
    stop();
    onEnd(event.clientX);
  };
  const stop = (): void => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', stop);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', stop);
  return stop;
}
