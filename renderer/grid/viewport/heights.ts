// How high a grid's rows and heads are. Pure.

export interface Heights {
  /** Of a row, a column head and a filter, in pixels. */
  readonly row: number;
  /** Of the group heads; 0 where there are none. */
  readonly groups: number;
  /** Of all heads together. */
  readonly heads: number;
  /** How many rows of heads there are. */
  readonly headRows: number;
}

interface Heads {
  readonly hasGroups: boolean;
  readonly hasFilters: boolean;
}

/** Group heads are read seldom: three quarters of a row. */
const GROUPS_SHARE = 0.75;

export function heightsOf(row: number, { hasGroups, hasFilters }: Heads): Heights {
  const groups = hasGroups ? Math.round(row * GROUPS_SHARE) : 0;
  return {
    row,
    groups,
    heads: groups + row + (hasFilters ? row : 0),
    headRows: 1 + (hasGroups ? 1 : 0) + (hasFilters ? 1 : 0),
  };
}
