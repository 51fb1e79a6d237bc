// What the checks make of a request for records.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { RecordFilter } from '../store/store.ts';

/** A request that passed the checks. */
export interface CheckedQuery {
  readonly table: Table;
  /** As sent: what `request.parameters` repeats. */
  readonly filter: Filter;
  readonly selection: RecordFilter;
}
