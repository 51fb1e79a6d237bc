// Context of a cell: the same figure of the previous runs, or the finish, which shows whether a blank index is
// still to come.

import type { Column } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { awaitsIndices } from '#shared/racing/awaited-indices.ts';
import type { RowSource } from '../grid/data/row-source.ts';

/** Rows of runs; `provisional` is how many of them still lack their indices, absent if they were not counted. */
export interface RunRows extends RowSource {
  readonly provisional?: number | undefined;
}

const LAST_RUN = 'race_back_1_';
const INDEX = 'idm';

/** For the last run's index, the index columns of the five past runs, oldest first; undefined for other columns. */
export const trendOf = ({ name }: Pick<Column, 'name'>): readonly string[] | undefined =>
  name === LAST_RUN + INDEX ? TREND : undefined;

const TREND: readonly string[] = [5, 4, 3, 2, 1].map((back) => `race_back_${back}_${INDEX}`);

/** Groups of columns that are published days after a race. */
const LATER: ReadonlySet<Column['group']> = new Set<Column['group']>(['index', 'correction']);

/** Whether a blank index or correction of a row is still to come. `today` is undefined until it is known. */
export function isToCome(
  source: RunRows,
  row: number,
  column: Column,
  raw: string | null,
  today: string | undefined,
): boolean {
  if (!isBlank(raw) || !LATER.has(column.group)) return false;
  // The main process counts the pending ones, and knows jump races by their programs.
  if (source.provisional === 0 || today === undefined) return false;
  return awaitsIndices((field) => source.cell(row, field), today);
}
