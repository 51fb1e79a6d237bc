// Opens a source for a grid: progress while windows are fetched, then the summary, then its rows by pages. What was
// opened stays cached, so that Back shows the grid at once as it was.

import { hashKey, skipToken, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { RowQueryResult, RowQuery } from '#shared/bridge/row-query.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { useBridge } from '../../client/bridge.tsx';
import { openSource, type OpenProgress } from '../../client/open-source.ts';
import { RowModel, type Applied, type Moved, type VisibleRange } from './row-model.ts';

/** The rows on screen are being replaced, by a newer answer to the same query or by the answer to another. */
export interface Renewal {
  readonly progress: OpenProgress | undefined;
  readonly cancel: () => void;
}

export interface OpenState {
  readonly state: 'open';
  /** What the rows were opened from: while they are renewed, it may be the previous query. */
  readonly source: ResultSource;
  readonly summary: Summary;
  /** See row-model.ts. */
  readonly moved?: Moved;
  readonly isReopened?: boolean;
  readonly refresh: () => void;
  /** The old rows stay until the new ones are loaded. */
  readonly renewal?: Renewal;
  /** Why the last refresh failed: the rows are those from before it. */
  readonly failed?: unknown;
}

export type OpenResultState =
  | ({ readonly state: 'opening' } & Renewal)
  | { readonly state: 'cancelled'; readonly again: () => void }
  | { readonly state: 'failed'; readonly thrown: unknown; readonly again: () => void }
  | OpenState;

/** The cache key of an opened source's summary; `open` is the key of all openings. */
export const summaryKey = (open: QueryKey, source: ResultSource | undefined): QueryKey => [
  ...open,
  source,
  'summary',
];

/** With the source, because the rows of the previous query stay on screen while the next one opens. */
export interface CachedSummary {
  readonly source: ResultSource;
  readonly summary: Summary;
  /** Where it was renewed in place. */
  readonly moved?: Moved;
  /** Whether it took the place of a result that the main process closed. */
  readonly isReopened?: boolean;
}

/** How long a result that no screen shows stays cached. */
const CACHED_MS = 15 * 60_000;

/** The present state of a source; undefined while there is none to open. */
export function useOpenResult(source: ResultSource | undefined): OpenResultState | undefined {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  // Below the keys of `results`, all of which are dropped when another service is chosen.
  const key: QueryKey = useMemo(() => summaryKey(queries.results.open.key(), source), [queries, source]);
  const progressKey: QueryKey = useMemo(
    () => [...queries.results.open.key(), source, 'progress'],
    [queries, source],
  );
  const query = useQuery<CachedSummary>({
    queryKey: key,
    enabled: source !== undefined,
    queryFn: async ({ signal }) => {
      if (source === undefined) throw new Error('nothing to open');
      const refresh = cache.getQueryData<CachedSummary>(key) !== undefined;
      cache.setQueryData(progressKey, null);
      const onProgress = (progress: OpenProgress) => cache.setQueryData(progressKey, progress);
      return { source, summary: await openSource(client, source, { refresh, signal, onProgress }) };
    },
    placeholderData: (before) => before,
    staleTime: Infinity,
    // A renewal with the same counts has other rows all the same: it must be another summary.
    structuralSharing: false,
    gcTime: CACHED_MS,
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

/** Shows what was opened in the place of a result that the main process closed, on every screen of the source. */
export function useReopened(source: ResultSource): (summary: Summary) => void {
  const { queries } = useBridge();
  const cache = useQueryClient();
  return useCallback(
    (summary) =>
      void cache.setQueryData<CachedSummary>(summaryKey(queries.results.open.key(), source), {
        source,
        summary,
        isReopened: true,
      }),
    [cache, queries, source],
  );
}

/**
 * The rows of an opened result, as `query` filters and sorts them; a new query is a new object. `always`: columns that
 * are loaded with every page. When another result replaces the one on screen, its first rows are loaded before it is
 * handed over, so that no empty rows are seen.
 */
export function useRowModel(
  { source, summary, moved, isReopened }: Pick<OpenState, 'source' | 'summary' | 'moved' | 'isReopened'>,
  query: RowQuery,
  always: readonly string[],
): RowModel {
  const { client } = useBridge();
  const reopened = useReopened(source);
  const wanted = useMemo(
    () => new RowModel({ client, source, summary, moved, always, reopened, isReopened }),
    [client, source, summary, moved, always, reopened, isReopened],
  );
  const [shown, setShown] = useState(wanted);
  // Before the screen is painted: the main process sorts meanwhile.
  useLayoutEffect(() => wanted.setQuery(query), [wanted, query]);
  useEffect(() => {
    if (wanted === shown) return undefined;
    return whenLoaded(wanted, firstView(wanted, shown), () => setShown(wanted));
  }, [wanted, shown]);
  return shown;
}

/** How many rows pass of how many: of the rows displayed, which may be the previous ones, so that both change together. */
export const useQueryResult = (rows: RowModel): RowQueryResult =>
  useSyncExternalStore(rows.subscribe, rows.queryResult);

/** The result in the main process and the query that its rows answer. */
export const useApplied = (rows: RowModel): Applied => useSyncExternalStore(rows.subscribe, rows.applied);

/** The number of the displayed rows' order (row-model.ts). */
export const useRowOrder = (rows: RowModel): number | undefined =>
  useSyncExternalStore(rows.subscribe, rows.rowOrder);

/** The rows on screen, if the source is the same; the list of another source starts at its top. */
function firstView(wanted: RowModel, shown: RowModel): VisibleRange {
  const { from, to, columns } = shown.view();
  const by = wanted.movedFrom(shown);
  const stays = hashKey([wanted.source]) === hashKey([shown.source]) && from + by < wanted.rows;
  if (!stays) return { from: 0, to: Math.min(wanted.rows, to - from), columns };
  return { from: Math.max(0, from + by), to: Math.min(wanted.rows, to + by), columns };
}

/** Loads a range; `then` runs once, when its first row is loaded or failed. */
function whenLoaded(source: RowModel, { from, to, columns }: VisibleRange, then: () => void): () => void {
  const leave = source.subscribe(check);
  function check(): void {
    const isLoaded = to <= from || columns.every((name) => source.cell(from, name) !== undefined);
    if (!isLoaded && source.failure() === undefined) return;
    leave();
    then();
  }
  source.show(from, to, columns);
  check();
  return leave;
}
