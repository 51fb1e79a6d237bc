// The heights of a grid's rows and heads. Pure.

export interface Heights {
  /** Pixels of a row, a column head or a filter. */
  readonly row: number;
  /** Pixels of the group heads; 0 without them. */
  readonly groups: number;
  /** Pixels of all heads together. */
  readonly heads: number;
  /** The number of rows of heads. */
  readonly headRows: number;
}

interface Heads {
  readonly hasGroups: boolean;
  readonly hasFilters: boolean;
}

/** Group heads are seldom read: three quarters of a row. */
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
