// The parsed form of a filter: plain data, so that it can be stored and cross the bridge.

/** Of numbers in the column's own unit (tenths of a second, YYYYMMDD, ...), or of the text of a key. */
export type RangeEnd = number | string;

/** One thing that a value may be. */
export type Item =
  /** Missing, or nothing but spaces. Zero is a value. */
  | { readonly is: 'empty' }
  /** Holds the text, width and kana folded; of a code, what the text names (code-search.ts). */
  | { readonly is: 'text'; readonly text: string }
  /** Is the text as a whole. */
  | { readonly is: 'whole'; readonly text: string }
  /** Closed at both ends; one of them may be open to everything. */
  | { readonly is: 'range'; readonly from?: RangeEnd; readonly to?: RangeEnd };

/** Beyond the bound and not the bound itself. */
export interface Beyond {
  readonly is: 'below' | 'above';
  readonly bound: RangeEnd;
}

/** One of the items, or beyond a bound; with `not`, everything else, missing values included. */
export type Term =
  { readonly not?: true; readonly oneOf: readonly Item[] } | { readonly not?: true; readonly beyond: Beyond };

export interface Branch {
  readonly allOf: readonly Term[];
}

/** Any branch, and in it all terms. One branch without terms lets everything through. */
export interface FilterCondition {
  readonly anyOf: readonly Branch[];
}

export const EVERYTHING: FilterCondition = { anyOf: [{ allOf: [] }] };
