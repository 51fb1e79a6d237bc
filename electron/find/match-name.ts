// How well a name matches a typed text: whole, from its beginning, from the beginning of a word, or inside.

import { fold } from '#shared/filters/fold.ts';
import { isLatin, kanaKey, latinKey } from '#shared/names/name-key.ts';
import type { NameIndex } from './name-index.ts';

/** Smaller is better. `SAME` is spelled as typed; `EXACT` differs in what the keys leave out. */
export const RANK = { SAME: 0, EXACT: 1, PREFIX: 2, WORD: 3, INSIDE: 4, NONE: 5 } as const;

export type Rank = (typeof RANK)[keyof typeof RANK];

/** A text as it is compared with the names of an index. */
export interface Wanted {
  readonly keys: 'kana' | 'latin';
  readonly key: string;
  /** Without the spaces between its words. */
  readonly joined: string;
  readonly words: readonly string[];
  readonly folded: string;
}

/** Undefined if nothing is left of the text to compare. */
export function wantedOf(text: string): Wanted | undefined {
  const keys = isLatin(text) ? 'latin' : 'kana';
  const key = keys === 'latin' ? latinKey(text) : kanaKey(text);
  if (key === '') return undefined;
  return { keys, key, joined: key.replaceAll(' ', ''), words: key.split(' '), folded: fold(text) };
}

function rankIn(key: string, text: string): Rank {
  const at = key.indexOf(text);
  if (at < 0) return RANK.NONE;
  if (at === 0) return key.length === text.length ? RANK.EXACT : RANK.PREFIX;
  return key.includes(` ${text}`) ? RANK.WORD : RANK.INSIDE;
}

const hasSpace = (text: string): boolean => text.includes(' ');

/** The name at a place of the index. */
export function rankOf(index: NameIndex, place: number, wanted: Wanted): Rank {
  const key = index[wanted.keys][place] ?? '';
  const { words, joined } = wanted;
  let rank = words.length === 1 ? rankIn(key, joined) : RANK.NONE;
  // Spaces are typed where the name has none, and the reverse.
  if (rank > RANK.EXACT && (words.length > 1 || hasSpace(key))) {
    const closed = rankIn(hasSpace(key) ? key.replaceAll(' ', '') : key, joined);
    if (closed < rank) rank = closed;
  }
  if (rank === RANK.NONE && words.length > 1 && words.every((word) => key.includes(word)))
    rank = words.every((word) => rankIn(key, word) <= RANK.WORD) ? RANK.WORD : RANK.INSIDE;
  return rank === RANK.EXACT && fold(index.names[place] ?? '') === wanted.folded ? RANK.SAME : rank;
}
