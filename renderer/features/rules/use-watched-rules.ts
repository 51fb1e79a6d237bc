// What the watched rules pick on a day that is not over; past days show nothing, since their results are known.

import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';

/** How often it is read again, in milliseconds: odds, weights and the paddock come until the start. */
const EVERY = 60_000;

/** Undefined until it is known, and for a past day. */
export function useWatchedRules(racedate: string | undefined) {
  const { queries } = useBridge();
  const today = useToday();
  const isAhead = racedate !== undefined && today !== undefined && racedate >= today;
  return useQuery({
    ...queries.rules.watched.queryOptions({ input: { racedate: racedate ?? '' } }),
    enabled: isAhead,
    staleTime: EVERY / 2,
    refetchInterval: racedate === today ? EVERY : false,
    retry: false,
  });
}
