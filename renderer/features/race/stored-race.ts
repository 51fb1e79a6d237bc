// What is stored of a race, read by one question before its screen asks for each kind of record: every question costs a
// round trip, and the rows would come in one after another.

import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { stageOf } from '#shared/racing/race-facts.ts';
import { recordsOf } from '#shared/racing/race-rows.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';
import { FINISH_COLUMNS } from './past-runs.ts';

interface Part {
  readonly record: DayRecord;
  readonly columns?: readonly string[];
}

/** What the card shows; the program comes first, because its day tells the keys of the others. */
const CARD: readonly Part[] = [
  { record: 'race' },
  { record: 'entry' },
  { record: 'result' },
  { record: 'previous', columns: FINISH_COLUMNS },
];

/** `isPast`: whether the race's day is over; the past table is read then, which has more fields. */
export const raceSheetKey = (
  record: DayRecord,
  racekey: string,
  isPast: boolean,
  columns: readonly string[] | undefined,
) => ['race-sheet', record, racekey, isPast, columns] as const;

interface Asking {
  readonly client: BridgeClient;
  readonly cache: QueryClient;
  readonly racekey: string;
  /** In Tokyo, YYYYMMDD. */
  readonly today: string | undefined;
}

/** Puts what is stored where `useRaceSheet` finds it. */
const storedRace = ({ client, cache, racekey, today }: Asking) =>
  queryOptions({
    queryKey: ['stored-race', racekey, today],
    queryFn: async ({ signal }) => {
      const reads = CARD.map(({ record, columns }) => ({
        source: { kind: 'race' as const, record, racekey },
        ...(columns && { columns: [...columns] }),
      }));
      const { sheets } = await client.results.readStored({ reads }, { signal });
      const [program] = sheets;
      const [race] = program == null ? [] : recordsOf(program);
      if (race === undefined || today === undefined) return false;
      const isPast = stageOf(race['racedate']?.trim(), today) === 'past';
      for (const [at, { record, columns }] of CARD.entries()) {
        const key = raceSheetKey(record, racekey, isPast && record !== 'race', columns);
        const sheet = sheets[at];
        if (sheet != null && cache.getQueryData(key) === undefined) cache.setQueryData(key, sheet);
      }
      return true;
    },
    enabled: today !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether the archive was asked, whatever it had: `useRaceSheet` then reads what is missing. */
export const StoredRaceContext = createContext(true);

/** The value for StoredRaceContext. */
export function useStoredRace(racekey: string): boolean {
  const { client } = useBridge();
  const cache = useQueryClient();
  return !useQuery(storedRace({ client, cache, racekey, today: useToday() })).isPending;
}
