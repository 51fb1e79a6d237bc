// Where the columns of a row set are, and how its queries are answered from them: in memory for a small result, in the
// worker for a large one.

import type { QueryInputs, QueryName, QueryResults } from './queries.ts';

export interface LoadedColumns {
  readonly columns: readonly string[];
  readonly bytes: number;
}

export interface RowRange {
  readonly from: number;
  readonly count: number;
  /** Whether the rows are filtered or sorted; otherwise they are the records of the answer in its order. */
  readonly isArranged: boolean;
}

export interface ColumnStore {
  /** `cells[c][r]` of a range of the rows that pass, fewer at the end. Errors: CANCELLED, RESULT_CLOSED, those of reading. */
  cells(names: readonly string[], range: RowRange, signal: AbortSignal): Promise<(string | null)[][]>;
  /**
   * Loads `columns`, which the query reads, then answers it; they stay loaded until it is answered.
   * Errors: CANCELLED, RESULT_CLOSED, those of reading.
   */
  query<Name extends QueryName>(
    columns: readonly string[],
    name: Name,
    input: QueryInputs[Name],
    signal: AbortSignal,
  ): Promise<QueryResults[Name]>;
  /** Columns without a value in any row, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]>;
  loaded(): LoadedColumns;
  release(): void;
}
