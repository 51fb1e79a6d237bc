// Rows stay on screen until those that one scrolled to are here: dragging the bar shows rows, late but never blank,
// and asks for one view at a time instead of for every one that is passed.

import type { RowSource } from '../data/row-source.ts';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How long what is on screen may be late before it is given up for skeletons, in milliseconds. */
export const PATIENCE_MS = 250;

/** Whether every cell of the stretch is here: its ends and middle, because cells come by pages. */
export function isHere(source: RowSource, { from, to }: Stretch, columns: readonly string[]): boolean {
  if (to <= from) return true;
  return [from, (from + to) >> 1, to - 1].every((row) =>
    columns.every((name) => source.cell(row, name) !== undefined),
  );
}

export interface StaleWhileScrolling {
  /**
   * What to draw when `wanted` is looked at and `drawn` is on screen: `wanted` once it is here or has been waited for
   * too long, else what was waited for if that has come, else `drawn`. `now` in milliseconds.
   */
  choose<S extends Stretch>(wanted: S, drawn: S, here: (stretch: S) => boolean, now: number): S;
  /** What is waited for: the source is to be asked for it, and for nothing else. */
  awaited(): Stretch | undefined;
}

export function makeHold(): StaleWhileScrolling {
  let awaited: { readonly stretch: Stretch; readonly since: number } | undefined;
  return {
    choose(wanted, drawn, here, now) {
      // The same rows with other columns: those come as they come.
      if ((wanted.from === drawn.from && wanted.to === drawn.to) || here(wanted)) {
        awaited = undefined;
        return wanted;
      }
      const since = awaited?.since ?? now;
      if (now - since >= PATIENCE_MS) {
        awaited = undefined;
        return wanted;
      }
      const come = awaited === undefined ? undefined : (awaited.stretch as typeof wanted);
      if (come !== undefined && here(come)) {
        // One view late, and the next is asked for: its own patience begins.
        awaited = { stretch: wanted, since: now };
        return come;
      }
      awaited ??= { stretch: wanted, since: now };
      return drawn;
    },
    awaited: () => awaited?.stretch,
  };
}
