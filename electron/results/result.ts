// An open result as the rest of the main process sees it: the bridge shows it, an export writes it.

import type { RowQueryResult, RowQuery } from '#shared/bridge/row-query.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { RecordSource, ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Archive } from '../archive/archive.ts';
import type { CopiedCounts, CopiedRange, TextEnds } from '../query-engine/column-store.ts';
import type { QueryResults, QueryInputs } from '../query-engine/queries.ts';

/** What a row query found, and the number of the order that its rows have. */
export type Arranged = RowQueryResult & { readonly rowOrder: number };

export interface Result {
  readonly source: ResultSource;
  readonly summary: Summary;
  /** The catalogue's definition of each column of the summary, in its order; unknown ones read as text. */
  readonly columns: readonly Column[];
  /** How many rows pass the current filters. */
  readonly rows: number;
  readonly rowQuery: RowQuery;
  /** Another one as soon as other rows may come to the places of these: with each row query, and with a renewal. */
  readonly rowOrder: number;
  /** Filters and sorts: blanks last, ties in the order of the answer. Errors: CANCELLED by a newer row query. */
  arrange(rowQuery: RowQuery, signal?: AbortSignal): Promise<Arranged>;
  /** Raw text by column, `cells[c][r]`, of rows `from` to `from + count` in the current order; fewer at the end. */
  cells(
    columns: readonly string[],
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<(string | null)[][]>;
  /**
   * Has the archive write the same rows to a file: an export then makes no string of each cell. Undefined if they are
   * not in the archive.
   */
  copyRows?(
    columns: readonly string[],
    rows: CopiedRange,
    signal?: AbortSignal,
  ): Promise<CopiedCounts> | undefined;
  /** While `use` runs, `copyRows` can write `atOnce` files at a time. Errors: those of `use` and of reading. */
  copying?<T>(use: (atOnce: number) => Promise<T>): Promise<T>;
  /**
   * The distinct values of some columns in all rows, whichever pass, null aside; undefined if they are more than `most` or
   * not in the archive.
   */
  distinctValues?(columns: readonly string[], most: number): Promise<readonly string[] | undefined>;
  /** The ends of the texts of some of its columns in all rows, whichever pass; undefined if they are not in the archive. */
  textEnds?(columns: readonly string[]): Promise<readonly TextEnds[] | undefined>;
  /** An analysis of the rows that pass. Errors: CANCELLED by a newer one of its kind. */
  query<Name extends Analysis>(
    name: Name,
    question: QueryInputs[Name],
    signal?: AbortSignal,
  ): Promise<QueryResults[Name]>;
  /** Columns that are blank in every row that passes. */
  emptyColumns(signal?: AbortSignal): Promise<string[]>;
  /** How often the records that this result reads were written: at once, then after each write. */
  changed(signal?: AbortSignal): AsyncGenerator<{ writes: number }, void, void>;
  /**
   * The same rows with a separate row query. They stay readable when the result is closed or renewed, until they are
   * released. Errors: RESULT_CLOSED.
   */
  copy(): ResultCopy;
}

export interface ResultCopy extends Result {
  release(): void;
}

export type Analysis =
  | 'values'
  | 'profile'
  | 'groups'
  | 'rankRecords'
  | 'rule'
  | 'statistics'
  | 'payoffs'
  | 'payoffsOfBet'
  | 'payoffRanks';

export interface OpenOptions {
  /** Request again even what is stored. */
  readonly refresh?: boolean;
  /** Reads only the columns of the result itself, without the names of races beside their keys: for whole sheets. */
  readonly isSheet?: boolean;
  /** Of a table or of a horse's runs, only these columns. */
  readonly only?: readonly string[];
  /** Requests nothing, as if the service could not be reached. */
  readonly stored?: boolean;
  /** Fetches nothing else in the background, such as the race's neighbors. */
  readonly alone?: boolean;
  /** What the caller has read is of this archive: SERVICE_CHANGED if another service is connected now. */
  readonly archive?: Pick<Archive, 'changes'>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { windowsDone: number; windowsTotal: number; records: number }) => void;
}

export interface Results {
  /**
   * Fetches what the archive lacks, then opens. One kind of record of a day or a race is read from the table that has
   * it (record-tables.ts), which is then the result's source. Errors: coded (shared/errors.ts).
   */
  open(source: ResultSource | RecordSource, options?: OpenOptions): Promise<Result>;
  /** Errors: RESULT_CLOSED. */
  get(resultId: string): Result;
  close(resultId: string): void;
}

/** A row whose record is followed through a renewal. */
export interface Anchor {
  readonly row: number;
}
