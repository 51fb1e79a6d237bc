// Stores the columns of a row set and answers its queries: in memory for a small result, in the worker for a large one.

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

/**
 * A list of values that SQL refers to by its name, as a variable or a type: DuckDB reads it once, and not again for each
 * file.
 */
export interface NamedList {
  readonly kind: 'value' | 'type';
  readonly name: string;
  readonly sql: string;
}

/** The form in which the archive writes rows to a file. */
export interface CopyFormat {
  /** SQL of what is written of each row, from its cells as text: `c0`, `c1` and so on. */
  readonly list: string;
  /** SQL of each cell from the columns that are read, `c0` and so on as well; without it the columns are the cells. */
  readonly cells?: readonly string[];
  /** What the SQL of cells and conditions refers to. */
  readonly lists?: readonly NamedList[];
  /** SQL conditions on the columns that are read: how many of the rows meet each is counted. */
  readonly counted?: readonly string[];
  /** Whether each row is a line, so that rows need no sort: they may come in any order that `LineOrder` can tell. */
  readonly isLines?: boolean;
  /** DuckDB's options of COPY. */
  readonly options: string;
}

/** A file of rows that the archive writes. */
export interface RowsFile {
  readonly format: CopyFormat;
  readonly path: string;
}

/** How the places of lines are told. */
export interface LineOrder {
  /** Whether each line begins with its number, as a cell of its own; otherwise they are numbered as they come. */
  readonly isNumbered: boolean;
  /** The place of the line of each number; absent if the number is the place. */
  readonly places?: Int32Array;
}

/** What the archive wrote: how many rows, and how many of them meet each of the format's conditions. */
export interface CopiedCounts {
  readonly rows: number;
  /** Absent if the rows are in order. */
  readonly order?: LineOrder | undefined;
  readonly counts: readonly number[];
}

/** The least and the greatest character of some, as code points. */
export type Characters = readonly [least: number, most: number];

/** The characters that a column's texts begin and end with, empty ones aside; absent if there are no others. */
export interface TextEnds {
  readonly hasEmpty: boolean;
  readonly first?: Characters;
  readonly last?: Characters;
}

/** A file of rows `from` to `from + count`. */
export type CopiedRange = RowsFile & Omit<RowRange, 'isArranged'>;

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
   * Has the archive write a range of the rows that pass, in their order; an undefined name is a column of nulls. Absent
   * if the rows are not in the archive. Errors: CANCELLED, RESULT_CLOSED, those of reading.
   */
  copy?(
    names: readonly (string | undefined)[],
    range: RowRange,
    file: RowsFile,
    signal: AbortSignal,
  ): Promise<CopiedCounts>;
  /**
   * While `use` runs, the archive writes as many files of rows at a time as it is told, and other queries of it use one
   * thread each. Errors: those of `use`, RESULT_CLOSED, those of reading.
   */
  copying?<T>(use: (atOnce: number) => Promise<T>): Promise<T>;
  /**
   * The distinct values of some columns in all rows, whichever pass, null aside; undefined if they are more than `most`.
   * Absent if the rows are not in the archive. Errors: RESULT_CLOSED, those of reading.
   */
  distinct?(names: readonly string[], most: number): Promise<readonly string[] | undefined>;
  /** Which characters the texts of some columns begin and end with, in all rows. Absent, and errors, as for `distinct`. */
  ends?(names: readonly string[]): Promise<readonly TextEnds[]>;
  /** Columns without a value in any row, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]>;
  loaded(): LoadedColumns;
  release(): void;
}
