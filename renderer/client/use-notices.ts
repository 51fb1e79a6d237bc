// What the main process set aside and the user has not dismissed: one stream, and the way to dismiss one.

import { useMutation, useQuery } from '@tanstack/react-query';
import type { Notice } from '#shared/bridge/notices.ts';
import { useBridge } from './bridge.tsx';

/** How long to wait before the stream is opened again after it broke, in milliseconds. */
const REOPEN = 2000;

interface Notices {
  /** Newest first. */
  readonly notices: readonly Notice[];
  readonly dismiss: (id: string) => void;
  /** What went wrong when a notice could not be dismissed. */
  readonly thrown: unknown;
}

export function useNotices(): Notices {
  const { queries } = useBridge();
  const stream = useQuery(
    queries.notices.watch.experimental_liveOptions({
      retry: true,
      retryDelay: REOPEN,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  const { mutate, error } = useMutation(queries.notices.dismiss.mutationOptions());
  return { notices: stream.data ?? [], dismiss: (id) => mutate({ id }), thrown: error };
}
