// TanStack Query as this window needs it: the main process already retries, paces and caches.

import { QueryClient } from '@tanstack/react-query';

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The bridge is there without a network, and what is downloaded opens offline.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
