// What the page of a past race shows, read by one call and put where each part of the page looks for it. A part that did
// not come is read by itself.

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RacePage, WantedSheet } from '#shared/bridge/races.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { daySheetKey } from '../../client/use-day-sheet.ts';
import { FINISH_COLUMNS } from './past-runs.ts';
import { raceSheetKey } from './use-race-sheet.ts';

interface Part {
  readonly sheets: WantedSheet[];
  readonly isSheetsOnly?: true;
}

/** What the card needs, which is shown first. */
const CARD: Part = {
  sheets: [
    { record: 'race' },
    { record: 'entry' },
    { record: 'result' },
    { record: 'previous', columns: [...FINISH_COLUMNS] },
  ],
};

/** What the other tabs need. Past runs are three quarters of a race, so the card does not wait for them. */
const OTHER_TABS: Part = {
  sheets: [
    { record: 'prerace' },
    { record: 'training' },
    { record: 'previous' },
    { record: 'previousNotes' },
    { record: 'payoff' },
  ],
  isSheetsOnly: true,
};

/** As long as the sheets, in milliseconds. */
const FRESH_MS = 60_000;

/** Reads a part of the page into the cache; answers with its day if it is over and stored. */
const pageQuery = ({ client, queries }: Bridge, cache: QueryClient, racekey: string, part: Part) => ({
  queryKey: [...queries.races.page.key(), racekey, part],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
    const page = await client.races.page({ racekey, ...part }, { signal });
    share(cache, queries, racekey, page);
    return page.racedate ?? null;
  },
  staleTime: FRESH_MS,
});

/** Starts reading the page of a race that will be shown. */
export const readRacePage = (bridge: Bridge, cache: QueryClient, racekey: string): void =>
  void cache.prefetchQuery(pageQuery(bridge, cache, racekey, CARD));

/** Whether the page is being read for the first time. The other tabs are read once it is there. */
export function useRacePage(racekey: string): boolean {
  const bridge = useBridge();
  const cache = useQueryClient();
  const { isPending, data: racedate } = useQuery(pageQuery(bridge, cache, racekey, CARD));
  useEffect(() => {
    if (racedate != null) void cache.prefetchQuery(pageQuery(bridge, cache, racekey, OTHER_TABS));
  }, [bridge, cache, racekey, racedate]);
  return isPending;
}

function share(cache: QueryClient, queries: Bridge['queries'], racekey: string, page: RacePage): void {
  const { racedate, sheets, day, runs, versionTimes } = page;
  for (const { record, columns, sheet } of sheets)
    // The program is read before it is known whether the day is over.
    cache.setQueryData(raceSheetKey(record, racekey, record !== 'race', columns), sheet);
  if (day !== undefined && racedate !== undefined)
    cache.setQueryData(daySheetKey(queries, { record: 'race', racedate, isPast: true }), day);
  if (runs !== undefined)
    cache.setQueryData(
      queries.races.conditions.queryKey({ input: { racekeys: runs.racekeys } }),
      runs.conditions,
    );
  if (versionTimes !== undefined)
    cache.setQueryData(queries.races.versionTimes.queryKey({ input: { racekey } }), versionTimes);
}
