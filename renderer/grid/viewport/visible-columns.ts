// Which columns of the center are drawn, and which are loaded before they are on screen. Pure.

import type { LaidColumn } from '../columns/layout.ts';
import type { Heading } from './scroller.ts';

/** Indices of the first and last run of columns on screen; `last` is below `first` if there are none. */
export interface RunRange {
  readonly first: number;
  readonly last: number;
}

const leftOf = (run: readonly LaidColumn[]): number => run[0]?.left ?? 0;

/** The runs within `width` pixels from `left`. */
export function visibleRuns(runs: readonly (readonly LaidColumn[])[], left: number, width: number): RunRange {
  const first = Math.max(
    0,
    runs.findLastIndex((run) => leftOf(run) <= left),
  );
  const beyond = runs.findIndex((run, at) => at > first && leftOf(run) >= left + width);
  return { first, last: beyond < 0 ? runs.length - 1 : beyond - 1 };
}

/** The visible runs, and the one at `keep` even if it is not visible. */
export function drawnRuns(
  runs: readonly (readonly LaidColumn[])[],
  { first, last }: RunRange,
  keep: number,
): readonly (readonly LaidColumn[])[] {
  const visible = runs.slice(first, last + 1);
  const kept = runs[keep];
  if (kept === undefined || (keep >= first && keep <= last)) return visible;
  return keep < first ? [kept, ...visible] : [...visible, kept];
}

/** Columns are loaded ahead in blocks: one at a time would be too many requests. */
const BLOCK = 12;

/** Blocks beyond the edge: a second of the fastest scrolling in the direction of the scroll, a few columns elsewhere. */
const FAR = 8;
const FEW = 1;

/**
 * Places of the columns beside those on screen, the nearest first, those in the direction of the scroll before the
 * others. `first` and `last` are on screen, of `count` in all.
 */
export function columnsAhead(first: number, last: number, count: number, heading: Heading): number[] {
  const blockOf = (place: number): number => Math.floor(place / BLOCK);
  const end = Math.min(count, (blockOf(last) + 1 + (heading > 0 ? FAR : FEW)) * BLOCK);
  const begin = Math.max(0, (blockOf(first) - (heading < 0 ? FAR : FEW)) * BLOCK);
  const right = Array.from({ length: Math.max(0, end - last - 1) }, (_, at) => last + 1 + at);
  const left = Array.from({ length: Math.max(0, first - begin) }, (_, at) => first - 1 - at);
  return heading < 0 ? [...left, ...right] : [...right, ...left];
}
