// What the window drops when another service is chosen.

import { matchQuery, type QueryClient } from '@tanstack/react-query';
import type { Bridge } from './bridge.tsx';

/**
 * Removes all that was read of the previous service: another one has other races under the same keys. What is about the
 * app itself stays.
 */
export function forgetService(cache: QueryClient, queries: Bridge['queries']): void {
  // Of the downloads, only the list of jobs is the app's: plans, stored days and sizes are of one archive.
  const ofTheApp = [
    queries.app,
    queries.connection,
    queries.downloads.watch,
    queries.notices,
    queries.settings,
  ];
  cache.removeQueries({
    predicate: (query) => !ofTheApp.some((feature) => matchQuery({ queryKey: feature.key() }, query)),
  });
}
