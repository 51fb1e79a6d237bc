// Today in Tokyo, as the main process says: the window's own clock may stand in another time zone.

import { useQuery } from '@tanstack/react-query';
import { useBridge } from './bridge.tsx';

/** YYYYMMDD; undefined until the main process has answered. Follows midnight within a minute. */
export function useToday(): string | undefined {
  const { queries } = useBridge();
  const about = useQuery(
    queries.app.about.queryOptions({
      refetchInterval: 60_000,
      // A window that was hidden, or slept with its computer, is up to date as soon as it is seen.
      refetchOnWindowFocus: 'always',
    }),
  );
  return about.data?.today;
}
