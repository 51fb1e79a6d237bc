// How new the answers were that each user got from this process, so that a copy which is fresh but older does not take the
// user back in time.

/** What is known of a user's newest answer. */
interface Given {
  /** In milliseconds since 1970. */
  readonly asOf: number;
  readonly server: object;
}

interface NewestGivenDeps {
  readonly now: () => Date;
  /** Milliseconds by which a replica may be behind: after that any answer is newer. */
  readonly maxAge: number;
}

export class NewestGiven {
  readonly #deps: NewestGivenDeps;
  /** In the order of the answers. */
  readonly #byUser = new Map<string, Given>();

  constructor(deps: NewestGivenDeps) {
    this.#deps = deps;
  }

  /** The moment before which everything must be in an answer of that server to the user. */
  notBefore(user: string, server: object): number {
    const given = this.#byUser.get(user);
    if (!given) return -Infinity;
    // Two servers that have the same beat need not have the same of what followed it.
    return given.server === server ? given.asOf : given.asOf + 1;
  }

  gave(user: string, server: object, asOf: number): void {
    const known = this.#byUser.get(user);
    if (known && asOf <= known.asOf) return;
    const { now, maxAge } = this.#deps;
    const time = now().getTime();
    for (const [other, given] of this.#byUser) {
      if (time - given.asOf <= maxAge) break;
      this.#byUser.delete(other);
    }
    // What a primary says whose clock is wrong would keep every replica from answering once the clock is put right.
    if (asOf - time > maxAge) return;
    this.#byUser.delete(user);
    this.#byUser.set(user, { asOf, server });
  }
}
