// The digests of the two keys of a request, remembered for accepted pairs. This saves only the hashing; every request
// is still compared with the stored digests.

import { digestOf } from './digest.ts';

export interface PairOfDigests {
  readonly application: Buffer;
  readonly user: Buffer;
}

/** A few hundred kilobytes. At the limit all pairs are forgotten. */
const MOST_PAIRS = 1_000;

/** By user key, then by application key: joining the two would cost more than both look-ups. */
class RememberedPairs {
  readonly #byUserKey = new Map<string, Map<string, PairOfDigests>>();
  #count = 0;

  find(apiKey: string, userKey: string): PairOfDigests | undefined {
    return this.#byUserKey.get(userKey)?.get(apiKey);
  }

  add(apiKey: string, userKey: string, digests: PairOfDigests): void {
    if (this.find(apiKey, userKey)) return;
    if (this.#count >= MOST_PAIRS) {
      this.#byUserKey.clear();
      this.#count = 0;
    }
    const ofUser = this.#byUserKey.get(userKey) ?? new Map<string, PairOfDigests>();
    this.#byUserKey.set(userKey, ofUser.set(apiKey, digests));
    this.#count += 1;
  }
}

const remembered = new WeakMap<Buffer, RememberedPairs>();

/**
 * The digests under that pepper. They are remembered for both keys or for neither, so a good key with a bad one takes
 * as long as two bad ones.
 */
export const digestsOf = (apiKey: string, userKey: string, pepper: Buffer): PairOfDigests =>
  remembered.get(pepper)?.find(apiKey, userKey) ?? {
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
  const pairs = remembered.get(pepper) ?? new RememberedPairs();
  remembered.set(pepper, pairs);
  pairs.add(apiKey, userKey, digests);
}
