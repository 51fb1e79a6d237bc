// Opens a source for a grid: progress while windows are fetched, the summary when it is there, its rows by windows.
// What was opened stays for going back, so that a grid stands again at once where it was.

import { skipToken, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Sort, Source } from '#shared/bridge/source.ts';
import { useBridge } from '../client/bridge.tsx';
import { windowSource, type WindowSource } from './window-source.ts';

export interface OpenProgress {
  readonly windowsDone: number;
  readonly windowsTotal: number;
  readonly records: number;
}

export type Opened =
  | { readonly state: 'opening'; readonly progress: OpenProgress | undefined; readonly cancel: () => void }
  | { readonly state: 'cancelled'; readonly again: () => void }
  | { readonly state: 'failed'; readonly thrown: unknown; readonly again: () => void }
  | { readonly state: 'open'; readonly summary: Summary; readonly refresh: () => void };

/** How long a result that no screen shows is remembered. */
const REMEMBERED_MS = 15 * 60_000;

async function open(
  client: BridgeClient,
  source: Source,
  refresh: boolean,
  signal: AbortSignal,
  onProgress: (progress: OpenProgress) => void,
): Promise<Summary> {
  for await (const event of await client.results.open({ source, refresh }, { signal })) {
    if (event.type === 'opened') return event.summary;
    onProgress(event);
  }
  throw new Error('the stream of an opening ended without its summary');
}

/** The present state of a source; undefined while there is none to open. */
export function useOpenResult(source: Source | undefined): Opened | undefined {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  // Below the keys of `results`, all of which go when another service is asked.
  const key: QueryKey = useMemo(() => [...queries.results.open.key(), source, 'summary'], [queries, source]);
  const progressKey: QueryKey = useMemo(
    () => [...queries.results.open.key(), source, 'progress'],
    [queries, source],
  );
  const query = useQuery({
    queryKey: key,
    enabled: source !== undefined,
    queryFn: ({ signal }) => {
      if (source === undefined) throw new Error('nothing to open');
      const refresh = cache.getQueryData<Summary>(key) !== undefined;
      cache.setQueryData(progressKey, null);
      return open(client, source, refresh, signal, (progress) => cache.setQueryData(progressKey, progress));
    },
    staleTime: Infinity,
    gcTime: REMEMBERED_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const progress = useQuery<OpenProgress | null>({ queryKey: progressKey, queryFn: skipToken });
  const { refetch } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  const cancel = useCallback(() => void cache.cancelQueries({ queryKey: key }), [cache, key]);

  if (source === undefined) return undefined;
  if (query.isFetching) return { state: 'opening', progress: progress.data ?? undefined, cancel };
  if (query.error !== null) return { state: 'failed', thrown: query.error, again };
  if (query.data === undefined) return { state: 'cancelled', again };
  return { state: 'open', summary: query.data, refresh: again };
}

/** The rows of an opened result in the order wanted; `always` as in window-source.ts. */
export function useWindowSource(
  source: Source,
  summary: Summary,
  sort: Sort,
  always: readonly string[],
): WindowSource {
  const { client } = useBridge();
  const rows = useMemo(
    () => windowSource({ client, source, summary, always }),
    [client, source, summary, always],
  );
  useEffect(() => rows.resort(sort), [rows, sort]);
  return rows;
}
