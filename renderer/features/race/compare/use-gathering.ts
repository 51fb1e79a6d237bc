// Fetching the results of the compared runners' last races, which starts by itself, and how far it is.

import { useState } from 'react';
import type { RunRace } from '../../../racing/run-races.ts';
import { useAutomaticRaceFetch, type RaceFetch } from '../../../racing/use-run-races.ts';

export interface Gathering {
  /** Results are on their way: what is not found yet may still come. */
  readonly isRunning: boolean;
  /** Races whose results can still be fetched: those that the service does not have are left out. */
  readonly open: readonly RunRace[];
  readonly fetch: RaceFetch;
}

/** `unknown`: races whose results are not stored. `isKnown`: whether these are all, because everything has been read. */
export function useGathering(unknown: readonly RunRace[], isKnown: boolean): Gathering {
  const fetch = useAutomaticRaceFetch(unknown, 'result');
  // Before it starts it is as idle as after it was canceled or failed, but only then is it over.
  const [hasStarted, setStarted] = useState(false);
  const isFetching = fetch.state === 'running';
  if (isFetching && !hasStarted) setStarted(true);
  const missing = new Set(fetch.missing);
  return {
    isRunning: isFetching || !isKnown || (!hasStarted && unknown.length > 0),
    open: unknown.filter(({ racekey }) => !missing.has(racekey)),
    fetch,
  };
}
