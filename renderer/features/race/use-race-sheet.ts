// One kind of record of one race. The main process decides which table has it.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { usePastRecords } from './known-at/known-race.ts';
import { useBridge } from '../../client/bridge.tsx';
import { requestAgain } from '../../client/request-again.ts';
import { recordsOf, type RecordValues } from '#shared/racing/race-rows.ts';

export interface LoadedRace {
  readonly state: 'loading' | 'failed' | 'ready';
  /** Undefined also for the records of a time before. */
  readonly loaded: Sheet | undefined;
  readonly records: readonly RecordValues[];
  /** Null if nothing failed; set together with records if only the latest request failed. */
  readonly thrown: unknown;
  readonly isRefreshing: boolean;
  /** Requests the records again, even if they are stored. */
  readonly again: () => void;
}

const NONE: readonly RecordValues[] = [];

/** How long records stay fresh, in milliseconds; the main process knows which are final. */
const FRESH_MS = 60_000;

/** The key of a sheet in the cache. Once the race's day is over, the past table is read, which has more fields. */
export const raceSheetKey = (
  kind: DayRecord,
  racekey: string,
  isPast: boolean,
  columns: readonly string[] | undefined,
) => ['race-sheet', kind, racekey, isPast, columns] as const;

interface Options {
  /** Only these columns; all by default. Screens that need the same ones share the response. */
  readonly columns?: readonly string[];
  /** Whether the race's day is known to be over. */
  readonly isPast?: boolean;
  readonly enabled?: boolean;
  /** Whether to reload while visible: on race day these records arrive and change. */
  readonly comesIn?: boolean;
}

export function useRaceSheet(kind: DayRecord, racekey: string, options: Options = {}): LoadedRace {
  const { columns, isPast = false, enabled = true, comesIn = false } = options;
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const past = usePastRecords(kind);
  const queryOptions = useCallback(
    (refresh: boolean) => ({
      queryKey: raceSheetKey(kind, racekey, isPast, columns),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.results.read(
          {
            source: { kind: 'race', record: kind, racekey },
            refresh,
            ...(columns && { columns: [...columns] }),
          },
          { signal },
        ),
    }),
    [client, kind, racekey, isPast, columns],
  );
  const { data, error, isFetching } = useQuery({
    ...queryOptions(false),
    enabled,
    staleTime: FRESH_MS,
    // The records of a time before do not change.
    refetchInterval: comesIn && past === undefined ? FRESH_MS : false,
    placeholderData: (previous, query) => (query?.queryKey[2] === racekey ? previous : undefined),
  });
  const records = useMemo(() => (data === undefined ? NONE : recordsOf(data)), [data]);
  const again = useCallback(
    (): void =>
      void requestAgain(cache, queryOptions(true)).then(() =>
        // There may be another time now at which the race was fetched.
        cache.invalidateQueries({ queryKey: queries.races.versionTimes.queryKey({ input: { racekey } }) }),
      ),
    [cache, queryOptions, queries, racekey],
  );
  if (past !== undefined)
    return { state: 'ready', loaded: undefined, records: past, thrown: null, isRefreshing: false, again };
  return {
    state: data !== undefined ? 'ready' : error !== null ? 'failed' : 'loading',
    loaded: data,
    records,
    thrown: error,
    isRefreshing: isFetching && data !== undefined,
    again,
  };
}
