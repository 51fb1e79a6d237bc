// What an export writes: the rows of a result, or the groups of these rows.

import type { FileRequest } from '#shared/bridge/exports.ts';
import { groupedRows } from '../results/grouped-rows.ts';
import type { Result } from '../results/result.ts';
import type { WrittenRows } from './cell-pages.ts';

export interface RowsToWrite<Request> {
  readonly rows: WrittenRows & Pick<Result, 'source'>;
  /** With the columns of the rows, and the sort that has an effect. */
  readonly request: Request;
}

/** Errors: CANCELLED, RESULT_CLOSED if the result lacks a column that it is to be grouped by, those of reading. */
export async function rowsToWrite<Request extends FileRequest>(
  result: Result,
  given: Request,
  signal: AbortSignal,
): Promise<RowsToWrite<Request>> {
  const there = new Set(result.columns.map(({ name }) => name));
  // A sort by a column that the result does not have is ignored.
  const sort = given.sort?.filter(({ column }) => there.has(column));
  const request = sort === undefined ? given : { ...given, sort };
  if (request.groups === undefined) return { rows: result, request };
  const rows = await groupedRows(result, request.groups, {
    // Programs would count a row of totals as a group.
    ...(request.form === 'shown' ? { totalIn: request.language } : {}),
    signal,
  });
  return { rows, request: { ...request, columns: rows.columns.map(({ name }) => name) } };
}
