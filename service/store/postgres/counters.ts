// The limits' counters in PostgreSQL, so that several processes enforce one limit.

import type pg from 'pg';
import { BatchedCounter } from '../../http/batched-counter.ts';
import type { Counter } from '../../http/limits.ts';
import type { TakePoints } from '../../http/points-batch.ts';
import { PointsBatch } from '../../http/points-batch.ts';

/** One clock for all processes: the database's. */
const NOW = `(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;

/**
 * Milliseconds by which a window that another statement has begun may end later than one that begins now: that statement
 * may be the younger one, and this one have waited for its row, as long as a statement may take (pool.ts).
 */
const WAITED = 2_000;

/** A window that ends later than one that begins now is of before the clock was set back. */
const isCurrent = (latest: string): string =>
  `counted.expire > ${NOW} AND counted.expire <= ${latest} + ${WAITED}`;

/** Rows are locked in the order of their keys, so that two processes do not deadlock. */
const TAKE = `
  WITH wanted AS (SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS w (key, points, duration)),
  taken AS (
    INSERT INTO rate_limit AS counted (key, points, expire)
    SELECT key, points, ${NOW} + duration FROM wanted WHERE points > 0 ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isCurrent('excluded.expire')} THEN counted.points + excluded.points ELSE excluded.points END,
      expire = CASE WHEN ${isCurrent('excluded.expire')} THEN counted.expire ELSE excluded.expire END
    RETURNING key, points, expire
  )
  SELECT key, points AS used, (expire - ${NOW})::float8 AS milliseconds FROM taken
  UNION ALL
  SELECT counted.key, counted.points, (expire - ${NOW})::float8 FROM wanted JOIN rate_limit AS counted USING (key)
  WHERE wanted.points = 0 AND ${isCurrent(`${NOW} + wanted.duration`)}`;

interface Row {
  readonly key: string;
  readonly used: number;
  readonly milliseconds: number;
}

/** Milliseconds after which ended windows are removed from the table. */
const CLEAN_EVERY = 300_000;

/** Takes points from the database that is there at the moment. @param pool may throw while there is none */
function takeFrom(pool: () => pg.Pool): TakePoints {
  let cleaned = performance.now();
  return async (wanted) => {
    const { rows } = await pool().query<Row>({
      name: 'points',
      text: TAKE,
      values: [
        wanted.map(({ key }) => key),
        wanted.map(({ points }) => points),
        wanted.map(({ duration }) => duration),
      ],
    });
    if (performance.now() - cleaned > CLEAN_EVERY) {
      cleaned = performance.now();
      await pool().query(`DELETE FROM rate_limit WHERE expire < ${NOW}`);
    }
    return new Map(rows.map(({ key, used, milliseconds }) => [key, { used, msBeforeNext: milliseconds }]));
  };
}

/**
 * Counters that all processes share. While the database is unavailable each process counts for itself, so that
 * requests that need no database are still answered and still limited.
 */
export function sharedCounter(pool: () => pg.Pool): Counter {
  const batch = new PointsBatch(takeFrom(pool));
  return (wanted) => new BatchedCounter(wanted, batch);
}
