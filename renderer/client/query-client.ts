// TanStack Query for this window, without retries: the main process already retries, paces and caches.

import { QueryClient } from '@tanstack/react-query';
import { watchForWake } from './wake.ts';

/** How long a read of the archive stays fresh, in milliseconds: any response may add records to it. */
export const ARCHIVE_READ_FRESH_MS = 10_000;

export function makeQueryClient(): QueryClient {
  watchForWake();
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The bridge needs no network, and downloaded records open offline.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 30_000,
        gcTime: 2 * 60_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
