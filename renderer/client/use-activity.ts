// What the main process is busy with, followed: one stream for all who look.

import { useQuery } from '@tanstack/react-query';
import type { Activity } from '#shared/bridge/app.ts';
import { useBridge } from './bridge.tsx';
import { AppGone } from './failure.ts';

/** How long to wait before the stream is opened again after it broke, in milliseconds. */
const REOPEN = 2000;

function useStream() {
  const { queries } = useBridge();
  return useQuery(
    queries.app.activity.experimental_liveOptions({
      retry: true,
      retryDelay: REOPEN,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
}

/** As last heard of. */
export const useActivity = (): Activity | undefined => useStream().data;

/** Whether nobody answers the window any more. */
export const useIsAppGone = (): boolean => useStream().failureReason instanceof AppGone;
