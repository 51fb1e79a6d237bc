// Stores scroll position and focused cell in this step of the navigation trail.

import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useLatest } from '../../components/use-latest.ts';
import type { Position } from '../keyboard/movement.ts';
import type { Scroller } from './scroller.ts';

export interface GridMemory extends Position {
  /** The scroll offset, in pixels. */
  readonly top: number;
  readonly left: number;
  /** Whether the grid had the focus, so that Back restores it. */
  readonly focused: boolean;
}

export const AT_THE_START: GridMemory = { top: 0, left: 0, row: 0, column: 0, focused: false };

/** The name of a grid's memory in its step. */
export const memoryOfGrid = (memoryName: string): string => `grid.${memoryName}`;

/** A scroll is stored after a pause of this many milliseconds, because every write redraws the window's frame. */
const REST_MS = 150;

/** Returns a function that stores the cell a click leads away from, before it could take the focus. */
export function useKeptMemory(
  enabled: boolean,
  grid: RefObject<HTMLDivElement | null>,
  scroller: Scroller,
  at: Position,
  keep: (memory: GridMemory) => void,
): (from: Position) => void {
  const latest = useRef<GridMemory>(AT_THE_START);
  const write = useLatest((element: HTMLDivElement | null, from?: Position) => {
    if (!enabled || element === null) return;
    // The event of the last scroll may still be on its way.
    scroller.follow();
    const { top, left } = scroller.view();
    const focused = from !== undefined || element.contains(document.activeElement);
    const { row, column } = from ?? at;
    const next = { top, left, row, column, focused };
    if (JSON.stringify(next) === JSON.stringify(latest.current)) return;
    latest.current = next;
    keep(next);
  });
  useEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => write(element), REST_MS);
    };
    // A key or click anywhere may leave the screen: these events come before it is replaced.
    const now = (): void => write(element);
    element.addEventListener('scroll', later, { passive: true });
    element.addEventListener('focusin', later);
    element.addEventListener('focusout', later);
    document.addEventListener('keydown', now, { capture: true });
    document.addEventListener('pointerdown', now, { capture: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', later);
      element.removeEventListener('focusin', later);
      element.removeEventListener('focusout', later);
      document.removeEventListener('keydown', now, { capture: true });
      document.removeEventListener('pointerdown', now, { capture: true });
    };
  }, [grid, write]);
  useEffect(() => write(grid.current), [at.row, at.column, grid, write]);
  return useCallback((from: Position) => write(grid.current, from), [grid, write]);
}
