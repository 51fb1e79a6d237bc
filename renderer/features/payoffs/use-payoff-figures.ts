// The figures of the payoffs that pass, computed in the main process; those of the rows before stay until they are there.

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { PayoffFigures, PayoffRanks, PayoffsOfBet } from '#shared/bridge/payoffs.ts';
import type { BetName } from '#shared/catalogue/bets.ts';
import { useBridge } from '../../client/bridge.tsx';
import { readingNumber } from '../../grid/data/reading-number.ts';
import type { RowModel } from '../../grid/data/row-model.ts';
import { useApplied } from '../../grid/data/use-open-result.ts';

const OF_ROWS = {
  placeholderData: keepPreviousData,
  staleTime: Infinity,
  gcTime: 60_000,
  retry: false,
} as const;

/** The rows that the main process has arranged: the order does not matter to figures. */
function useRowsKey(rows: RowModel) {
  const { resultId, query } = useApplied(rows);
  return {
    resultId,
    rowsKey: [readingNumber(rows.summary), query?.filters, query?.quick],
    enabled: query !== undefined,
  };
}

/** Of every bet. */
export function usePayoffFigures(rows: RowModel, above: readonly number[]): UseQueryResult<PayoffFigures> {
  const { queries } = useBridge();
  const { resultId, rowsKey, enabled } = useRowsKey(rows);
  const input = { resultId, above: [...above] };
  return useQuery({
    ...queries.results.payoffFigures.queryOptions({ input }),
    queryKey: [...queries.results.payoffFigures.queryKey({ input }), rowsKey],
    enabled,
    ...OF_ROWS,
  });
}

export function usePayoffsOfBet(
  rows: RowModel,
  bet: BetName,
  above: readonly number[],
): UseQueryResult<PayoffsOfBet> {
  const { queries } = useBridge();
  const { resultId, rowsKey, enabled } = useRowsKey(rows);
  const input = { resultId, bet, above: [...above] };
  return useQuery({
    ...queries.results.payoffsOfBet.queryOptions({ input }),
    queryKey: [...queries.results.payoffsOfBet.queryKey({ input }), rowsKey],
    enabled,
    ...OF_ROWS,
  });
}

export function usePayoffRanks(rows: RowModel, bet: BetName): UseQueryResult<PayoffRanks> {
  const { queries } = useBridge();
  const { resultId, rowsKey, enabled } = useRowsKey(rows);
  const input = { resultId, bet };
  return useQuery({
    ...queries.results.payoffRanks.queryOptions({ input }),
    queryKey: [...queries.results.payoffRanks.queryKey({ input }), rowsKey],
    enabled,
    ...OF_ROWS,
  });
}
