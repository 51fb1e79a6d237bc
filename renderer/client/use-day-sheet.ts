// One kind of record of a race day. Screens that show the same day share the response.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import { isRecentPast, tablesForDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { useBridge, type Bridge } from './bridge.tsx';
import { requestAgain } from './request-again.ts';

/** Today's results arrive one by one. */
const REFRESH_TODAY_MS = 60_000;
/** For days that the past tables may not have whole yet; the main process decides what is requested again. */
const REFRESH_RECENT_MS = 5 * 60_000;

interface WantedRecord {
  readonly record: DayRecord;
  readonly columns?: readonly string[] | undefined;
}

interface DaySheet extends WantedRecord {
  readonly racedate: string;
  /** Once the day is over, the past tables are read, which have more fields. */
  readonly isPast: boolean;
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

/** Whether a past day will not change any more: all of it came, is final, and is from the table that keeps it. */
function isSettled({ source, records, complete, provisional }: Sheet, table: TableCode): boolean {
  const isKept = source.kind === 'table' && source.table === table;
  return isKept && records > 0 && complete && provisional === 0;
}

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
  const [table] = tablesForDay(record, racedate, today);
  const isFinal = ({ state: { data } }: { readonly state: { readonly data: Sheet | undefined } }): boolean =>
    isPast && data !== undefined && isSettled(data, table);
  const every =
    racedate === today ? REFRESH_TODAY_MS : isRecentPast(racedate, today) ? REFRESH_RECENT_MS : false;
  return useQuery(
    queries.results.read.queryOptions({
      input: inputOf(wanted),
      queryKey: daySheetKey(queries, wanted),
      enabled,
      staleTime: (query) => (isFinal(query) ? Number.POSITIVE_INFINITY : REFRESH_TODAY_MS),
      refetchInterval: (query) => (isFinal(query) ? false : every),
      // What a window that was hidden or slept could not renew meanwhile.
      refetchOnWindowFocus: true,
    }),
  );
}

/** Requests sheets of a day again, even if they are stored. Those that fail have the error. */
export function useRequestDay(
  racedate: string,
  today: string,
): (wanted: readonly WantedRecord[]) => Promise<void> {
  const { queries } = useBridge();
  const cache = useQueryClient();
  return async (records) => {
    const isPast = racedate < today;
    await Promise.all(
      records.map(({ record, columns }) => {
        const wanted = { record, racedate, isPast, columns };
        return requestAgain(
          cache,
          queries.results.read.queryOptions({
            input: { ...inputOf(wanted), refresh: true },
            queryKey: daySheetKey(queries, wanted),
          }),
        );
      }),
    );
  };
}
