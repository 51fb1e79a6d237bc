// How many rows of the result on screen match the filters of a saved export, before its file is written.

import { useQuery } from '@tanstack/react-query';
import type { SavedExport } from '#shared/bridge/export-saved.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { RowQueryResult } from '#shared/bridge/row-query.ts';
import { useBridge } from '../../client/bridge.tsx';
import { readingNumber } from '../../grid/data/reading-number.ts';

/** Undefined until they are counted, and where there is no open result to count them in: the export opens it again. */
export function useSavedRows(
  saved: SavedExport | undefined,
  resultId: string | undefined,
  summary: Summary | undefined,
): RowQueryResult | undefined {
  const { queries } = useBridge();
  const { filters = [], quick } = saved ?? {};
  const input = { resultId: resultId ?? '', filters, ...(quick === undefined ? {} : { quick }) };
  const { data, isSuccess } = useQuery({
    ...queries.results.count.queryOptions({ input }),
    queryKey: [
      ...queries.results.count.queryKey({ input }),
      summary === undefined ? undefined : readingNumber(summary),
    ],
    enabled: saved !== undefined && resultId !== undefined,
    staleTime: 0,
  });
  return saved !== undefined && isSuccess ? data : undefined;
}
