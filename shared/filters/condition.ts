// The parsed form of a filter. What is stored and crosses the bridge is its text.

/** A number in the column's unit (tenths of a second, YYYYMMDD, ...), a whole one beyond 2^53, or the text of a key. */
export type RangeEnd = number | bigint | string;

/** One alternative for a value. */
export type Item =
  /** Missing or only spaces. Zero is a value. */
  | { readonly is: 'empty' }
  /** The value contains the text, width and kana folded; for a code, see code-search.ts. */
  | { readonly is: 'text'; readonly text: string }
  /** The whole value is the text. */
  | { readonly is: 'whole'; readonly text: string }
  /** Both ends included; a missing end is unbounded. */
  | { readonly is: 'range'; readonly from?: RangeEnd; readonly to?: RangeEnd };

/** Strictly beyond the bound. */
export interface Beyond {
  readonly is: 'below' | 'above';
  readonly bound: RangeEnd;
}

/** Matches any of the items, or values beyond a bound; with `not`, all other values, including missing ones. */
export type Term =
  | { readonly not?: true; readonly oneOf: readonly Item[] }
  | { readonly not?: true; readonly beyond: Beyond };

export interface Branch {
  readonly allOf: readonly Term[];
}

/** Matches if all terms of any branch match. A branch without terms matches everything. */
export interface FilterCondition {
  readonly anyOf: readonly Branch[];
}

export const EVERYTHING: FilterCondition = { anyOf: [{ allOf: [] }] };
