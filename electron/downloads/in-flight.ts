// What concurrent queries share: one object for the whole process, created in the composition root.

import { SharedRequests } from '../service-client/shared-requests.ts';
import type { Fetched } from './fetch/fetched.ts';
import { newFindings, type Findings } from './fetch/recheck.ts';

export class InFlight {
  /** Fetches of reference tables, by archive, days and tables: concurrent queries fetch them once. */
  readonly references = new SharedRequests<readonly Fetched[]>(() => undefined);
  readonly #findings = new Map<string, Findings>();

  /** What rechecks found out about the service whose archive lies at `path`. */
  findingsOf(path: string): Findings {
    const known = this.#findings.get(path) ?? newFindings();
    this.#findings.set(path, known);
    return known;
  }
}
