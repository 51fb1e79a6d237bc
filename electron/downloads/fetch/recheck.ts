// Remembers, for each cause of suspicion, whether requesting a window again in parts brings records. What one query
// learns about a service the others need not find out: while one rechecks, the others wait for its result.

import type { Cause } from './suspicions.ts';

/** A service may change, so a finding expires. */
const HOLDS_MS = 3_600_000;

/**
 * These depend on the size of an answer, so each fetch finds out for itself: a large answer may be truncated where a
 * small one is complete.
 */
const OF_THE_SIZE: ReadonlySet<Cause> = new Set<Cause>(['round', 'paging']);
/** These concern particular days, so each window rechecks its own and waits for no other. */
const OF_DAYS: ReadonlySet<Cause> = new Set<Cause>(['short', 'quiet']);

interface Found {
  readonly isFutile: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A recheck that has begun. */
export interface Recheck {
  readonly causes: readonly Cause[];
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** What is known about one service. */
export interface Findings {
  readonly found: Map<Cause, Found>;
  readonly open: Set<Recheck>;
}

export const newFindings = (): Findings => ({ found: new Map(), open: new Set() });

/** The rechecks of one fetch. */
export class Rechecks {
  readonly #own = newFindings();
  readonly #service: Findings;
  readonly #now: () => number;
  readonly #begun = new Set<Recheck>();

  /** `service`: shared by all fetches from the same service. */
  constructor(service: Findings, now: () => number) {
    this.#service = service;
    this.#now = now;
  }

  /** Rechecking for this cause recently brought nothing. */
  isFutile(cause: Cause): boolean {
    return this.#found(cause)?.isFutile === true;
  }

  /** Settles when a running recheck of the first cause ends. Undefined unless every cause is being rechecked. */
  finding(causes: ReadonlySet<Cause>): Promise<void> | undefined {
    const running = [...causes].map((cause) =>
      this.#found(cause) === undefined
        ? [...this.#of(cause).open].find((recheck) => recheck.causes.includes(cause))
        : undefined,
    );
    return running.includes(undefined) ? undefined : running[0]?.ended;
  }

  begin(causes: ReadonlySet<Cause>): Recheck {
    const { promise, resolve } = Promise.withResolvers<void>();
    const recheck = {
      causes: [...causes].filter((cause) => !OF_DAYS.has(cause)),
      ended: promise,
      end: resolve,
    };
    this.#begun.add(recheck);
    for (const { open } of [this.#own, this.#service]) open.add(recheck);
    return recheck;
  }

  /** `found`: for each cause with a result, whether rechecking was futile. */
  end(recheck: Recheck, found: ReadonlyMap<Cause, boolean> = new Map()): void {
    const at = this.#now();
    for (const [cause, isFutile] of found)
      if (!OF_DAYS.has(cause)) this.#of(cause).found.set(cause, { isFutile, at });
    this.#begun.delete(recheck);
    for (const { open } of [this.#own, this.#service]) open.delete(recheck);
    recheck.end();
  }

  /** Releases the windows that wait for a result that will not come. */
  endAll(): void {
    for (const recheck of this.#begun) this.end(recheck);
  }

  #of(cause: Cause): Findings {
    return OF_THE_SIZE.has(cause) ? this.#own : this.#service;
  }

  #found(cause: Cause): Found | undefined {
    const found = this.#of(cause).found.get(cause);
    const age = found === undefined ? Infinity : this.#now() - found.at;
    return age >= 0 && age < HOLDS_MS ? found : undefined;
  }
}
