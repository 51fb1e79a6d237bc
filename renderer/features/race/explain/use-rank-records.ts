// The records of the indices, once the main process has the rows.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RankRecord } from '#shared/bridge/rank-records.ts';
import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import { rankColumn, RANKED_BEFORE } from '#shared/catalogue/subjects/runners.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { readingNumber } from '../../../grid/data/reading-number.ts';
import type { RowModel } from '../../../grid/data/row-model.ts';
import { useApplied } from '../../../grid/data/use-open-result.ts';

/** The rank of each index that is known before a race. */
const RANK_COLUMNS = RANKED_BEFORE.map(({ name }) => rankColumn(name));

export interface RankRecords {
  readonly records: readonly RankRecord[] | undefined;
  /** They are of the races before. */
  readonly isOld: boolean;
  readonly thrown: unknown;
  readonly again: () => void;
}

/** `filters`: the same object as in the row query. */
export function useRankRecords(rows: RowModel, filters: readonly ColumnFilter[]): RankRecords {
  const { queries } = useBridge();
  const { resultId, query } = useApplied(rows);
  const input = { resultId, columns: RANK_COLUMNS };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queries.results.rankRecords.queryOptions({ input }),
    queryKey: [...queries.results.rankRecords.queryKey({ input }), readingNumber(rows.summary), filters],
    // They are of the rows that the main process has arranged.
    enabled: query?.filters === filters,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  return { records: data, isOld: isPlaceholderData, thrown: error, again: () => void refetch() };
}
