// All PostgreSQL servers of a service: which one takes writes, which may answer, and who they are from moment to moment.

import type pg from 'pg';
import type { ServiceLog } from '../../../log.ts';
import { schemaVersion } from '../migrate.ts';
import { Unavailable, whileAvailable } from '../unavailable.ts';
import type { ServerAddress } from './database-server.ts';
import { DatabaseServer } from './database-server.ts';
import type { Probed } from './probe.ts';
import type { Sightings } from './routing.ts';
import {
  highestTimeline,
  isFreshAt,
  primaryAmong,
  serversForCredentials,
  serversForRead,
} from './routing.ts';

/** Milliseconds between two questions to a server, and between two beats of the primary. */
const EVERY = 500;

export interface ReplicaFreshness {
  /** How many are fresh enough to answer. */
  readonly fresh: number;
  /** Age of the oldest data that is there, in milliseconds; undefined if no replica can be reached. */
  readonly oldest: number | undefined;
}

type ServerState =
  | 'primary'
  | 'replica'
  | 'replica too far behind'
  | 'replica ahead of the clock'
  | 'replica with an earlier schema'
  | 'former primary, not used'
  | 'away';

const isUsed = (state: ServerState): boolean => state === 'primary' || state === 'replica';

interface ServersDeps {
  readonly log: ServiceLog;
  readonly now: () => Date;
  /** Milliseconds by which a replica may be behind. */
  readonly maxAge: number;
  /** The version of the accounts on the primary. */
  readonly credentialsSeen: (version: number) => void;
  /** Another server has become the primary. */
  readonly primaryChanged: () => void;
}

export class DatabaseServers {
  readonly #servers: readonly DatabaseServer[];
  readonly #deps: ServersDeps;
  readonly #schema = schemaVersion();
  readonly #timers = new Map<DatabaseServer, NodeJS.Timeout>();
  readonly #told = new Map<DatabaseServer, ServerState>();
  #identity: string | undefined;
  /** The highest ever seen. */
  #timeline = 0;
  #lastPrimary: DatabaseServer | undefined;
  #isClosed = false;

  private constructor(addresses: readonly ServerAddress[], deps: ServersDeps) {
    this.#deps = deps;
    const broken = (error: Error) =>
      deps.log.warn({ code: 'code' in error ? error.code : undefined }, 'a connection to the database broke');
    const demandFresh = (asOf: number, notBefore: number) => {
      if (asOf < notBefore || !isFreshAt(asOf, { ...deps, now: deps.now().getTime() }))
        throw new Unavailable();
    };
    this.#servers = addresses.map((address) => new DatabaseServer(address, { broken, demandFresh }));
  }

  /**
   * Asks every server what it is, and goes on doing so. One server alone is simply used.
   *
   * @throws if none can be reached, or if they are not one database and its replicas
   */
  static async open(addresses: readonly ServerAddress[], deps: ServersDeps): Promise<DatabaseServers> {
    const servers = new DatabaseServers(addresses, deps);
    try {
      if (!servers.#isAlone) await servers.#start();
      return servers;
    } catch (error) {
      await servers.close();
      throw error;
    }
  }

  get #isAlone(): boolean {
    return this.#servers.length === 1;
  }

  get #sightings(): Sightings {
    return this.#servers.map(({ sighting }) => sighting);
  }

  /** The server that takes writes. @throws Unavailable if none does */
  primary(): DatabaseServer {
    const at = this.#isAlone ? 0 : primaryAmong(this.#sightings, this.#timeline);
    const primary = at === undefined ? undefined : this.#servers[at];
    if (!primary) throw new Unavailable();
    return primary;
  }

  /** A server that answers, however old its data is; the primary if there is one. @throws Unavailable */
  any(): DatabaseServer {
    const answering = this.#isAlone ? this.#servers : this.#servers.filter(({ sighting }) => sighting);
    const server = this.#primaryOrNone() ?? answering[0];
    if (!server) throw new Unavailable();
    return server;
  }

  /** Those that may answer that user, in the order in which they are to be tried. */
  forRead(user: string): readonly DatabaseServer[] {
    if (this.#isAlone) return this.#servers;
    return this.#at(serversForRead(this.#sightings, { ...this.#wanted(), user }));
  }

  /**
   * Reads credentials: from the primary, so that a change counts from the next request on; while there is none, from the
   * freshest replica.
   *
   * @throws Unavailable
   */
  async readCredentials<Result>(read: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    const servers = this.#isAlone
      ? this.#servers
      : this.#at(serversForCredentials(this.#sightings, this.#wanted()));
    let failure: Unavailable | undefined;
    for (const server of servers) {
      try {
        return await whileAvailable(() => server.whileUp(read(server.answers)));
      } catch (error) {
        if (!(error instanceof Unavailable) || !error.mayBeElsewhere) throw error;
        failure = error;
      }
    }
    throw failure ?? new Unavailable();
  }

  /** For the metrics; undefined without replicas. */
  freshness(): ReplicaFreshness | undefined {
    if (this.#isAlone) return undefined;
    const now = this.#deps.now().getTime();
    const standbys = this.#sightings.filter((sighting) => sighting?.role === 'standby');
    return {
      fresh: serversForRead(this.#sightings, { ...this.#wanted(), primary: undefined, user: '' }).length,
      oldest:
        standbys.length === 0
          ? undefined
          : Math.max(0, ...standbys.map((sighting) => now - (sighting?.asOf ?? 0))),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  #at(places: readonly number[]): DatabaseServer[] {
    return places.flatMap((at) => this.#servers[at] ?? []);
  }

  #wanted() {
    return {
      primary: primaryAmong(this.#sightings, this.#timeline),
      now: this.#deps.now().getTime(),
      maxAge: this.#deps.maxAge,
      schema: this.#schema,
    };
  }

  async #start(): Promise<void> {
    const probes = await Promise.allSettled(this.#servers.map((server) => server.probe()));
    const [known] = probes.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (!known) throw probes.find((answer) => answer.status === 'rejected')?.reason;
    this.#identity = known.identity;
    for (const [at, answer] of probes.entries()) {
      if (answer.status === 'fulfilled' && answer.value.identity !== known.identity) {
        throw new Error(
          `${this.#servers[at]?.name} is another database than ${this.#servers[0]?.name}, not a replica of it: ` +
            'answers would come from either. Check the addresses.',
        );
      }
    }
    this.#look();
    for (const server of this.#servers) this.#askAgain(server);
  }

  #askAgain(server: DatabaseServer): void {
    if (this.#isClosed) return;
    this.#timers.set(server, setTimeout(() => void this.#ask(server), EVERY).unref());
  }

  /** Never rejects. */
  async #ask(server: DatabaseServer): Promise<void> {
    try {
      const probed = await server.probe();
      this.#demandSame(server, probed);
      this.#look();
      if (server === this.#primaryOrNone()) {
        this.#deps.credentialsSeen(probed.credentials);
        await server.beat();
      }
    } catch {
      // A server that does not answer is away, and so is a primary that cannot be written to: its disk may be full.
    }
    this.#look();
    this.#askAgain(server);
  }

  #primaryOrNone(): DatabaseServer | undefined {
    const at = primaryAmong(this.#sightings, this.#timeline);
    return at === undefined ? undefined : this.#servers[at];
  }

  /** A server that was away at the start may turn out to be another database. */
  #demandSame(server: DatabaseServer, { identity }: Probed): void {
    this.#identity ??= identity;
    if (identity === this.#identity) return;
    server.lost('it is another database');
    throw new Error('another database');
  }

  /** Notes the timeline, and logs what has changed. */
  #look(): void {
    const sightings = this.#sightings;
    this.#timeline = Math.max(this.#timeline, highestTimeline(sightings));
    const primary = this.#primaryOrNone();
    if (primary && primary !== this.#lastPrimary) this.#deps.primaryChanged();
    this.#lastPrimary = primary ?? this.#lastPrimary;
    for (const server of this.#servers) {
      const state = this.#stateOf(server, primary);
      const before = this.#told.get(server);
      this.#told.set(server, state);
      if (state === before || (before === undefined && isUsed(state))) continue;
      const failure = server.sighting ? undefined : server.failure;
      this.#deps.log.warn({ server: server.name, state, before, failure }, 'a database server changed');
    }
  }

  #stateOf(server: DatabaseServer, primary: DatabaseServer | undefined): ServerState {
    const { sighting } = server;
    if (!sighting) return 'away';
    if (server === primary) return 'primary';
    if (sighting.role === 'primary') return 'former primary, not used';
    if (sighting.schema < this.#schema) return 'replica with an earlier schema';
    const { now, maxAge } = this.#wanted();
    if (isFreshAt(sighting.asOf, { now, maxAge })) return 'replica';
    return sighting.asOf > now ? 'replica ahead of the clock' : 'replica too far behind';
  }
}
