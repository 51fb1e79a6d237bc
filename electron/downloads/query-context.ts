// What a query needs.

import type { Archive } from '../archive/archive.ts';
import type { ApiClient } from '../service-client/api-client.ts';
import type { InFlight } from './in-flight.ts';

export interface ArchiveContext {
  readonly archive: Archive;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface QueryContext extends ArchiveContext {
  readonly client: Pick<ApiClient, 'query'>;
  readonly inFlight: InFlight;
}
