// One kind of record of a race day. Screens that show the same day share the response.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { useBridge, type Bridge } from './bridge.tsx';

/** Past days do not change; today's results arrive one by one. */
const REFRESH_TODAY_MS = 60_000;

interface DaySheet {
  readonly record: DayRecord;
  readonly racedate: string;
  /** Once the day is over, the past tables are read, which have more fields. */
  readonly isPast: boolean;
  readonly columns?: readonly string[] | undefined;
}

const inputOf = ({ record, racedate, columns }: DaySheet) =>
  ({
    source: { kind: 'day', record, racedate },
    ...(columns === undefined ? {} : { columns: [...columns] }),
  }) as const;

/** The key of a sheet in the cache. */
export const daySheetKey = (queries: Bridge['queries'], wanted: DaySheet) => [
  ...queries.results.read.queryKey({ input: inputOf(wanted) }),
  wanted.isPast,
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
  const isPast = racedate < today;
  const wanted = { record, racedate, isPast, columns };
  return useQuery(
    queries.results.read.queryOptions({
      input: inputOf(wanted),
      queryKey: daySheetKey(queries, wanted),
      enabled,
      staleTime: isPast ? Number.POSITIVE_INFINITY : REFRESH_TODAY_MS,
      ...(racedate === today ? { refetchInterval: REFRESH_TODAY_MS } : {}),
    }),
  );
}
