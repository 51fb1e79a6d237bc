// What queries that run at the same time share: one object for the whole process, made in the composition root.

import { SharedRequests } from '../service-client/shared-requests.ts';
import type { Fetched } from './fetch/fetched.ts';
import { newFindings, type Findings } from './fetch/recheck.ts';

export class InFlight {
  /** Fetches of reference tables, by archive, days and tables: queries that start together are checked against the same. */
  readonly references = new SharedRequests<readonly Fetched[]>(() => undefined);
  readonly #findings = new Map<string, Findings>();

  /** What rechecks found out about the service whose archive lies at `path`. */
  findingsOf(path: string): Findings {
    const known = this.#findings.get(path) ?? newFindings();
    this.#findings.set(path, known);
    return known;
  }
}
