// Dragging the rows of a list up and down. A row is identified by its `data-column`.

import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { followPointer } from '../../components/follow-pointer.ts';
import { useLatest } from '../../components/use-latest.ts';

interface RowDrag {
  readonly name: string;
  /** The row whose place it would take. */
  readonly onto: string;
}

/** Pixels that a pointer may move during a click. */
const SLACK = 4;
/** Within EDGE pixels of its edges the list scrolls by itself, by SCROLL_BY pixels a frame. */
const EDGE = 28;
const SCROLL_BY = 7;

/** `list` is the scrolled element that contains the rows. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (name: string, onto: string) => void,
): {
  readonly drag: RowDrag | undefined;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
} {
  const [drag, setDrag] = useState<RowDrag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const drop = useLatest(onDrop);

  const carry = (name: string, from: number): void => {
    let isMoving = false;
    let y = from;
    let frame = 0;
    const follow = (): void => {
      const onto = rowAt(list.current, y) ?? name;
      setDrag((before) => (before?.onto === onto ? before : { name, onto }));
    };
    const scroll = (): void => {
      const by = list.current === null ? 0 : scrollWanted(list.current, y);
      if (by !== 0) {
        list.current?.scrollBy(0, by);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const leave = followPointer(
      (event) => {
        y = event.clientY;
        if (!isMoving && Math.abs(y - from) <= SLACK) return;
        if (!isMoving) frame = requestAnimationFrame(scroll);
        isMoving = true;
        follow();
      },
      () => {
        end();
        const onto = rowAt(list.current, y);
        if (isMoving && onto !== undefined && onto !== name) drop(name, onto);
      },
    );
    const giveUp = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !isMoving) return;
      // Esc would close the panel.
      event.stopPropagation();
      end();
    };
    window.addEventListener('keydown', giveUp, { capture: true });
    const end = (): void => {
      leave();
      cancelAnimationFrame(frame);
      window.removeEventListener('keydown', giveUp, { capture: true });
      setDrag(undefined);
    };
    stop.current = end;
  };

  return {
    drag,
    onPointerDown(event) {
      const { target, button, clientY, pointerType } = event;
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
      const name = row?.dataset['column'];
      if (button !== 0 || name === undefined || !(target instanceof Element)) return;
      if (target.closest('.icon-button') !== null) return;
      // Touching a row scrolls the list; touching its grip drags it.
      if (pointerType === 'touch' && target.closest('[data-grip]') === null) return;
      stop.current?.();
      carry(name, clientY);
    },
  };
}

/** The row at a height of the window; the first or last one beyond the ends. */
function rowAt(list: HTMLElement | null, y: number): string | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  const under = rows.find((row) => y < row.getBoundingClientRect().bottom) ?? rows.at(-1);
  return under?.dataset['column'];
}

function scrollWanted(list: HTMLElement, y: number): number {
  const { top, bottom } = list.getBoundingClientRect();
  return y < top + EDGE ? -SCROLL_BY : y > bottom - EDGE ? SCROLL_BY : 0;
}
