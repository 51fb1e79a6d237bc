// Where views are held. In the app a thread of its own; what is said to it and what it answers is plain data.

import type { Column } from '#shared/catalogue/column.ts';
import type { Answers, QuestionName, Questions } from './queries.ts';
import type { Joined } from './text-coder.ts';

/** What is said to the thread. `id` is answered; a view is known by its number. */
export type Order =
  | {
      readonly to: 'open';
      readonly view: number;
      readonly columns: readonly Column[];
      readonly rowids: Int32Array;
    }
  | { readonly to: 'close'; readonly view: number }
  | {
      readonly to: 'load';
      readonly id: number;
      readonly view: number;
      readonly names: readonly string[];
      readonly joined: readonly Joined[];
      readonly escaped: boolean;
    }
  | { readonly to: 'drop'; readonly view: number; readonly name: string }
  | {
      readonly to: 'ask';
      readonly id: number;
      readonly view: number;
      readonly name: QuestionName;
      readonly question: Questions[QuestionName];
    }
  | { readonly to: 'cancel'; readonly id: number };

export interface Loaded {
  /** What each column costs; undefined for one that must be joined again, with escapes. */
  readonly bytes: readonly (number | undefined)[];
}

/** What the thread says: an answer, or a coded failure. */
export type Reply =
  | { readonly id: number; readonly answer: Loaded | Answers[QuestionName] }
  | { readonly id: number; readonly failed: 'CANCELLED' | 'RESULT_CLOSED' }
  | { readonly id: number; readonly error: string };

export interface Seat {
  /** `rowids`: which rows of the archive's table, in the view's order. */
  open(view: number, columns: readonly Column[], rowids: Int32Array): void;
  close(view: number): void;
  load(view: number, names: readonly string[], joined: readonly Joined[], escaped: boolean): Promise<Loaded>;
  drop(view: number, name: string): void;
  /** Errors: CANCELLED by the signal, RESULT_CLOSED where the view is not known any more. */
  ask<Name extends QuestionName>(
    view: number,
    name: Name,
    question: Questions[Name],
    signal: AbortSignal,
  ): Promise<Answers[Name]>;
}
