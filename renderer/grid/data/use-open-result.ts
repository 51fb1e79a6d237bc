// Opens a source for a grid: progress while windows are fetched, the summary when it is there, its rows by windows.
// What was opened stays for going back, so that a grid stands again at once where it was.

import { skipToken, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { RowQueryResult, RowQuery } from '#shared/bridge/row-query.ts';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { useBridge } from '../../client/bridge.tsx';
import {
  windowSource,
  type Applied,
  type Moved,
  type VisibleRange,
  type WindowSource,
} from './page-loader.ts';

export interface OpenProgress {
  readonly windowsDone: number;
  readonly windowsTotal: number;
  readonly records: number;
}

/** What is on screen is being replaced, by the same question's newer answer or by another question's. */
export interface Renewal {
  readonly progress: OpenProgress | undefined;
  readonly cancel: () => void;
}

export interface OpenState {
  readonly state: 'open';
  /** What the rows were opened from: while they are renewed, it may be the question before. */
  readonly source: ResultSource;
  readonly summary: Summary;
  /** As window-source.ts has it. */
  readonly moved?: Moved;
  readonly refresh: () => void;
  /** Old rows stay until the new ones are there. */
  readonly renewal?: Renewal;
  /** What the last refresh failed with: the rows are those from before it. */
  readonly failed?: unknown;
}

export type OpenResultState =
  | ({ readonly state: 'opening' } & Renewal)
  | { readonly state: 'cancelled'; readonly again: () => void }
  | { readonly state: 'failed'; readonly thrown: unknown; readonly again: () => void }
  | OpenState;

/** Under which the window remembers what a source was opened as; `open` is the key of all openings. */
export const summaryKey = (open: QueryKey, source: ResultSource | undefined): QueryKey => [
  ...open,
  source,
  'summary',
];

/** As remembered: with the source, so that the rows of the question before are known for what they are. */
export interface Remembered {
  readonly source: ResultSource;
  readonly summary: Summary;
  /** Where it was renewed in place. */
  readonly moved?: Moved;
}

/** How long a result that no screen shows is remembered. */
const REMEMBERED_MS = 15 * 60_000;

async function open(
  client: BridgeClient,
  source: ResultSource,
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
export function useOpenResult(source: ResultSource | undefined): OpenResultState | undefined {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  // Below the keys of `results`, all of which go when another service is asked.
  const key: QueryKey = useMemo(() => summaryKey(queries.results.open.key(), source), [queries, source]);
  const progressKey: QueryKey = useMemo(
    () => [...queries.results.open.key(), source, 'progress'],
    [queries, source],
  );
  const query = useQuery<Remembered>({
    queryKey: key,
    enabled: source !== undefined,
    queryFn: async ({ signal }) => {
      if (source === undefined) throw new Error('nothing to open');
      const refresh = cache.getQueryData<Remembered>(key) !== undefined;
      cache.setQueryData(progressKey, null);
      const tell = (progress: OpenProgress) => cache.setQueryData(progressKey, progress);
      return { source, summary: await open(client, source, refresh, signal, tell) };
    },
    placeholderData: (before) => before,
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
  const { data, error, isFetching, isPlaceholderData } = query;
  const renewal = isFetching ? { progress: progress.data ?? undefined, cancel } : undefined;
  if (data === undefined || (isPlaceholderData && renewal === undefined)) {
    if (renewal !== undefined) return { state: 'opening', ...renewal };
    return error === null ? { state: 'cancelled', again } : { state: 'failed', thrown: error, again };
  }
  return {
    state: 'open',
    ...data,
    refresh: again,
    ...(renewal === undefined ? {} : { renewal }),
    ...(error === null || renewal !== undefined ? {} : { failed: error }),
  };
}

const NONE: readonly string[] = [];

/**
 * The rows of an opened result, filtered and ordered as wanted; `always` and `soon` as in window-source.ts. When another
 * result takes the place of the one shown, its first rows are fetched before it is handed over, so that no empty rows are seen.
 */
export function useWindowSource(
  { source, summary, moved }: Pick<OpenState, 'source' | 'summary' | 'moved'>,
  arrangement: RowQuery,
  always: readonly string[],
  soon: readonly string[] = NONE,
): WindowSource {
  const { client } = useBridge();
  const wanted = useMemo(
    () => windowSource({ client, source, summary, moved, always }),
    [client, source, summary, moved, always],
  );
  const [shown, setShown] = useState(wanted);
  useEffect(() => wanted.arrange(arrangement, soon), [wanted, arrangement, soon]);
  useEffect(() => {
    if (wanted === shown) return undefined;
    return whenHere(wanted, firstView(wanted, shown), () => setShown(wanted));
  }, [wanted, shown]);
  return shown;
}

/** How many rows pass, of how many: of those shown, which may be the ones before, so that both change together. */
export const useArranged = (rows: WindowSource): RowQueryResult =>
  useSyncExternalStore(rows.subscribe, rows.arranged);

/** What the rows are held under, and how they are arranged, once they are. */
export const useApplied = (rows: WindowSource): Applied => useSyncExternalStore(rows.subscribe, rows.applied);

/** What the main process holds the rows under. */
export const useResultId = (rows: WindowSource): string =>
  useSyncExternalStore(rows.subscribe, () => rows.applied().resultId);

/** How many rows there are. */
export const useRowCount = (rows: WindowSource): number => useArranged(rows).rows;

/** The rows on screen, where it is the same question; another one's list starts at its top. */
function firstView(wanted: WindowSource, shown: WindowSource): VisibleRange {
  const { from, to, columns } = shown.view();
  const by = wanted.movedFrom(shown);
  const stays = JSON.stringify(wanted.source) === JSON.stringify(shown.source) && from + by < wanted.rows;
  if (!stays) return { from: 0, to: Math.min(wanted.rows, to - from), columns };
  return { from: Math.max(0, from + by), to: Math.min(wanted.rows, to + by), columns };
}

/** Fetches what is looked at first; `then` runs once, when it is here or failed. */
function whenHere(source: WindowSource, { from, to, columns }: VisibleRange, then: () => void): () => void {
  const leave = source.subscribe(look);
  function look(): void {
    const isHere = to <= from || columns.every((name) => source.cell(from, name) !== undefined);
    if (!isHere && source.failure() === undefined) return;
    leave();
    then();
  }
  source.show(from, to, columns);
  look();
  return leave;
}
