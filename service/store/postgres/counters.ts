// The limits' counters in PostgreSQL, so that several processes enforce one limit.

import type pg from 'pg';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { CounterWanted } from '../../http/limits.ts';
import { memoryCounter } from '../../http/limits.ts';

/**
 * A counter that all processes share. While the database is unavailable each process counts for itself, so that
 * requests that need no database are still answered and still limited.
 */
export const sharedCounter =
  (pool: pg.Pool) =>
  (wanted: CounterWanted): RateLimiterAbstract =>
    new RateLimiterPostgres({
      ...wanted,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      // A key over its limit is refused without another query, until its window is over.
      inMemoryBlockOnConsumed: wanted.points + 1,
      insuranceLimiter: memoryCounter(wanted),
    });
