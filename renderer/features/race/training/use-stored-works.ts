// The works of a trainer's winners and of a horse before a race, as far as they are stored. Nothing is requested.

import { useQuery } from '@tanstack/react-query';
import type { StoredWorks } from '#shared/bridge/races.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../../client/query-client.ts';

/** Works and results come in while the page is open, in milliseconds. */
const EVERY_MS = 60_000;

interface Wanted {
  readonly trainerCode: string;
  readonly horseId: string;
  /** Only works of races before this day, YYYYMMDD. */
  readonly racedate: string;
}

interface StoredWorksState {
  /** Undefined until the archive has answered. */
  readonly works: StoredWorks | undefined;
  readonly thrown: unknown;
  readonly again: () => void;
}

export function useStoredWorks({ trainerCode, horseId, racedate }: Wanted): StoredWorksState {
  const { queries } = useBridge();
  const { data, error, refetch } = useQuery({
    ...queries.races.works.queryOptions({
      input: { trainer_cd: trainerCode, horse_id: horseId, before: racedate },
    }),
    staleTime: ARCHIVE_READ_FRESH_MS,
    refetchInterval: EVERY_MS,
  });
  return { works: data, thrown: data === undefined ? error : null, again: () => void refetch() };
}
