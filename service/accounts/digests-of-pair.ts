// The digests of the two keys of a request, remembered for accepted pairs. This saves only the hashing; every request
// is still compared with the stored digests.

import { digestOf } from './digest.ts';

export interface PairOfDigests {
  readonly application: Buffer;
  readonly user: Buffer;
}

/** A few hundred kilobytes. At the limit all pairs are forgotten. */
const MOST_PAIRS = 1_000;

const remembered = new WeakMap<Buffer, Map<string, PairOfDigests>>();

/**
 * The digests under that pepper. They are remembered for both keys or for neither, so a good key with a bad one takes
 * as long as two bad ones.
 */
export const digestsOf = (apiKey: string, userKey: string, pepper: Buffer): PairOfDigests =>
  remembered.get(pepper)?.get(named(apiKey, userKey)) ?? {
    application: digestOf(apiKey, pepper),
    user: digestOf(userKey, pepper),
  };

/** Call it only with accepted pairs, so that guesses neither fill the memory nor displace them. */
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

/** The length tells apart two pairs that differ only in where the first key ends. */
const named = (apiKey: string, userKey: string): string => `${apiKey.length} ${apiKey} ${userKey}`;
