// A built-in view: a name in both languages and the columns in their order.

import type { Sort } from '#shared/bridge/source.ts';
import type { Text } from '#shared/text.ts';

export interface BuiltInView {
  /** Never changed once it was released: the view that a table opens with is remembered by it. */
  readonly id: string;
  readonly name: Text;
  /** Absent: the catalogue's first view. */
  readonly columns?: readonly string[];
  readonly sort?: Sort;
}

/** Words of a line, so that a list of columns reads like one. */
export const words = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(' '));

/** Fields of a previous run, by how many runs back. */
export const back = (run: number, fields: string): readonly string[] =>
  words(fields).map((field) => `race_back_${run}_${field}`);

/** The same fields of each of the last five runs, run by run. */
export const eachBack = (fields: string): readonly string[] =>
  [1, 2, 3, 4, 5].flatMap((run) => back(run, fields));
