// One kind of record of a race day. Screens that show the same day share the response.

import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { useBridge, type Bridge } from './bridge.tsx';
import { useStoredSheets, type StoredSheets } from './stored-sheets.ts';

/** Past days do not change; today's results arrive one by one. */
const REFRESH_TODAY_MS = 60_000;

interface DayRead {
  readonly record: DayRecord;
  readonly racedate: string;
  /** Only these; all by default. */
  readonly columns?: readonly string[] | undefined;
}

const inputOf = ({ record, racedate, columns }: DayRead) => ({
  source: { kind: 'day' as const, record, racedate },
  ...(columns === undefined ? {} : { columns: [...columns] }),
});

/** Once the day is over, the past tables are read, which have more fields. */
export const daySheetKey = (queries: Bridge['queries'], read: DayRead, today: string): QueryKey => [
  ...queries.results.read.queryKey({ input: inputOf(read) }),
  read.racedate < today,
];

/**
 * `racedate` and `today` as YYYYMMDD, both in Tokyo. `columns`: only these; all by default. Errors: those of
 * `results.read`.
 */
export function useDaySheet(
  record: DayRecord,
  racedate: string,
  today: string,
  enabled: boolean,
  columns?: readonly string[],
): UseQueryResult<Sheet> {
  const { queries } = useBridge();
  const read = { record, racedate, columns };
  return useQuery(
    queries.results.read.queryOptions({
      input: inputOf(read),
      queryKey: daySheetKey(queries, read, today),
      enabled,
      staleTime: racedate < today ? Number.POSITIVE_INFINITY : REFRESH_TODAY_MS,
      ...(racedate === today ? { refetchInterval: REFRESH_TODAY_MS } : {}),
    }),
  );
}

/** Reads at once what is stored of a day; true once that was tried. `wanted`: the same list each time. */
export function useStoredDay(
  racedate: string,
  today: string,
  wanted: readonly Omit<DayRead, 'racedate'>[],
): boolean {
  const { queries } = useBridge();
  const stored = useMemo((): StoredSheets => {
    const reads = wanted.map((each) => ({ ...each, racedate }));
    return {
      key: ['day', racedate, today, wanted],
      reads: reads.map(inputOf),
      keysOf: () => reads.map((read) => daySheetKey(queries, read, today)),
      enabled: true,
    };
  }, [queries, racedate, today, wanted]);
  return useStoredSheets(stored);
}
