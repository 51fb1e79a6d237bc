// Context of a cell: the same figure of the previous runs, or the finish, which shows whether a blank index is
// still to come.

import type { Column } from '#shared/catalogue/column.ts';
import { isBlank, readNumber } from '#shared/catalogue/reading.ts';
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

const JUMPS = '3';

/** Whether the horse ran, by its finish, and the run has no index yet: all indices of a run arrive together. */
export function isToCome(source: RunRows, row: number, column: Column, raw: string | null): boolean {
  if (!isBlank(raw) || !LATER.has(column.group)) return false;
  // The main process counts the pending ones by the same rule: jump races and races long past never get any.
  if (source.provisional === 0 || source.cell(row, 'track_type')?.trim() === JUMPS) return false;
  const index = source.cell(row, INDEX);
  if (index === undefined || !isBlank(index)) return false;
  const finish = readNumber(source.cell(row, 'order_of_finish'));
  const trouble = readNumber(source.cell(row, 'trouble_classification'));
  return finish !== undefined && finish > 0 && !(trouble !== undefined && trouble > 0);
}
