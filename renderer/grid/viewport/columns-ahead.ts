// Which columns of the middle are read before they are on screen. Pure.

import type { Heading } from './scroller.ts';

/** Columns are read ahead in blocks: one at a time they would be asked for far too often. */
const BLOCK = 12;

/** Blocks beyond the one at the edge: a second of the fastest scrolling where one is headed, a few columns elsewhere. */
const FAR = 8;
const FEW = 1;

/**
 * Places of columns beside those on screen, the nearest first, those where one is headed before the others.
 * `first` and `last` are on screen, of `count` in all.
 */
export function columnsAhead(first: number, last: number, count: number, heading: Heading): number[] {
  const blockOf = (place: number): number => Math.floor(place / BLOCK);
  const end = Math.min(count, (blockOf(last) + 1 + (heading > 0 ? FAR : FEW)) * BLOCK);
  const begin = Math.max(0, (blockOf(first) - (heading < 0 ? FAR : FEW)) * BLOCK);
  const right = Array.from({ length: Math.max(0, end - last - 1) }, (_, at) => last + 1 + at);
  const left = Array.from({ length: Math.max(0, first - begin) }, (_, at) => first - 1 - at);
  return heading < 0 ? [...left, ...right] : [...right, ...left];
}
