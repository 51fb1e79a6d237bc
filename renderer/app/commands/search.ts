// Searches the commands: every word must occur, and texts that begin with it come first.

import { fold } from '#shared/filters/fold.ts';

interface Findable {
  readonly label: string;
  readonly keywords?: readonly string[];
}

const NOT_FOUND = Number.POSITIVE_INFINITY;

/** 0 when a text begins with the query, 1 when a word of it does, 2 when it occurs anywhere. */
function distance(texts: readonly string[], query: string): number {
  const words = query.split(' ');
  let best = NOT_FOUND;
  for (const text of texts) {
    if (text.startsWith(query)) return 0;
    if (text.split(/[\s/(（・]/).some((word) => word.startsWith(query))) best = Math.min(best, 1);
  }
  const all = texts.join(' ');
  return best !== NOT_FOUND ? best : words.every((word) => all.includes(word)) ? 2 : NOT_FOUND;
}

export interface Ranked<F> {
  readonly item: F;
  /** 0: a text begins with the query; 1: a word of it does; 2: the words of the query occur. */
  readonly distance: number;
}

/** The matching commands, best first, ties in their own order; all of them for an empty query. */
export function ranked<F extends Findable>(items: readonly F[], query: string): readonly Ranked<F>[] {
  const wanted = fold(query);
  if (wanted === '') return items.map((item) => ({ item, distance: 0 }));
  return items
    .map((item) => ({ item, distance: distance([item.label, ...(item.keywords ?? [])].map(fold), wanted) }))
    .filter((each) => each.distance !== NOT_FOUND)
    .toSorted((a, b) => a.distance - b.distance);
}
