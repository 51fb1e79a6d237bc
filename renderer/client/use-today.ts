// Today in Tokyo, from the main process: the window's own clock may be in another time zone.

import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useBridge, type Bridge } from './bridge.tsx';

/** YYYYMMDD; undefined until the main process has responded. Changes within a minute of midnight. */
export function useToday(): string | undefined {
  const { queries } = useBridge();
  const about = useQuery(
    queries.app.about.queryOptions({
      refetchInterval: 60_000,
      // A window that was hidden, or slept with its computer, catches up at once (wake.ts).
      refetchOnWindowFocus: 'always',
    }),
  );
  return about.data?.today;
}

/** The same outside of a component, as far as the main process has responded. */
export const knownToday = ({ queries }: Bridge, cache: QueryClient): string | undefined =>
  cache.getQueryData(queries.app.about.queryKey())?.today;
