// What a query needs.

import type { Archive } from '../archive/archive.ts';
import type { ServiceRequests } from '../service-client/api-client.ts';
import type { InFlight } from './in-flight.ts';

export interface ArchiveContext {
  readonly archive: Archive;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface QueryContext extends ArchiveContext {
  /** To the service whose archive it is: what others send does not belong there. */
  readonly client: ServiceRequests;
  readonly inFlight: InFlight;
}

/** For the connected service. Errors: NOT_CONNECTED, ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
export type OpenContext = () => Promise<QueryContext>;
