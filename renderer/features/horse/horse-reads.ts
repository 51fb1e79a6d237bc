// What the page of a horse reads. All of it is requested at once: one after another, the page would wait for their sum.

import type { QueryClient } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import { runsOfHorse, type ResultSource } from '#shared/bridge/source.ts';
import type { Bridge } from '../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../client/query-client.ts';
import { knownToday } from '../../client/use-today.ts';
import { HORSE_RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';

/** After every day of racing. */
const EVER = '99991231';

const FRESH_MS = 60_000;

/** What the page reads, and the columns if not all of them. */
export interface HorseRead {
  readonly source: ResultSource;
  readonly columns?: readonly string[];
}

export const masterOf = (horse_id: string): HorseRead => ({
  source: { kind: 'table', table: 'm_uk', filter: { horse_id } },
});

export const runsOf = (horse_id: string): HorseRead => ({
  source: runsOfHorse(horse_id),
  columns: HORSE_RUN_COLUMNS,
});

/** A small source, read at once. */
export const sheetQuery = (
  { client, queries }: Bridge,
  cache: QueryClient,
  { source, columns }: HorseRead,
  refresh = false,
) => ({
  queryKey: queries.results.read.queryKey({ input: inputOf(source, columns) }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Sheet> => {
    const sheet = await client.results.read(
      { ...inputOf(source, columns), ...(refresh && { refresh }) },
      { signal },
    );
    if (source.kind === 'subject' && sheet.windows.fetched > 0) await renewRivals(queries, cache);
    return sheet;
  },
  staleTime: refresh ? 0 : FRESH_MS,
});

const inputOf = (source: ResultSource, columns: readonly string[] | undefined) => ({
  source,
  ...(columns && { columns: [...columns] }),
});

/**
 * What was requested for the runs may have results of opponents that were read at the same time. A read that is under way
 * would count as new, so it is cancelled first.
 */
async function renewRivals(queries: Bridge['queries'], cache: QueryClient): Promise<void> {
  const queryKey = queries.races.rivals.key();
  await cache.cancelQueries({ queryKey });
  void cache.invalidateQueries({ queryKey });
}

/** The results of every race that the horse ran in. */
export const rivalsQuery = ({ queries }: Bridge, horse_id: string) =>
  queries.races.rivals.queryOptions({
    input: { horse_ids: [horse_id], before: EVER },
    staleTime: ARCHIVE_READ_FRESH_MS,
  });

/** Where the horse is entered from a day on. */
export const entriesQuery = ({ queries }: Bridge, horse_id: string, from: string) =>
  queries.races.entries.queryOptions({ input: { horse_id, from }, staleTime: ARCHIVE_READ_FRESH_MS });

/** Starts reading the page of a horse that will be shown; `readStoredOfHorse` reads the rest of it. */
export function readHorse(bridge: Bridge, cache: QueryClient, horse_id: string): void {
  for (const read of [runsOf(horse_id), masterOf(horse_id)])
    void cache.prefetchQuery(sheetQuery(bridge, cache, read));
}

/** Starts reading what the page of a horse shows from the archive alone, without its runs, which may have to be computed. */
export function readStoredOfHorse(bridge: Bridge, cache: QueryClient, horse_id: string): void {
  void readStoredMaster(bridge, cache, horse_id);
  void cache.prefetchQuery(rivalsQuery(bridge, horse_id));
  const today = knownToday(bridge, cache);
  if (today !== undefined) void cache.prefetchQuery(entriesQuery(bridge, horse_id, today));
}

/** A master record that is not stored, or not in full, is read when the page is opened. */
async function readStoredMaster(bridge: Bridge, cache: QueryClient, horse_id: string): Promise<void> {
  const { source } = masterOf(horse_id);
  const { queryKey } = sheetQuery(bridge, cache, { source });
  if (cache.getQueryState(queryKey) !== undefined) return;
  const sheet = await bridge.client.results.read({ source, stored: true }).catch(() => undefined);
  const isOpened = cache.getQueryState(queryKey) !== undefined;
  if (sheet?.complete === true && !isOpened) cache.setQueryData(queryKey, sheet);
}
