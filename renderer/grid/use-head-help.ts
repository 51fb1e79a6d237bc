// When a column's help shows by itself: once the pointer has rested on its head, not on the way across it, and not
// on a head that was just pressed, whose rows are what one wants to see then.

import { useEffect, useRef } from 'react';
import { HEADS } from './keyboard/movement.ts';
import type { GridActions } from './use-grid-actions.ts';
import { useLatest } from './use-latest.ts';

/** In milliseconds. */
const REST = 500;

export interface HeadHelp {
  /** The pointer moved over a column's head, or over none. */
  readonly over: (index: number | undefined) => void;
  readonly press: () => void;
  /** Takes away what shows, and forgets what was to show. */
  readonly away: () => void;
}

export function useHeadHelp(actions: GridActions): HeadHelp {
  const at = useRef<number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isShown = actions.overlay?.kind === 'help';
  const show = useLatest((index: number) => {
    if (isShown || actions.overlay === undefined) actions.run('help', index, HEADS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const hide = (): void => {
    clearTimeout(timer.current);
    if (isShown) actions.setOverlay(undefined);
  };
  return {
    over(index) {
      if (index === at.current) return;
      at.current = index;
      clearTimeout(timer.current);
      if (index === undefined) hide();
      // Whoever reads one reads on without waiting.
      else if (isShown) show(index);
      else timer.current = setTimeout(() => show(index), REST);
    },
    press: hide,
    away() {
      at.current = undefined;
      hide();
    },
  };
}
