// Reading something again because the user asked for it.

import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';

/**
 * Requests what a query reads again, whatever its age. A read that is under way would be returned instead of the request,
 * and may be of the archive alone, so it is cancelled first. Resolves once the request has ended, also if it failed: the
 * query has the error, and the screen shows it.
 */
export function requestAgain<Data, Key extends readonly unknown[]>(
  cache: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const { queryKey } = query;
  return cache
    .cancelQueries({ queryKey, exact: true })
    .then(() => cache.fetchQuery({ ...query, staleTime: 0 }))
    .then(
      () => undefined,
      () => undefined,
    );
}
