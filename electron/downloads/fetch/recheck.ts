// Whether it is of use to ask again in parts, by what gave cause for it. What one question finds out of a service need
// not be found out by each of the others: while one looks, they wait for what it finds.

import type { Cause } from '../verify/suspicions.ts';

/** A service may change: then it is looked at again. */
const HOLDS_MS = 3_600_000;

/** Those speak of one answer's size, and a larger one may be cut off where a small one is whole. */
const OF_THE_SIZE: ReadonlySet<Cause> = new Set<Cause>(['round', 'paging']);
/** What speaks of days is looked at for each window: nobody waits for that of another. */
const OF_DAYS: ReadonlySet<Cause> = new Set<Cause>(['short', 'quiet']);

interface Found {
  readonly isFutile: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A second look that has begun. */
export interface Recheck {
  readonly causes: readonly Cause[];
  readonly ended: Promise<void>;
  readonly end: () => void;
}

interface Findings {
  readonly found: Map<Cause, Found>;
  readonly open: Set<Recheck>;
}

const findings = (): Findings => ({ found: new Map(), open: new Set() });

/** By the archive of the service, for as long as that is open. */
const ofServices = new WeakMap<object, Findings>();

/** Those of one fetching of windows. */
export class SecondLooks {
  readonly #own = findings();
  readonly #service: Findings;
  readonly #now: () => number;
  readonly #begun = new Set<Recheck>();

  constructor(archive: object, now: () => number) {
    this.#service = ofServices.get(archive) ?? findings();
    ofServices.set(archive, this.#service);
    this.#now = now;
  }

  /** Looking again for that cause brought nothing lately. */
  isFutile(cause: Cause): boolean {
    return this.#found(cause)?.isFutile === true;
  }

  /** Settles when more is known of one of the causes; undefined where one of them has to be looked at now. */
  finding(causes: ReadonlySet<Cause>): Promise<void> | undefined {
    const looks = [...causes].map((cause) =>
      this.#found(cause) === undefined
        ? [...this.#of(cause).open].find((recheck) => recheck.causes.includes(cause))
        : undefined,
    );
    return looks.includes(undefined) ? undefined : looks[0]?.ended;
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

  /** `found`: for each cause of which it is known now whether looking again was futile. */
  end(recheck: Recheck, found: ReadonlyMap<Cause, boolean> = new Map()): void {
    const at = this.#now();
    for (const [cause, isFutile] of found)
      if (!OF_DAYS.has(cause)) this.#of(cause).found.set(cause, { isFutile, at });
    this.#begun.delete(recheck);
    for (const { open } of [this.#own, this.#service]) open.delete(recheck);
    recheck.end();
  }

  /** Nobody waits for what will not be found out any more. */
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
