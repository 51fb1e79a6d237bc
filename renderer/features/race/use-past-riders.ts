// Who rode in the past runs of a race's runners, by name: the records have codes. The card names its own riders, and any
// other stored record the rest, as on the page of a horse.

import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Sheet } from '#shared/bridge/results.ts';
import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { recordsOf, type RecordValues } from '#shared/racing/race-rows.ts';
import type { Bridge } from '../../client/bridge.tsx';
import { ridersIn, useNamedRiders } from '../horse/use-named-riders.ts';
import { codeNamesQuery } from '../record/use-code-names.ts';
import { riderCodeOf, runsByRunner, type PastRun } from './past-runs.ts';
import { readCarriedWeights } from './use-carried-weights.ts';
import { raceSheetKey } from './use-race-sheet.ts';

export interface PastRiders {
  /** By code, as recorded. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether names are still being looked up. */
  readonly isLoading: boolean;
}

/** The rides of today, with names, and a ride of each rider of the past runs. */
function ridesOf(
  card: readonly RecordValues[],
  runsOf: ReadonlyMap<string, readonly PastRun[]>,
): readonly RecordValues[] {
  const codes = [...runsOf.values()].flatMap((runs) => runs.flatMap((run) => riderCodeOf(run) ?? []));
  return [
    ...card.map(({ jockey_cd = null, jockey_name = null }) => ({
      rider_cd: jockey_cd,
      rider_name: jockey_name,
    })),
    ...[...new Set(codes)].map((rider_cd) => ({ rider_cd, rider_name: null })),
  ];
}

/**
 * Reads the names of the riders, and what they carried, before the past runs of a race that is over are drawn ahead, from
 * its stored records: what comes when the tab is shown draws all of its runs again.
 */
export async function readPastRides(bridge: Bridge, cache: QueryClient, racekey: string): Promise<void> {
  const recordsOfRace = (record: DayRecord): readonly RecordValues[] => {
    const sheet = cache.getQueryData<Sheet>(raceSheetKey(record, racekey, true, undefined));
    return sheet === undefined ? [] : recordsOf(sheet);
  };
  const runsOf = runsByRunner(recordsOfRace('previous'), recordsOfRace('previousNotes'));
  const { unnamed } = ridersIn(ridesOf(recordsOfRace('entry'), runsOf));
  await Promise.all([
    unnamed.length > 0 && cache.prefetchQuery(codeNamesQuery(bridge, 'jockey', unnamed)),
    readCarriedWeights(bridge, cache, runsOf),
  ]);
}

export function usePastRiders(
  card: readonly RecordValues[],
  runsOf: ReadonlyMap<string, readonly PastRun[]>,
): PastRiders {
  const rides = useMemo(() => ridesOf(card, runsOf), [card, runsOf]);
  const { runs: named, isLoading } = useNamedRiders(rides);
  return useMemo(() => {
    const names = named.flatMap(({ rider_cd, rider_name }) => {
      const [code, name] = [rider_cd?.trim() ?? '', rider_name?.trim() ?? ''];
      return code === '' || name === '' ? [] : [[code, name] as const];
    });
    return { names: new Map(names), isLoading };
  }, [named, isLoading]);
}
