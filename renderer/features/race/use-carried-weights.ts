// What was carried in the past runs of a race's runners: their records do not say, but the cards of those races do.

import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RunKey } from '#shared/bridge/races.ts';
import { numberIn } from '#shared/racing/race-rows.ts';
import { useBridge, type Bridge } from '../../client/bridge.tsx';
import { ARCHIVE_READ_FRESH_MS } from '../../client/query-client.ts';
import type { PastRun } from './past-runs.ts';

/** As recorded, by run; a run whose card is not stored has none. */
export type CarriedWeights = ReadonlyMap<PastRun, string>;

function keyOf({ racekey, isNational, detail, prefix }: PastRun): RunKey | undefined {
  const horse_number = numberIn(detail, `${prefix}horse_number`) ?? 0;
  return racekey === undefined || !isNational || horse_number < 1 ? undefined : { racekey, horse_number };
}

const textOf = ({ racekey, horse_number }: RunKey): string => `${racekey} ${horse_number}`;

const carriedQuery = ({ queries }: Bridge, runs: readonly PastRun[]) => {
  const keys = runs.flatMap((run) => keyOf(run) ?? []);
  return queries.races.carriedWeights.queryOptions({
    input: keys.length === 0 ? skipToken : { runs: keys },
    staleTime: ARCHIVE_READ_FRESH_MS,
  });
};

const runsIn = (runsOf: ReadonlyMap<string, readonly PastRun[]>): readonly PastRun[] =>
  [...runsOf.values()].flat();

/** Reads them before the runs are drawn ahead: what comes later would draw all of them again. */
export const readCarriedWeights = (
  bridge: Bridge,
  cache: QueryClient,
  runsOf: ReadonlyMap<string, readonly PastRun[]>,
): Promise<void> => cache.prefetchQuery(carriedQuery(bridge, runsIn(runsOf)));

export function useCarriedWeights(runsOf: ReadonlyMap<string, readonly PastRun[]>): CarriedWeights {
  const bridge = useBridge();
  const runs = useMemo(() => runsIn(runsOf), [runsOf]);
  const { data } = useQuery(carriedQuery(bridge, runs));
  return useMemo(() => {
    const known = new Map(data?.map((each) => [textOf(each), each.weight]));
    return new Map(
      runs.flatMap((run) => {
        const key = keyOf(run);
        const weight = key && known.get(textOf(key));
        return weight === undefined ? [] : [[run, weight] as const];
      }),
    );
  }, [data, runs]);
}
