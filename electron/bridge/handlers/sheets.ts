// Reads small results whole, for screens that show all of their cells at once.

import { SHEET_LIMIT, type Sheet } from '#shared/bridge/results.ts';
import type { RecordSource, ResultSource, Sort } from '#shared/bridge/source.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isUnreached } from '../../results/record-tables.ts';
import type { OpenOptions } from '../../results/result.ts';
import type { OpenResults } from '../../results/results.ts';

interface Read {
  readonly source: ResultSource | RecordSource;
  readonly sort?: Sort | undefined;
  /** All by default. */
  readonly columns?: readonly string[] | undefined;
}

/** Errors: RESULT_TOO_LARGE, those of opening. */
export async function readSheet(
  results: Pick<OpenResults, 'open' | 'close'>,
  { source, sort, columns: wanted }: Read,
  options: OpenOptions,
): Promise<Sheet> {
  const only = wanted && [...wanted, ...(sort ?? []).map(({ column }) => column)];
  const result = await results.open(source, { ...options, isSheet: true, ...(only && { only }) });
  const { summary } = result;
  if (summary.records > SHEET_LIMIT) {
    results.close(summary.resultId);
    throw new RailbirdError('RESULT_TOO_LARGE', { records: summary.records });
  }
  if (sort) await result.arrange({ sort, filters: [] });
  const shown = wanted === undefined ? undefined : new Set(wanted);
  const columns = summary.columns.filter(({ name }) => shown?.has(name) ?? true);
  const names = columns.map(({ name }) => name);
  const cells = await result.cells(names, 0, summary.records);
  return { ...summary, columns, source: result.source, cells };
}

/** Null if a request would be needed. Errors: as `readSheet`. */
export async function readStored(
  results: Pick<OpenResults, 'open' | 'close'>,
  read: Read,
  options: OpenOptions,
): Promise<Sheet | null> {
  try {
    return await readSheet(results, read, { ...options, storedOnly: true });
  } catch (error) {
    if (isUnreached(error)) return null;
    throw error;
  }
}
