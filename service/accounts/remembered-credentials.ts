// Credentials that were read a moment ago, so that a request needs no round trip for them.
//
// Every change that takes something away (a key removed or ended, a plan changed) raises a version in the database. The
// statement that reads a request's records returns the version of the same snapshot, and credentials that are older are
// read again before a byte is sent. A remembered key therefore opens nothing that a look into the database would not.

import type { StoredCredentials } from './accounts.ts';

/** A few megabytes. At the limit all are forgotten. */
const MOST = 10_000;

/** Milliseconds after which credentials are read again in any case. */
const AGE = 60_000;

interface Remembered {
  readonly credentials: StoredCredentials;
  readonly version: number;
  /** By `performance.now`. */
  readonly until: number;
}

export class RememberedCredentials {
  readonly #byDigest = new Map<string, Remembered>();
  /** The newest version that was seen anywhere. */
  #newest = 0;

  /** The credentials for the user key with this digest, if they are good as far as is known. */
  find(digest: Buffer): StoredCredentials | undefined {
    const remembered = this.#byDigest.get(digest.toString('latin1'));
    if (!remembered || remembered.version < this.#newest || remembered.until < performance.now()) {
      return undefined;
    }
    return remembered.credentials;
  }

  /** Only those of a user's key are remembered: guesses do not fill the memory. */
  remember(digest: Buffer, credentials: StoredCredentials, version: number): void {
    this.seen(version);
    if (!credentials.user) return;
    if (this.#byDigest.size >= MOST) this.#byDigest.clear();
    this.#byDigest.set(digest.toString('latin1'), {
      credentials: { ...credentials, isRemembered: true },
      version,
      until: performance.now() + AGE,
    });
  }

  /** What was read under an earlier version is read again. */
  seen(version: number): void {
    this.#newest = Math.max(this.#newest, version);
  }

  /** Versions begin again: a replica was promoted, which may not have got the last of them. */
  forget(): void {
    this.#byDigest.clear();
    this.#newest = 0;
  }
}
