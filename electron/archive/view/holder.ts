// What a view stands on: where its columns are held, and how they come there.

import type { Answers, QuestionName, Questions } from './questions.ts';

export interface Held {
  readonly columns: readonly string[];
  readonly bytes: number;
}

export interface Holder {
  /** Whether a window should be asked for with `cellsUnheld`, since these columns are not here yet. */
  unheld(names: readonly string[], count: number): readonly string[];
  /** Resolves when the columns are held; they stay until the use ends by the function it gives. */
  hold(names: readonly string[]): Promise<() => void>;
  /** What these columns hold at rows of the present arrangement, read as they are: some rows of many columns. */
  cellsUnheld(names: readonly string[], from: number, count: number): Promise<(string | null)[][]>;
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
