// What the page of a past race shows, read by one call and put where each part of the page looks for it. A part that did
// not come is read by itself.

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { RacePage } from '#shared/bridge/races.ts';
import type { WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import {
  byRunner,
  recordOfRunner,
  recordsOf,
  runnerNumber,
  type RecordValues,
} from '#shared/racing/race-rows.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { daySheetKey } from '../../client/use-day-sheet.ts';
import { readStoredWorks } from './training/use-stored-works.ts';
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
const pageQuery = (bridge: Bridge, cache: QueryClient, racekey: string, part: Part) => ({
  queryKey: [...bridge.queries.races.page.key(), racekey, part],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
    const page = await bridge.client.races.page({ racekey, ...part }, { signal });
    share(cache, bridge.queries, racekey, page);
    return page.racedate ?? null;
  },
  staleTime: FRESH_MS,
});

/** Starts reading the page of a race that will be shown. */
export const readRacePage = (bridge: Bridge, cache: QueryClient, racekey: string): void =>
  void cache.prefetchQuery(pageQuery(bridge, cache, racekey, CARD));

/** Whether the page is being read for the first time. */
export function useRacePage(racekey: string): boolean {
  const bridge = useBridge();
  const cache = useQueryClient();
  return useQuery(pageQuery(bridge, cache, racekey, CARD)).isPending;
}

/** Reads what the other tabs need, once the card stands; whether all of it has come. A race to come has no such page. */
export function useOtherTabs(racekey: string): boolean {
  const bridge = useBridge();
  const cache = useQueryClient();
  const { data: racedate } = useQuery({ ...pageQuery(bridge, cache, racekey, CARD), enabled: false });
  const isPast = racedate != null;
  const { data } = useQuery({ ...pageQuery(bridge, cache, racekey, OTHER_TABS), enabled: isPast });
  return data != null;
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

/** Starts reading what stands below the training of a race that is over: the works of the first runner. */
export function readFirstWorks(bridge: Bridge, cache: QueryClient, racekey: string): void {
  const recordsOfRace = (record: DayRecord): readonly RecordValues[] => {
    const sheet = cache.getQueryData<Sheet>(raceSheetKey(record, racekey, true, undefined));
    return sheet === undefined ? [] : recordsOf(sheet);
  };
  const [work] = recordsOfRace('training').toSorted(
    (a, b) => (runnerNumber(a) ?? 99) - (runnerNumber(b) ?? 99),
  );
  const racedate = work?.['racedate']?.trim();
  if (work === undefined || racedate === undefined) return;
  const entry = recordOfRunner(byRunner(recordsOfRace('entry')), work);
  readStoredWorks(bridge, cache, { work, entry, racedate });
}
