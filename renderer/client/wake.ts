// When the window has to catch up with the time: it became visible again, or the computer slept, of which nothing tells
// where the screen stayed on. TanStack Query calls this focus: what it reads on focus and what shows the time (use-now.ts)
// catch up at the same moment.

import { focusManager } from '@tanstack/react-query';

/** How often the clock is looked at, in milliseconds: the most that the window is behind after a sleep. */
const TICK_MS = 5_000;
/** The least by which the clock is ahead or behind after a sleep, or when it was set. */
const JUMP_MS = 2_000;

/** To be called once for the window. */
export function watchForWake(): void {
  focusManager.setEventListener((onWake) => {
    const whenVisible = (): void => {
      if (document.visibilityState !== 'hidden') onWake();
    };
    let last = Date.now();
    const timer = setInterval(() => {
      const passed = Date.now() - last;
      last += passed;
      // The timers of a hidden window are late by design.
      if (Math.abs(passed - TICK_MS) >= JUMP_MS) whenVisible();
    }, TICK_MS);
    document.addEventListener('visibilitychange', whenVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenVisible);
    };
  });
}

/** Answers how to stop. */
export const onWake = (catchUp: () => void): (() => void) =>
  focusManager.subscribe((isVisible) => {
    if (isVisible) catchUp();
  });
