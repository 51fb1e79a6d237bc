// Reads all cells of a small result at once: a race's tab, a horse's runs.

import { SHEET_LIMIT, type Sheet } from '#shared/bridge/results.ts';
import type { RecordSource, ResultSource, Sort } from '#shared/bridge/source.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { OpenOptions, Results } from './result.ts';

export interface SheetQuery {
  readonly source: ResultSource | RecordSource;
  readonly refresh?: boolean | undefined;
  readonly sort?: Sort | undefined;
  /** Only these; all by default. */
  readonly columns?: readonly string[] | undefined;
  /** As `OpenOptions.stored`. */
  readonly stored?: boolean | undefined;
  /** As `OpenOptions.archive`. */
  readonly archive?: OpenOptions['archive'];
}

/** Errors: RESULT_TOO_LARGE above SHEET_LIMIT records, those of opening. */
export async function readSheet(
  results: Results,
  { source, refresh, sort, columns: only, stored, archive }: SheetQuery,
  signal?: AbortSignal,
): Promise<Sheet> {
  const result = await results.open(source, {
    ...refreshOf({ refresh }),
    isSheet: true,
    ...(stored === true && { stored }),
    ...(archive && { archive }),
    ...(only && { only: [...only, ...(sort ?? []).map(({ column }) => column)] }),
    ...(signal ? { signal } : {}),
  });
  const { summary } = result;
  if (summary.records > SHEET_LIMIT) {
    results.close(summary.resultId);
    throw new RailbirdError('RESULT_TOO_LARGE', { records: summary.records });
  }
  if (sort) await result.arrange({ sort, filters: [] });
  const wanted = only === undefined ? undefined : new Set(only);
  const columns = summary.columns.filter(({ name }) => wanted?.has(name) ?? true);
  const names = columns.map(({ name }) => name);
  const cells = await result.cells(names, 0, summary.records);
  return { ...summary, columns, source: result.source, cells };
}

export const refreshOf = (input: { readonly refresh?: boolean | undefined }): OpenOptions =>
  input.refresh ? { refresh: true } : {};
