// The digests of the two keys of a request, computed once for a pair that was let in: only the hashing is spared, every
// request is still compared with what is held now.

import { digestOf } from './digest.ts';

export interface PairOfDigests {
  readonly application: Buffer;
  readonly user: Buffer;
}

/** A few hundred kilobytes; a service with more users than that begins anew. */
const MOST_PAIRS = 1_000;

const remembered = new WeakMap<Buffer, Map<string, PairOfDigests>>();

/**
 * The digests under that pepper. Remembered ones come for both keys together or for neither: one good key beside a bad
 * one takes as long as two bad ones.
 */
export const digestsOf = (apiKey: string, userKey: string, pepper: Buffer): PairOfDigests =>
  remembered.get(pepper)?.get(named(apiKey, userKey)) ?? {
    application: digestOf(apiKey, pepper),
    user: digestOf(userKey, pepper),
  };

/** To be called with pairs that were let in and no others, so that guesses neither fill the memory nor push these out. */
export function rememberDigests(
  apiKey: string,
  userKey: string,
  pepper: Buffer,
  digests: PairOfDigests,
): void {
  const stored = remembered.get(pepper) ?? new Map<string, PairOfDigests>();
  const name = named(apiKey, userKey);
  if (stored.has(name)) return;
  if (stored.size >= MOST_PAIRS) stored.clear();
  stored.set(name, digests);
  remembered.set(pepper, stored);
}

/** The length keeps two pairs apart whose keys differ only in where one ends. */
const named = (apiKey: string, userKey: string): string => `${apiKey.length} ${apiKey} ${userKey}`;
