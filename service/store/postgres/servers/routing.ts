// Which server takes writes, and which may answer a read: decided from what each server was last seen to be. Pure.

/** What a server said about itself. */
export interface Sighting {
  readonly role: 'primary' | 'standby';
  /**
   * Each promotion begins a new timeline, so of two servers that take writes the one with the lower number is a former
   * primary that came back. A standby may still report an earlier one.
   */
  readonly timeline: number;
  /** Version of the schema; 0 if there is none. */
  readonly schema: number;
  /** Everything published before this moment is there, in milliseconds since 1970. A primary has everything. */
  readonly asOf: number;
}

/** A server by its place in the configuration, undefined while it is away. */
export type Sightings = readonly (Sighting | undefined)[];

/**
 * The server that takes writes. Undefined if none does, and also if two do on the same timeline: which of them is the
 * former primary is then unknown, and a write to it would be lost.
 *
 * @param timeline the highest one ever seen: a former primary stays one when its successor is away
 */
export function primaryAmong(servers: Sightings, timeline: number): number | undefined {
  const primaries = [...servers.keys()].filter((at) => servers[at]?.role === 'primary');
  const highest = Math.max(timeline, ...primaries.map((at) => servers[at]?.timeline ?? 0));
  const current = primaries.filter((at) => servers[at]?.timeline === highest);
  return current.length === 1 ? current[0] : undefined;
}

export const highestTimeline = (servers: Sightings): number =>
  Math.max(0, ...servers.map((server) => server?.timeline ?? 0));

export interface ReadWanted {
  readonly primary: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds by which a standby may be behind. */
  readonly maxAge: number;
  /** The schema that this release needs; a standby with an earlier one has not followed `migrate up` yet. */
  readonly schema: number;
  /**
   * Whose read it is. A user's reads go to the same standby while it is fresh, so that answers do not go back in time
   * from one request to the next.
   */
  readonly user: string;
}

/** The servers to try, in order: fresh standbys, then the primary, so that it has its time for writes. */
export function serversForRead(servers: Sightings, wanted: ReadWanted): number[] {
  const { primary, user } = wanted;
  const fresh = [...servers.keys()]
    .filter((at) => isFresh(servers[at], wanted))
    .map((at) => ({ at, rank: hashOf(`${at} ${user}`) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ at }) => at);
  return primary === undefined ? fresh : [...fresh, primary];
}

/** The server that has the credentials: the primary; without one, the standby that knows the latest changes. */
export function serversForCredentials(servers: Sightings, wanted: Omit<ReadWanted, 'user'>): number[] {
  const fresh = [...servers.keys()]
    .filter((at) => isFresh(servers[at], wanted))
    .toSorted((a, b) => (servers[b]?.asOf ?? 0) - (servers[a]?.asOf ?? 0));
  return wanted.primary === undefined ? fresh : [wanted.primary, ...fresh];
}

const isFresh = (
  server: Sighting | undefined,
  { now, maxAge, schema }: Pick<ReadWanted, 'now' | 'maxAge' | 'schema'>,
): boolean =>
  server?.role === 'standby' && server.schema >= schema && isFreshAt(server.asOf, { now, maxAge });

/**
 * Whether data that has everything up to that moment may be answered with. A moment in the future tells nothing about its
 * age: a clock was wrong.
 */
export const isFreshAt = (asOf: number, { now, maxAge }: Pick<ReadWanted, 'now' | 'maxAge'>): boolean =>
  Math.abs(now - asOf) <= maxAge;

/** FNV-1a, finished so that texts that differ only at their end are far apart: the same in every process. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
