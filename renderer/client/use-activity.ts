// What the main process is busy with, followed: one stream for all who look.

import { useQuery } from '@tanstack/react-query';
import type { Activity } from '#shared/bridge/app.ts';
import { useBridge } from './bridge.tsx';

/** How long to wait before the stream is opened again after it broke, in milliseconds. */
const REOPEN = 2000;

export function useActivity(): Activity | undefined {
  const { queries } = useBridge();
  const activity = useQuery(
    queries.app.activity.experimental_liveOptions({
      retry: true,
      retryDelay: REOPEN,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  return activity.data;
}
