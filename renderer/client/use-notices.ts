// The notices that the user has not dismissed, and the way to dismiss one.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Notice } from '#shared/bridge/notices.ts';
import { useBridge } from './bridge.tsx';

/**
 * How often the list is read again, in milliseconds. It is not a stream, because reading also shows the notices of another
 * process on the same data folder.
 */
const EVERY = 5000;

interface Notices {
  /** Newest first. */
  readonly notices: readonly Notice[];
  readonly dismiss: (id: string) => void;
  /** Why a notice could not be dismissed. */
  readonly thrown: unknown;
}

export function useNotices(): Notices {
  const { client, queries } = useBridge();
  const queryClient = useQueryClient();
  const queryKey = queries.notices.key();
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly Notice[]> => {
      const stream = await client.notices.watch(undefined, { signal });
      const first = await stream.next();
      await stream.return(undefined);
      return first.done === true ? [] : first.value;
    },
    refetchInterval: EVERY,
    retry: true,
    retryDelay: EVERY,
  });
  const { mutate, error } = useMutation({
    ...queries.notices.dismiss.mutationOptions(),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { notices: list.data ?? [], dismiss: (id) => mutate({ id }), thrown: error };
}
