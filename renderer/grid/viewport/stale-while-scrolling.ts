// Rows stay on screen until those scrolled to are loaded: dragging the scroll bar shows rows, late but never blank, and
// requests one screen at a time instead of every one that is passed.

import type { RowSource } from '../data/row-source.ts';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds after which skeletons replace the stale rows. */
export const PATIENCE_MS = 250;

/** Whether every cell of the stretch is loaded. Its ends and middle are enough, because cells are loaded by pages. */
export function isHere(source: RowSource, { from, to }: Stretch, columns: readonly string[]): boolean {
  if (to <= from) return true;
  return [from, (from + to) >> 1, to - 1].every((row) =>
    columns.every((name) => source.cell(row, name) !== undefined),
  );
}

export interface StaleWhileScrolling {
  /**
   * What to draw when `wanted` was scrolled to and `drawn` is on screen: `wanted` once it is loaded or was awaited too
   * long, otherwise the awaited stretch if that is loaded, otherwise `drawn`.
   */
  choose<S extends Stretch>(wanted: S, drawn: S, here: (stretch: S) => boolean): S;
  /** The awaited stretch: the only one requested from the source. */
  awaited(): Stretch | undefined;
}

/** `now` in milliseconds. */
export function makeHold(now: () => number): StaleWhileScrolling {
  let awaited: { readonly stretch: Stretch; readonly since: number } | undefined;
  return {
    choose(wanted, drawn, here) {
      // The same rows with other columns are drawn at once.
      if ((wanted.from === drawn.from && wanted.to === drawn.to) || here(wanted)) {
        awaited = undefined;
        return wanted;
      }
      const time = now();
      const since = awaited?.since ?? time;
      if (time - since >= PATIENCE_MS) {
        awaited = undefined;
        return wanted;
      }
      const come = awaited === undefined ? undefined : (awaited.stretch as typeof wanted);
      if (come !== undefined && here(come)) {
        // One screen late; the next is requested, and its own patience begins.
        awaited = { stretch: wanted, since: time };
        return come;
      }
      awaited ??= { stretch: wanted, since: time };
      return drawn;
    },
    awaited: () => awaited?.stretch,
  };
}
