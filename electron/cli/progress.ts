// The progress line of a download, on a terminal only: it is redrawn in place and erased before any other output.

import type { FetchProgress } from '../downloads/fetch/fetched.ts';

const CELLS = 24;
/** Figures change faster than anyone reads them. */
const DRAW_EVERY_MS = 100;

/** "[######------] d_se: 12 of 31 windows, 4,213 records". Pure. */
export function progressLine(progress: FetchProgress, what?: string): string {
  const { windowsDone, windowsTotal, records } = progress;
  const filled = windowsTotal === 0 ? CELLS : Math.round((windowsDone / windowsTotal) * CELLS);
  const bar = '#'.repeat(Math.min(CELLS, filled)).padEnd(CELLS, '-');
  const windows = `${windowsDone} of ${windowsTotal} ${windowsTotal === 1 ? 'window' : 'windows'}`;
  return `[${bar}] ${what === undefined ? '' : `${what}: `}${windows}${records > 0 ? `, ${records.toLocaleString('en-US')} records` : ''}`;
}

export interface ProgressBar {
  /** `what`: the current one of several tables. */
  show(progress: FetchProgress, what?: string): void;
  clear(): void;
}

const WIPE = '\r\u001b[2K';

/** `draw` writes to the terminal at once. `width`: the number of columns. */
export function createProgressBar(options: {
  readonly draw: (text: string) => void;
  readonly width: () => number;
  readonly now: () => number;
}): ProgressBar {
  let drawn = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    show: (progress, what) => {
      // Stored data needs no progress line.
      if (progress.windowsTotal === 0) return;
      if (progress.windowsDone < progress.windowsTotal && options.now() - last < DRAW_EVERY_MS) return;
      last = options.now();
      drawn = true;
      options.draw(WIPE + progressLine(progress, what).slice(0, Math.max(1, options.width() - 1)));
    },
    clear: () => {
      if (drawn) options.draw(WIPE);
      drawn = false;
    },
  };
}

export const NO_BAR: ProgressBar = { show: () => undefined, clear: () => undefined };
