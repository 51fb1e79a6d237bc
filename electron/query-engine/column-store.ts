// What a view stands on: where its columns are held, and how they come there.

import type { RowArrangement } from '#shared/bridge/row-query.ts';
import type { Answers, QuestionName, Questions } from './queries.ts';

export interface Held {
  readonly columns: readonly string[];
  readonly bytes: number;
}

/** Rows of a view. */
export interface Window {
  readonly from: number;
  readonly count: number;
  /** Otherwise they are in the order of the answer. */
  readonly arranged: boolean;
  /** Of this arrangement, which was previewed; otherwise of the present one. */
  readonly of?: RowArrangement | undefined;
}

export interface Holder {
  /** Those of the columns that a window had better be read with `cellsUnheld`, since they are not held yet. */
  unheld(names: readonly string[], window: Window): readonly string[];
  /** Resolves when the columns are held; they stay until the use ends by the function it gives. */
  hold(names: readonly string[]): Promise<() => void>;
  /** The columns may be needed next: they are held as soon as nothing else is waited for. */
  prepare(names: readonly string[]): void;
  /** What these columns hold at rows of the present arrangement, read as they are: some rows of many columns. */
  cellsUnheld(names: readonly string[], window: Window, signal?: AbortSignal): Promise<(string | null)[][]>;
  /** Columns without a value in any row, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]>;
  ask<Name extends QuestionName>(
    name: Name,
    question: Questions[Name],
    signal: AbortSignal,
  ): Promise<Answers[Name]>;
  held(): Held;
  release(): void;
}
