// What the page of a past day shows, read by one call and put where each part of the page looks for it. A part that did not
// come is read by itself.

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { WantedSheet } from '#shared/bridge/wanted-sheets.ts';
import { DAY_RESULT_COLUMNS } from '#shared/racing/day-columns.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { daySheetKey } from '../../client/use-day-sheet.ts';

const SHEETS: WantedSheet[] = [
  { record: 'race' },
  { record: 'meeting' },
  { record: 'payoff' },
  { record: 'result', columns: [...DAY_RESULT_COLUMNS] },
];

/** As long as the page of a race, in milliseconds: a day that is downloaded meanwhile is found then. */
const FRESH_MS = 60_000;

/** Answers whether the races of the day are stored whole; of a day that is not over they never are. */
const pageQuery = ({ client, queries }: Bridge, cache: QueryClient, racedate: string) => ({
  queryKey: [...queries.days.page.key(), racedate],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<boolean> => {
    const { sheets } = await client.days.page({ racedate, sheets: SHEETS }, { signal });
    for (const { record, columns, sheet } of sheets)
      cache.setQueryData(daySheetKey(queries, { record, racedate, isPast: true, columns }), sheet);
    return sheets.length > 0;
  },
  staleTime: FRESH_MS,
});

/** Starts reading the page of a day that will be shown. */
export const readDayPage = (bridge: Bridge, cache: QueryClient, racedate: string): void =>
  void cache.prefetchQuery(pageQuery(bridge, cache, racedate));

/** Whether the day is stored, so that it can be shown before the calendar around it is known. */
export function useDayPage(racedate: string | undefined): boolean {
  const bridge = useBridge();
  const cache = useQueryClient();
  const { data = false } = useQuery({
    ...pageQuery(bridge, cache, racedate ?? ''),
    enabled: racedate !== undefined,
  });
  return data;
}
