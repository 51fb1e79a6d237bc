// A built-in view: a name in both languages and the columns in their order.

import type { Sort } from '#shared/bridge/source.ts';
import type { Text } from '#shared/text.ts';

export interface BuiltInView {
  /** Never changes after a release, because a table's default view is stored by it. */
  readonly id: string;
  readonly name: Text;
  /** If absent, the catalogue's first view. */
  readonly columns?: readonly string[];
  readonly sort?: Sort;
  /** By column, in the grammar of shared/filters; shown as chips like any filter. */
  readonly filters?: Readonly<Record<string, string>>;
}

/** Splits lines into words, so that a list of columns needs no quotes and commas. */
export const words = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(' '));

/** The columns of a previous run, `run` runs back. */
export const back = (run: number, fields: string): readonly string[] =>
  words(fields).map((field) => `race_back_${run}_${field}`);

/** The same columns of each of the last five runs, run by run. */
export const eachBack = (fields: string): readonly string[] =>
  [1, 2, 3, 4, 5].flatMap((run) => back(run, fields));
