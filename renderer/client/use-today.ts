// Today in Tokyo, from the main process: the window's own clock may be in another time zone.

import { useQuery } from '@tanstack/react-query';
import { useBridge } from './bridge.tsx';

/** YYYYMMDD; undefined until the main process has responded. Changes within a minute of midnight. */
export function useToday(): string | undefined {
  const { queries } = useBridge();
  const about = useQuery(
    queries.app.about.queryOptions({
      refetchInterval: 60_000,
      // A window that was hidden, or slept with its computer, is up to date as soon as it is visible.
      refetchOnWindowFocus: 'always',
    }),
  );
  return about.data?.today;
}
