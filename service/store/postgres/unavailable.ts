// While the database is unavailable the service answers 503, so that clients retry; any other error stays a failure.

import pg from 'pg';
import { Refusal } from '../../http/error-response.ts';

/** Classes of SQLSTATE: connection, resources, operator's intervention (shutdown, time-out), system. */
const PASSING = ['08', '53', '57', '58'];

const RETRY_AFTER_SECONDS = '5';

/** Runs a query. @throws Refusal SERVICE_UNAVAILABLE with Retry-After while the database is unavailable */
export async function whileAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isPassing(error)
      ? new Refusal('SERVICE_UNAVAILABLE', { headers: { 'retry-after': RETRY_AFTER_SECONDS } })
      : error;
  }
}

/**
 * Whether the same query may succeed later. Errors of the server have a code; other errors of the client library
 * concern the connection (refused, reset, ended, none free in time), unless our own code is broken.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.includes((error.code ?? '').slice(0, 2));
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof Refusal;
  return error instanceof Error && !isOurs;
}
