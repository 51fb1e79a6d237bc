// When a column's help appears automatically: after the pointer has rested on its head, not while it crosses the head, and
// not on a head that was just clicked, because then the user wants to see the rows.

import { useEffect, useRef } from 'react';
import { HEADS } from './keyboard/movement.ts';
import type { GridActions } from './use-grid-actions.ts';
import { useLatest } from '../components/use-latest.ts';

/** Milliseconds for which the pointer must rest. */
const REST = 500;

export interface HeadHelp {
  /** The pointer moved over a column's head, or off the heads. */
  readonly over: (index: number | undefined) => void;
  readonly press: () => void;
  /** Hides the help, and cancels one that is due. */
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
      // With one help open the next appears without waiting.
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
