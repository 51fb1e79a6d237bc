// What a view is asked and answers, as plain data: it crosses to the thread that holds the columns.

import type {
  RowQueryResult,
  Groups,
  Profile,
  RowQuery,
  Statistics,
  ValueList,
} from '#shared/bridge/row-query.ts';

export interface QueryInputs {
  arrange: { readonly query: RowQuery };
  /** As `arrange`, but the rows stay as they are: the arrangement is kept, to be asked for its cells or arranged. */
  preview: { readonly query: RowQuery };
  /** Cells of arranged rows, `cells[c][r]`. `of`: not of the present arrangement but of this one, previewed. */
  cells: {
    readonly columns: readonly string[];
    readonly from: number;
    readonly count: number;
    readonly of?: RowQuery | undefined;
  };
  /** Which records stand at arranged rows, by their place in the answer; `of` as for cells. */
  places: { readonly from: number; readonly count: number; readonly of?: RowQuery | undefined };
  /** The first arranged row with these cells. */
  find: { readonly columns: readonly string[]; readonly cells: readonly (string | null)[] };
  values: {
    readonly column: string;
    readonly contains?: string | undefined;
    readonly limit: number;
    readonly order?: 'count' | 'value' | undefined;
  };
  profile: { readonly column: string; readonly others?: boolean | undefined };
  groups: {
    readonly by: readonly string[];
    readonly measures?: readonly string[] | undefined;
    readonly limit?: number | undefined;
    readonly order?: 'count' | 'value' | undefined;
  };
  statistics: { readonly columns: readonly string[]; readonly from: number; readonly to: number };
  /** Which of these columns are blank in every arranged row. */
  blank: { readonly columns: readonly string[] };
}

export interface QueryResults {
  arrange: RowQueryResult;
  preview: RowQueryResult;
  cells: (string | null)[][];
  places: Uint32Array;
  find: number | undefined;
  values: ValueList;
  profile: Profile;
  groups: Groups;
  statistics: Statistics;
  blank: string[];
}

export type QueryName = keyof QueryInputs;
