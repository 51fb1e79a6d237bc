// The catalogue's entry of one of the 16 tables (specification, section 4.2).

import type { Column } from '#shared/catalogue/column.ts';
import type { Text } from '#shared/text.ts';

export const TABLE_CODES = [
  't_ra', 'd_ra', 't_ka', 'd_ka', 't_ky', 'd_ky', 't_pd', 't_ch',
  't_ze', 't_zk', 'd_zk', 't_se', 'd_se', 't_hj', 'd_hj', 'm_uk',
] as const; // prettier-ignore

export type TableCode = (typeof TABLE_CODES)[number];

/** Body parameters of the interface (section 4.2). All are strings, all optional. */
export const FILTER_NAMES = [
  'racedate', 'start_racedate', 'end_racedate', 'racekey', 'horse_id', 'kettonum',
] as const; // prettier-ignore

export type FilterName = (typeof FILTER_NAMES)[number];

/** The body of a request: the filters as sent. */
export type Filter = { readonly [name in FilterName]?: string };

export interface Table {
  readonly code: TableCode;
  /** As in the address: `/v1/tra`. */
  readonly path: string;
  readonly label: Text;
  /** One sentence on what a record is. */
  readonly purpose: Text;
  /** What one record is of. */
  readonly grain: 'meeting' | 'race' | 'horse' | 'master';
  /** Exactly the filters that the endpoint takes. */
  readonly filters: readonly FilterName[];
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** The order of a response, without ties. `horse_number` sorts as a number. */
  readonly order: readonly string[];
  /** Longest period of one request, in days; absent if the table takes no period. */
  readonly maxSpanDays?: number;
  /** Days per request that the client starts with: 31, or 7 for the wide tables. */
  readonly windowDays?: number;
}
