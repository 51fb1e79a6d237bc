// The messages between the main process and the worker that stores the columns of large row sets: plain data in both
// directions.

import type { Column } from '#shared/catalogue/column.ts';
import type { QueryResults, QueryName, QueryInputs } from './queries.ts';
import type { JoinedText } from './text-coder.ts';

/** Requests with an `id` are answered. The main process numbers the row sets. */
export type WorkerRequest =
  | {
      readonly to: 'open';
      readonly rowSet: number;
      readonly columns: readonly Column[];
      readonly rowids: Int32Array;
    }
  | { readonly to: 'close'; readonly rowSet: number }
  | {
      readonly to: 'load';
      readonly id: number;
      readonly rowSet: number;
      readonly names: readonly string[];
      readonly joined: readonly JoinedText[];
      readonly escaped: boolean;
    }
  | { readonly to: 'drop'; readonly rowSet: number; readonly name: string }
  | {
      readonly to: 'query';
      readonly id: number;
      readonly rowSet: number;
      readonly name: QueryName;
      readonly input: QueryInputs[QueryName];
    }
  | { readonly to: 'cancel'; readonly id: number };

export interface Loaded {
  /** The memory that each column takes; undefined for one that must be joined again with escapes. */
  readonly bytes: readonly (number | undefined)[];
}

/** An answer, a coded failure, or the text of an unexpected error. */
export type WorkerResponse =
  | { readonly id: number; readonly answer: Loaded | QueryResults[QueryName] }
  | { readonly id: number; readonly failed: 'CANCELLED' | 'RESULT_CLOSED' }
  | { readonly id: number; readonly error: string };

export interface EngineClient {
  /** `rowids`: the rows of the archive's table, in the order of the answer. */
  open(rowSet: number, columns: readonly Column[], rowids: Int32Array): void;
  close(rowSet: number): void;
  load(
    rowSet: number,
    names: readonly string[],
    joined: readonly JoinedText[],
    escaped: boolean,
  ): Promise<Loaded>;
  drop(rowSet: number, name: string): void;
  /** Errors: CANCELLED by the signal, RESULT_CLOSED for a row set that is not open. */
  query<Name extends QueryName>(
    rowSet: number,
    name: Name,
    input: QueryInputs[Name],
    signal: AbortSignal,
  ): Promise<QueryResults[Name]>;
}
