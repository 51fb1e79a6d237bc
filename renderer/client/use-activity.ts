// The activity of the main process, through one stream for all components.

import { useQuery } from '@tanstack/react-query';
import type { Activity } from '#shared/bridge/app.ts';
import { useBridge } from './bridge.tsx';
import { AppGone } from './failure.ts';

/** Delay before a broken stream is opened again, in milliseconds. */
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

/** As last reported. */
export const useActivity = (): Activity | undefined => useStream().data;

/** Whether the main process no longer responds. */
export const useIsAppGone = (): boolean => useStream().failureReason instanceof AppGone;
