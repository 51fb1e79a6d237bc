// What a view stands on: where its columns are held, and how they come there.

import type { RowQuery } from '#shared/bridge/row-query.ts';
import type { QueryResults, QueryName, QueryInputs } from './queries.ts';

export interface LoadedColumns {
  readonly columns: readonly string[];
  readonly bytes: number;
}

/** Rows of a view. */
export interface RowRange {
  readonly from: number;
  readonly count: number;
  /** Otherwise they are in the order of the answer. */
  readonly result: boolean;
  /** Of this arrangement, which was previewed; otherwise of the present one. */
  readonly of?: RowQuery | undefined;
}

export interface ColumnStore {
  /** Those of the columns that a window had better be read with `cellsUnheld`, since they are not held yet. */
  missing(names: readonly string[], window: RowRange): readonly string[];
  /** Resolves when the columns are held; they stay until the use ends by the function it gives. */
  load(names: readonly string[]): Promise<() => void>;
  /** The columns may be needed next: they are held as soon as nothing else is waited for. */
  prepare(names: readonly string[]): void;
  /** What these columns hold at rows of the present arrangement, read as they are: some rows of many columns. */
  readMissingCells(
    names: readonly string[],
    window: RowRange,
    signal?: AbortSignal,
  ): Promise<(string | null)[][]>;
  /** Columns without a value in any row, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]>;
  ask<Name extends QueryName>(
    name: Name,
    question: QueryInputs[Name],
    signal: AbortSignal,
  ): Promise<QueryResults[Name]>;
  loaded(): LoadedColumns;
  release(): void;
}
