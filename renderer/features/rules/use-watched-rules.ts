// What the watched rules pick on a day that is not over; past days show nothing, since their results are known.

import { useQuery } from '@tanstack/react-query';
import type { WatchedRule } from '#shared/bridge/rules.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';

/** How often it is read again, in milliseconds: odds, weights and the paddock come until the start. */
const EVERY = 60_000;

export interface WatchedRules {
  /** None until they are known, and for a past day. */
  readonly rules: readonly WatchedRule[];
  /** Why they could not be read; null if they were. */
  readonly error: unknown;
  readonly retry: () => void;
}

const NONE: readonly WatchedRule[] = [];

export function useWatchedRules(racedate: string | undefined): WatchedRules {
  const { queries } = useBridge();
  const today = useToday();
  const isAhead = racedate !== undefined && today !== undefined && racedate >= today;
  const { data, error, refetch } = useQuery({
    ...queries.rules.watched.queryOptions({ input: { racedate: racedate ?? '' } }),
    enabled: isAhead,
    staleTime: EVERY / 2,
    refetchInterval: racedate === today ? EVERY : false,
    retry: false,
  });
  const retry = (): void => void refetch();
  // A query that is no longer enabled keeps its last answer: after midnight, that of a day that is over.
  return isAhead ? { rules: data ?? NONE, error, retry } : { rules: NONE, error: null, retry };
}
