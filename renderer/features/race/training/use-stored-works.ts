// The works of a trainer's winners and of a horse before a race, as far as they are stored. Nothing is requested.

import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { StoredWorks } from '#shared/bridge/races.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useBridge, type Bridge } from '../../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../../client/query-client.ts';

/** Works and results come in while the page is open, in milliseconds. */
const EVERY_MS = 60_000;

interface Wanted {
  /** The work of the runner, and its record on the card. */
  readonly work: RecordValues;
  readonly entry: RecordValues | undefined;
  /** Of the race: only works before it, YYYYMMDD. */
  readonly racedate: string;
}

const worksQuery = ({ queries }: Bridge, { work, entry, racedate }: Wanted) =>
  queries.races.works.queryOptions({
    input: {
      trainer_cd: entry?.['trainer_cd']?.trim() ?? '',
      horse_id: (work['horse_id']?.trim() || entry?.['horse_id']?.trim()) ?? '',
      before: racedate,
    },
    staleTime: ARCHIVE_READ_FRESH_MS,
  });

/** Starts reading them for a runner that will be shown. */
export const readStoredWorks = (bridge: Bridge, cache: QueryClient, wanted: Wanted): void =>
  void cache.prefetchQuery(worksQuery(bridge, wanted));

interface StoredWorksState {
  /** Undefined until the archive has answered. */
  readonly works: StoredWorks | undefined;
  readonly thrown: unknown;
  readonly again: () => void;
}

export function useStoredWorks(wanted: Wanted): StoredWorksState {
  const bridge = useBridge();
  const { data, error, refetch } = useQuery({ ...worksQuery(bridge, wanted), refetchInterval: EVERY_MS });
  return { works: data, thrown: data === undefined ? error : null, again: () => void refetch() };
}
