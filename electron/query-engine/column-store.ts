// Stores the columns of a row set and answers its queries: in memory for a small result, in the worker for a large one.

import type { DuckDBResult } from '@duckdb/node-api';
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

/** The rows that SQL in the archive selects from: its columns are `position`, then `c0`, `c1` and so on as text. */
export const PICKED_ROWS = 'picked_rows';

export interface ColumnStore {
  /** `cells[c][r]` of a range of the rows that pass, fewer at the end. Errors: CANCELLED, RESULT_CLOSED, those of reading. */
  cells(names: readonly string[], range: RowRange, signal: AbortSignal): Promise<(string | null)[][]>;
  /**
   * Loads the `columns` that the query reads, then answers it; they stay loaded until then. Errors: CANCELLED,
   * RESULT_CLOSED, those of reading.
   */
  query<Name extends QueryName>(
    columns: readonly string[],
    name: Name,
    input: QueryInputs[Name],
    signal: AbortSignal,
  ): Promise<QueryResults[Name]>;
  /**
   * Runs `sql`, which selects from PICKED_ROWS, over a range of the rows that pass; an undefined name is a column of
   * nulls. Absent if the rows are not in the archive. Errors: CANCELLED, RESULT_CLOSED, those of reading.
   */
  select?(
    names: readonly (string | undefined)[],
    range: RowRange,
    sql: string,
    signal: AbortSignal,
  ): Promise<DuckDBResult>;
  /** Columns without a value in any row, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]>;
  loaded(): LoadedColumns;
  release(): void;
}
