// One PostgreSQL server as a process sees it: its connections, and what it was when it was last asked.

import type pg from 'pg';
import type { PoolPurpose } from '../pool.ts';
import { openPool } from '../pool.ts';
import type { ServerGuard } from '../postgres-store.ts';
import { PostgresStore } from '../postgres-store.ts';
import { Unavailable } from '../unavailable.ts';
import type { Probed } from './probe.ts';
import { beat, probe } from './probe.ts';
import type { Sighting } from './routing.ts';

/** Where a server is, and under which name the log has it: its URL may hold a password. */
export interface ServerAddress {
  readonly name: string;
  readonly url: string;
}

interface ServerDeps {
  readonly broken: (error: Error) => void;
  /** Refuses an answer of a standby whose data is too old. @throws Unavailable */
  readonly demandFresh: ServerGuard['demandFresh'];
}

export class DatabaseServer {
  readonly name: string;
  readonly url: string;
  readonly store: PostgresStore;
  readonly answers: pg.Pool;
  readonly limits: pg.Pool;
  readonly #lookUps: pg.Pool;
  readonly #streams: pg.Pool;
  readonly #probes: pg.Pool;
  #sighting: Sighting | undefined;
  #failure: string | undefined;
  #isLost = false;
  /** Rejects what waits for the server when it is lost, so that another one is tried before the time-out. */
  readonly #waiting = new Set<(reason: Unavailable) => void>();

  constructor({ name, url }: ServerAddress, { broken, demandFresh }: ServerDeps) {
    this.name = name;
    this.url = url;
    const open = (purpose: PoolPurpose) => openPool(url, purpose, broken);
    this.answers = open('answers');
    this.limits = open('limits');
    this.#lookUps = open('lookUps');
    this.#streams = open('streams');
    this.#probes = open('probe');
    this.store = new PostgresStore(
      { answers: this.answers, lookUps: this.#lookUps, streams: this.#streams },
      {
        whileUp: (work) => this.whileUp(work),
        demandFresh: (asOf, notBefore) => {
          if (this.#sighting?.role === 'standby') demandFresh(asOf, notBefore);
        },
      },
    );
  }

  /** What it was when it was last asked; undefined if it did not answer. */
  get sighting(): Sighting | undefined {
    return this.#sighting;
  }

  /** Why it is away, without its address. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** @throws if it does not answer; it counts as away then */
  async probe(): Promise<Probed> {
    try {
      const probed = await probe(this.#probes);
      this.#isLost = false;
      this.#sighting = probed.sighting;
      return probed;
    } catch (error) {
      this.lost(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** It is away, or must not be used. */
  lost(failure: string): void {
    this.#failure = failure;
    this.#sighting = undefined;
    this.#isLost = true;
    for (const reject of this.#waiting) reject(new Unavailable());
  }

  beat(): Promise<void> {
    return beat(this.#probes);
  }

  /** The result of the work, unless the server is lost first. @throws Unavailable */
  async whileUp<Result>(work: Promise<Result>): Promise<Result> {
    const lost = Promise.withResolvers<never>();
    if (this.#isLost) lost.reject(new Unavailable());
    this.#waiting.add(lost.reject);
    try {
      return await Promise.race([work, lost.promise]);
    } finally {
      this.#waiting.delete(lost.reject);
    }
  }

  async close(): Promise<void> {
    this.lost('closed');
    await this.store.close();
    await Promise.all(
      [this.answers, this.#lookUps, this.#streams, this.limits, this.#probes].map((pool) => pool.end()),
    );
  }
}
