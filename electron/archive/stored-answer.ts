// What one write puts into the archive: the answer to one request.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import type { Answer } from '../service-client/api-client.ts';

/** The answer to one request, with what the download knows to be wrong with it. */
export interface StoredAnswer {
  readonly table: TableCode;
  readonly filter: Filter;
  readonly answer: Omit<Answer, 'release'>;
  readonly reasons: readonly Incompleteness[];
}
