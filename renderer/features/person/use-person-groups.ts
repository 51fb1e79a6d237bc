// The groups of a person's rows, once the main process has these rows.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LARGEST_FIRST, type GroupsRequest } from '#shared/bridge/group-figures.ts';
import type { ColumnFilter, Groups } from '#shared/bridge/row-query.ts';
import { useBridge } from '../../client/bridge.tsx';
import { readingNumber } from '../../grid/data/reading-number.ts';
import type { RowModel } from '../../grid/data/row-model.ts';
import { useApplied } from '../../grid/data/use-open-result.ts';

/** All of them: the most are the jockeys or trainers of a career. */
const MOST_GROUPS = 5000;

export interface PersonGroups {
  readonly groups: Groups | undefined;
  /** They are of the rows before. */
  readonly isOld: boolean;
  readonly thrown: unknown;
}

/** `filters`: the same object as in the row query. */
export function usePersonGroups(
  rows: RowModel,
  filters: readonly ColumnFilter[],
  by: GroupsRequest['by'],
): PersonGroups {
  const { queries } = useBridge();
  const { resultId, query } = useApplied(rows);
  const input = { resultId, by, order: LARGEST_FIRST, limit: MOST_GROUPS };
  const { data, error, isPlaceholderData } = useQuery({
    ...queries.results.groups.queryOptions({ input }),
    queryKey: [...queries.results.groups.queryKey({ input }), readingNumber(rows.summary), filters],
    // Groups are of the rows that the main process has arranged.
    enabled: query?.filters === filters,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  return { groups: data, isOld: isPlaceholderData, thrown: error };
}
