// The unit of one write to the archive: the answer to one request.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { Answer } from '../service-client/api-client.ts';

/** The answer to one request, with the reasons why it may not be complete. */
export interface StoredAnswer {
  readonly table: TableCode;
  readonly filter: Filter;
  readonly answer: Omit<Answer, 'release'>;
  readonly reasons: readonly Incompleteness[];
}
