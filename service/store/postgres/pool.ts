// Connections to PostgreSQL: pools that are limited in number and in time, and survive restarts of the database.

import pg from 'pg';

interface Purpose {
  /** Connections of a pool. */
  readonly max: number;
  /** Seconds after which the server ends a statement; undefined for never. */
  readonly statement?: number;
  /** Seconds after which a statement is given up, for a server that is gone. */
  readonly gone?: number;
  readonly session?: string;
  readonly pipeline?: boolean;
}

/** The purpose of a pool decides how many connections it may have and how long a statement may take. */
const PURPOSES = {
  /** Keys, plans and answers of one page. */
  answers: { max: 4, statement: 10, gone: 15 },
  /**
   * Answers to look-ups by key. Left to itself the server plans such a statement each time, because the plan for the
   * keys at hand seems cheaper, and with a partition for each year planning takes longer than reading eight races.
   */
  lookUps: {
    max: 4,
    statement: 10,
    gone: 15,
    session: '-c plan_cache_mode=force_generic_plan',
  },
  /**
   * Answers of several pages, each on a connection of its own until the client has read it. The statements that open an
   * answer are sent together (`pipeline`), so its first byte arrives after one round trip.
   */
  streams: { max: 8, statement: 10, gone: 15, pipeline: true },
  /** The limits' counters. A crash may lose the latest counts; waiting for the disk would cost more. */
  limits: { max: 2, statement: 2, gone: 4, session: '-c synchronous_commit=off' },
  /** What a server is, and the beat. A standby that is waited for (synchronous replication) must not delay the beat. */
  probe: { max: 1, statement: 2, gone: 2, session: '-c synchronous_commit=off' },
  /** An operator's command: keys, plans, import. */
  command: { max: 1, statement: 600, gone: 605 },
  /** Changes of the schema, which may copy every record. */
  schema: { max: 1 },
} as const satisfies Readonly<Record<string, Purpose>>;

export type PoolPurpose = keyof typeof PURPOSES;

/**
 * Milliseconds to connect, or to wait for a free connection of the pool. After that the answer is 503 instead of a
 * queue.
 */
const WAIT_FOR_CONNECTION = 2_000;

/**
 * The service ends a slow reader's answer earlier (overload/connection-limits.ts); this is for a service that is gone.
 */
const IDLE_IN_TRANSACTION = 660_000;

/**
 * @param url a connection string; a password should rather be in ~/.pgpass or PGPASSFILE
 * @param broken called when an idle connection breaks
 */
export function openPool(
  url: string,
  purpose: PoolPurpose,
  broken: (error: Error) => void = () => {},
): pg.Pool {
  const { max, statement, gone, session, pipeline = false }: Purpose = PURPOSES[purpose];
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `railbird-service ${purpose}`,
    max,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION,
    idleTimeoutMillis: 30_000,
    ...(statement !== undefined && { statement_timeout: statement * 1000 }),
    ...(gone !== undefined && { query_timeout: gone * 1000 }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    keepAlive: true,
    pipeline,
    ...(session !== undefined && { options: session }),
  });
  // The pool removes an idle connection that breaks, and opens a new one when needed.
  pool.on('error', broken);
  return pool;
}

/** Runs the work in a transaction on one connection; a connection on which anything failed is not reused. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // If the connection breaks between two statements, the next one reports it; unheard, it would end the process.
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.off('error', ignore).release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const ignore = () => {};

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MOST_TRIES = 5;

/** Like `inTransaction`, but retried after a conflict with another writer, so the work must be repeatable. */
export async function inTransactionAgain<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (tries >= MOST_TRIES || !isConflict(error)) throw error;
    }
  }
}

/** Whether a transaction failed because of another one, so that it may be repeated. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** SQLSTATE of an error of the server. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;
