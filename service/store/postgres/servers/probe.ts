// Asks a server what it is: primary or standby, of which database, and how old its data is.

import type pg from 'pg';
import { codeOf } from '../pool.ts';
import type { Sighting } from './routing.ts';

/** What a server is, and which database it has. */
export interface Probed {
  readonly sighting: Sighting;
  /** The same for a database and its replicas, which copy it bit by bit, and for no other. */
  readonly identity: string;
  /** The version of the accounts. */
  readonly credentials: number;
}

const UNDEFINED_TABLE = '42P01';

/** Two statements in one would make a database without the schema unreadable. */
const IDENTITY = `
  CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role,
  CASE WHEN pg_is_in_recovery() THEN (SELECT timeline_id FROM pg_control_checkpoint())
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline,
  (SELECT system_identifier FROM pg_control_system()) || '/' ||
    (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`;

const PROBE = `SELECT ${IDENTITY}, (SELECT max(number) FROM schema_version) AS schema,
  (SELECT floor(extract(epoch FROM beaten_at) * 1000)::float8 FROM heartbeat) AS as_of,
  (SELECT version FROM credential_version)::float8 AS credentials`;

interface Row {
  readonly role: Sighting['role'];
  readonly timeline: number;
  readonly identity: string;
  readonly schema: number | null;
  readonly as_of: number | null;
  readonly credentials: number | null;
}

/** @throws if the server cannot be asked */
export async function probe(pool: pg.Pool): Promise<Probed> {
  const row = await rowOf(pool);
  const { role, timeline, identity, schema, as_of, credentials } = row;
  return {
    identity,
    credentials: credentials ?? 0,
    sighting: { role, timeline, schema: schema ?? 0, asOf: as_of ?? 0 },
  };
}

async function rowOf(pool: pg.Pool): Promise<Row> {
  try {
    return await only(pool.query<Row>({ name: 'probe', text: PROBE }));
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error;
    return only(pool.query<Row>(`SELECT ${IDENTITY}, NULL AS schema, NULL AS as_of, NULL AS credentials`));
  }
}

async function only(result: Promise<pg.QueryResult<Row>>): Promise<Row> {
  const [row] = (await result).rows;
  if (!row) throw new Error('a server said nothing about itself');
  return row;
}

/**
 * Writes the beat, unless another process has just done so. One from the future, written before the clock was put right,
 * would otherwise stand until then.
 */
export async function beat(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: 'beat',
    text: `UPDATE heartbeat SET beaten_at = clock_timestamp()
      WHERE beaten_at < clock_timestamp() - interval '0.4 s' OR beaten_at > clock_timestamp()`,
  });
}
