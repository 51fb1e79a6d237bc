// What an export writes: the rows of a result, or the groups of these rows.

import type { FileRequest } from '#shared/bridge/exports.ts';
import { groupedRows } from '../results/grouped-rows.ts';
import type { Result } from '../results/result.ts';
import type { WrittenRows } from './cell-pages.ts';

export interface RowsToWrite<Request> {
  readonly rows: WrittenRows & Pick<Result, 'source'>;
  /** With the columns of the rows. */
  readonly request: Request;
}

/** Errors: CANCELLED, RESULT_CLOSED if the result lacks a column that it is to be grouped by, those of reading. */
export async function rowsToWrite<Request extends FileRequest>(
  result: Result,
  request: Request,
  signal: AbortSignal,
): Promise<RowsToWrite<Request>> {
  if (request.groups === undefined) return { rows: result, request };
  const rows = await groupedRows(result, request.groups, {
    // Programs would count a row of totals as a group.
    ...(request.form === 'shown' ? { totalIn: request.language } : {}),
    signal,
  });
  return { rows, request: { ...request, columns: rows.columns.map(({ name }) => name) } };
}
