// A database that cannot answer now makes the service answer 503, to be asked again; anything else stays a failure.

import pg from 'pg';
import { Refusal } from '../../http/error-response.ts';

/** Classes of SQLSTATE: connection, resources, operator's intervention (shutdown, time-out), system. */
const PASSING = ['08', '53', '57', '58'];

const RETRY_AFTER_SECONDS = '5';

/** Runs a question to the database. @throws Refusal SERVICE_UNAVAILABLE with Retry-After where it is away */
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
 * Whether the same question may succeed in a while. What the server itself says has a code; whatever else comes out
 * of the client is about the connection (refused, reset, ended, none free in time), unless our own code is broken.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.includes((error.code ?? '').slice(0, 2));
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof Refusal;
  return error instanceof Error && !isOurs;
}
