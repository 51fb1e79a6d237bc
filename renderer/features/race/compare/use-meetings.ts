// Where the runners of a race met before, from the stored results.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RivalRun } from '#shared/bridge/races.ts';
import { meetingsOf, type Meetings } from '#shared/racing/meetings.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { useBridge } from '../../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../../client/query-client.ts';

const NONE: readonly RivalRun[] = [];

export interface KnownMeetings {
  /** Undefined until the archive has answered. */
  readonly meetings: Meetings | undefined;
  /** The races of which results are stored. */
  readonly races: ReadonlySet<string>;
  /** How many results of each horse are stored, by horse ID. */
  readonly stored: ReadonlyMap<string, number>;
  /** Why they could not be read; null unless that failed. */
  readonly thrown: unknown;
}

/** `before`: the day of the race, YYYYMMDD; undefined while it is not known. */
export function useMeetings(card: readonly RecordValues[], before: string | undefined): KnownMeetings {
  const { queries } = useBridge();
  const horse_ids = useMemo(
    () => [...new Set(card.flatMap((runner) => runner['horse_id']?.trim() || []))].toSorted(),
    [card],
  );
  const isAsked = horse_ids.length > 0 && before !== undefined;
  const { data, error } = useQuery({
    ...queries.races.rivals.queryOptions({ input: { horse_ids, before: before ?? '' } }),
    enabled: isAsked,
    staleTime: ARCHIVE_READ_FRESH_MS,
  });
  return useMemo(() => {
    const runs = (data ?? NONE).map((run): RecordValues => ({ ...run }));
    const byHorse = Map.groupBy(runs, (run) => run['horse_id'] ?? '');
    return {
      meetings: data === undefined ? undefined : meetingsOf(runs),
      stored: new Map(horse_ids.map((id) => [id, byHorse.get(id)?.length ?? 0])),
      races: new Set(runs.flatMap(({ racekey }) => racekey ?? [])),
      thrown: error,
    };
  }, [data, error, horse_ids]);
}
