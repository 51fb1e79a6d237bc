// Reading something again because the user asked for it.

import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';

/**
 * Requests what a query reads again, whatever its age. A read that is under way would take the place of the request, and
 * may be of the archive alone, so it is cancelled first. Resolves when it is over, however it ended: the query holds a failure, and the screen shows it.
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
