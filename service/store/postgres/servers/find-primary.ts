// For an operator's command, which writes: the server that is the primary now.

import { codeOf, openPool } from '../pool.ts';
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
  const asked = await Promise.all(servers.map(ask));
  const sightings = asked.map(({ sighting }) => sighting);
  const at = primaryAmong(sightings, highestTimeline(sightings));
  const primary = at === undefined ? undefined : servers[at];
  if (primary) return primary.url;
  const problems = asked.flatMap(({ problem }) => problem ?? []);
  const hint = asked.some(({ isDenied }) => isDenied) ? GRANTS : REPLICAS;
  throw new Error(
    `No database server takes writes now${problems.length > 0 ? ` (${problems.join('; ')})` : ''}. ${hint}`,
  );
}

const REPLICAS = 'Start the primary, or promote a replica: docs/operations.md, "Replicas".';
const GRANTS = 'As the owner, run service/store/postgres/grants.sql: docs/operations.md, "In PostgreSQL".';

const INSUFFICIENT_PRIVILEGE = '42501';

interface Asked {
  readonly sighting?: Sighting;
  /** Why there is none, without the server's URL. */
  readonly problem?: string;
  readonly isDenied?: boolean;
}

async function ask({ name, url }: ServerAddress): Promise<Asked> {
  const pool = openPool(url, 'probe');
  try {
    return { sighting: (await probe(pool)).sighting };
  } catch (error) {
    const code = codeOf(error);
    // A server that refuses was reached.
    if (code === undefined || !(error instanceof Error)) return { problem: `${name} cannot be reached` };
    return { problem: `${name}: ${error.message}`, isDenied: code === INSUFFICIENT_PRIVILEGE };
  } finally {
    await pool.end();
  }
}
