// One kind of record of a race day. Screens that show the same day share the response.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { useBridge } from './bridge.tsx';

/** Past days do not change; today's results arrive one by one. */
const REFRESH_TODAY_MS = 60_000;

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
  const input = {
    source: { kind: 'day', record, racedate },
    ...(columns === undefined ? {} : { columns: [...columns] }),
  } as const;
  return useQuery(
    queries.results.read.queryOptions({
      input,
      // Once the day is over, the past tables are read, which have more fields.
      queryKey: [...queries.results.read.queryKey({ input }), isPast],
      enabled,
      staleTime: isPast ? Number.POSITIVE_INFINITY : REFRESH_TODAY_MS,
      ...(racedate === today ? { refetchInterval: REFRESH_TODAY_MS } : {}),
    }),
  );
}
