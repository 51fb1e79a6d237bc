// What the page of a past race shows, read by one call and put where each part of the page looks for it. A part that did
// not come is read by itself.

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { RacePage, WantedSheet } from '#shared/bridge/races.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { daySheetKey } from '../../client/use-day-sheet.ts';
import { FINISH_COLUMNS } from './past-runs.ts';
import { raceSheetKey } from './use-race-sheet.ts';

/** Of the card, which is shown first. The other tabs need one or two sheets more. */
const SHEETS: WantedSheet[] = [
  { record: 'race' },
  { record: 'entry' },
  { record: 'result' },
  { record: 'previous', columns: [...FINISH_COLUMNS] },
];

/** As long as the sheets, in milliseconds. */
const FRESH_MS = 60_000;

/** Whether the page is being read for the first time. */
export function useRacePage(racekey: string): boolean {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const { isPending } = useQuery({
    queryKey: [...queries.races.page.key(), racekey],
    queryFn: async ({ signal }) => {
      const page = await client.races.page({ racekey, sheets: SHEETS }, { signal });
      share(cache, queries, racekey, page);
      return page.racedate ?? null;
    },
    staleTime: FRESH_MS,
  });
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
