// For an operator's command, which writes: the server that is the primary now.

import { openPool } from '../pool.ts';
import type { ServerAddress } from './database-server.ts';
import { probe } from './probe.ts';
import type { Sighting } from './routing.ts';
import { highestTimeline, primaryAmong } from './routing.ts';

/**
 * The URL of the primary. One server alone is not asked.
 *
 * @throws if none of the servers that answer takes writes
 */
export async function primaryOf(servers: readonly ServerAddress[]): Promise<string> {
  const [only, ...others] = servers;
  if (only && others.length === 0) return only.url;
  const sightings = await Promise.all(servers.map(({ url }) => sightingOf(url)));
  const at = primaryAmong(sightings, highestTimeline(sightings));
  const primary = at === undefined ? undefined : servers[at];
  if (primary) return primary.url;
  const names = servers.filter((_, place) => sightings[place] === undefined).map(({ name }) => name);
  throw new Error(
    `No database server takes writes now${names.length > 0 ? ` (${names.join(', ')} cannot be reached)` : ''}. ` +
      'Start the primary, or promote a replica: docs/operations.md, "Replicas".',
  );
}

async function sightingOf(url: string): Promise<Sighting | undefined> {
  const pool = openPool(url, 'probe');
  try {
    return (await probe(pool)).sighting;
  } catch {
    return undefined;
  } finally {
    await pool.end();
  }
}
