// A request for records after the checks.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { RecordFilter } from '../store/store.ts';

/** A request that passed the checks. */
export interface CheckedQuery {
  readonly table: Table;
  /** The filters as sent, which `request.parameters` repeats. */
  readonly filter: Filter;
  readonly selection: RecordFilter;
}
