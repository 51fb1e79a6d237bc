// Where views are held. In the app a thread of its own; what is said to it and what it answers is plain data.

import type { Column } from '#shared/catalogue/column.ts';
import type { QueryResults, QueryName, QueryInputs } from './queries.ts';
import type { JoinedText } from './text-coder.ts';

/** What is said to the thread. `id` is answered; a view is known by its number. */
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
      readonly to: 'ask';
      readonly id: number;
      readonly rowSet: number;
      readonly name: QueryName;
      readonly input: QueryInputs[QueryName];
    }
  | { readonly to: 'cancel'; readonly id: number };

export interface Loaded {
  /** What each column costs; undefined for one that must be joined again, with escapes. */
  readonly bytes: readonly (number | undefined)[];
}

/** What the thread says: an answer, or a coded failure. */
export type WorkerResponse =
  | { readonly id: number; readonly answer: Loaded | QueryResults[QueryName] }
  | { readonly id: number; readonly failed: 'CANCELLED' | 'RESULT_CLOSED' }
  | { readonly id: number; readonly error: string };

export interface EngineClient {
  /** `rowids`: which rows of the archive's table, in the view's order. */
  open(rowSet: number, columns: readonly Column[], rowids: Int32Array): void;
  close(rowSet: number): void;
  load(
    rowSet: number,
    names: readonly string[],
    joined: readonly JoinedText[],
    escaped: boolean,
  ): Promise<Loaded>;
  drop(rowSet: number, name: string): void;
  /** Errors: CANCELLED by the signal, RESULT_CLOSED where the view is not known any more. */
  query<Name extends QueryName>(
    rowSet: number,
    name: Name,
    input: QueryInputs[Name],
    signal: AbortSignal,
  ): Promise<QueryResults[Name]>;
}
