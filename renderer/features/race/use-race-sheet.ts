// One kind of record of one race. The current table is read first, then the past one if it has nothing, because a
// race key does not say which of the two has it; once the race's day is known, the likelier is read first.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Sheet } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { useBridge } from '../../client/bridge.tsx';
import { failureOf } from '../../client/failure.ts';
import { recordsOf, type RecordValues } from '#shared/racing/race-rows.ts';

/** The other table may still be held when the service cannot be asked. */
const ASK_THE_OTHER: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['OFFLINE_NOT_HELD', 'UNREACHABLE']);

/** The sources of a race's records, the likelier first. */
export function raceSources(kind: DayRecord, racekey: string, isPast: boolean): readonly ResultSource[] {
  const tables = tablesOfDay(kind);
  return (isPast ? tables : tables.toReversed()).map((table) => ({
    kind: 'table',
    table,
    filter: { racekey },
  }));
}

export interface RaceSheet {
  readonly source: ResultSource;
  readonly sheet: Sheet;
}

/** The first source that has records, or the first of all if none has. Errors: those of `results.read`. */
export async function readRace(
  client: BridgeClient,
  sources: readonly ResultSource[],
  refresh: boolean,
  signal: AbortSignal | undefined,
): Promise<RaceSheet> {
  let empty: RaceSheet | undefined;
  let failure: { readonly thrown: unknown } | undefined;
  for (const source of sources) {
    try {
      const sheet = await client.results.read({ source, refresh }, signal === undefined ? {} : { signal });
      if (sheet.records > 0) return { source, sheet };
      empty ??= { source, sheet };
    } catch (thrown) {
      if (signal?.aborted === true || !ASK_THE_OTHER.has(failureOf(thrown).code)) throw thrown;
      failure ??= { thrown };
    }
  }
  // An empty response besides a failed one proves nothing: the table that failed may have the race.
  if (failure !== undefined) throw failure.thrown;
  if (empty === undefined) throw new Error('a race is asked of at least one table');
  return empty;
}

export interface LoadedRace {
  readonly state: 'loading' | 'failed' | 'ready';
  readonly loaded: RaceSheet | undefined;
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

interface Options {
  /** Whether the race's day is known to be over. */
  readonly isPast?: boolean;
  readonly enabled?: boolean;
  /** Whether to reload while visible: on race day these records arrive and change. */
  readonly comesIn?: boolean;
}

export function useRaceSheet(kind: DayRecord, racekey: string, options: Options = {}): LoadedRace {
  const { isPast = false, enabled = true, comesIn = false } = options;
  const { client } = useBridge();
  const cache = useQueryClient();
  const asked = (refresh: boolean) => ({
    // Once the race's day is over, the table of past races is read, which has more fields.
    queryKey: ['race-sheet', kind, racekey, isPast],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readRace(client, raceSources(kind, racekey, isPast), refresh, signal),
  });
  const { data, error, isFetching } = useQuery({
    ...asked(false),
    enabled,
    staleTime: FRESH_MS,
    refetchInterval: comesIn ? FRESH_MS : false,
    placeholderData: (previous, query) => (query?.queryKey[2] === racekey ? previous : undefined),
  });
  const records = useMemo(() => (data === undefined ? NONE : recordsOf(data.sheet)), [data]);
  return {
    state: data !== undefined ? 'ready' : error !== null ? 'failed' : 'loading',
    loaded: data,
    records,
    thrown: error,
    isRefreshing: isFetching && data !== undefined,
    // The query holds the failure, and the screen shows it.
    again: () => void cache.fetchQuery({ ...asked(true), staleTime: 0 }).catch(() => undefined),
  };
}
