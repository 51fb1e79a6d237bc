// Keeps where the grid was looked at (scroll, focused cell) in the memory of this step of the way.

import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useLatest } from '../use-latest.ts';
import type { Position } from '../keyboard/movement.ts';
import type { Scroller } from './scroller.ts';

export interface GridMemory extends Position {
  /** Pixels of rows and of columns that are scrolled away. */
  readonly top: number;
  readonly left: number;
  /** Whether the focus was in the grid, so that Back returns it. */
  readonly focused: boolean;
}

export const AT_THE_START: GridMemory = { top: 0, left: 0, row: 0, column: 0, focused: false };

/** Scrolling is written down once it has rested this long: every write draws the window's frame anew. */
const REST_MS = 150;

/** Answers how to write a cell down as the one left from, when a click leads away before it could take the focus. */
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
    // Leaving by a key or a click: what the screen is replaced by comes after these.
    const now = (): void => write(element);
    element.addEventListener('scroll', later, { passive: true });
    element.addEventListener('focusin', later);
    element.addEventListener('focusout', later);
    element.addEventListener('keydown', now, { capture: true });
    element.addEventListener('pointerdown', now, { capture: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', later);
      element.removeEventListener('focusin', later);
      element.removeEventListener('focusout', later);
      element.removeEventListener('keydown', now, { capture: true });
      element.removeEventListener('pointerdown', now, { capture: true });
    };
  }, [grid, write]);
  useEffect(() => write(grid.current), [at.row, at.column, grid, write]);
  return useCallback((from: Position) => write(grid.current, from), [grid, write]);
}
