// While the database is unavailable the service answers 503, so that clients retry; any other error stays a failure.

import pg from 'pg';
import { Refusal } from '../../http/error-response.ts';

/**
 * Classes of SQLSTATE: connection, transaction (a standby ends a read that stands in the way of its replay), resources,
 * operator's intervention (shutdown, time-out), system.
 */
const PASSING = ['08', '40', '53', '57', '58'];

/** The statement took too long. */
const QUERY_CANCELED = '57014';

const RETRY_AFTER_SECONDS = '5';

/** The database, or one of its servers, cannot answer now. */
export class Unavailable extends Refusal {
  /** False for a statement that took too long: it would do so on another server too. */
  readonly mayBeElsewhere: boolean;

  constructor(mayBeElsewhere = true) {
    super('SERVICE_UNAVAILABLE', { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
    this.mayBeElsewhere = mayBeElsewhere;
  }
}

/** Runs a query. @throws Unavailable while the database is */
export async function whileAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isPassing(error)) throw error;
    throw new Unavailable(!(error instanceof pg.DatabaseError && error.code === QUERY_CANCELED));
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
