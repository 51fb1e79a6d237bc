// The downloads of the main process, through one stream for all components.

import { useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/bridge/downloads.ts';
import { useBridge } from './bridge.tsx';

/** Delay before a broken stream is opened again, in milliseconds. */
const REOPEN = 2000;

interface Change {
  readonly jobs: readonly Job[];
  readonly gone: readonly string[];
}

/** Jobs as they are after a change, newest first. */
export function afterChange(before: readonly Job[], { jobs, gone }: Change): readonly Job[] {
  const byId = new Map(before.map((job) => [job.id, job]));
  for (const job of jobs) byId.set(job.id, job);
  for (const id of gone) byId.delete(id);
  return [...byId.values()].toSorted((a, b) => b.createdAt - a.createdAt);
}

/** Undefined until the first event. */
export function useJobs(): readonly Job[] | undefined {
  const { client, queries } = useBridge();
  const queryKey = queries.downloads.watch.key();
  const jobs = useQuery({
    queryKey,
    queryFn: async ({ signal, client: cache }) => {
      let known: readonly Job[] = [];
      // The first event of a stream carries all jobs, so jobs removed while it was broken disappear.
      for await (const change of await client.downloads.watch(undefined, { signal })) {
        known = afterChange(known, change);
        cache.setQueryData(queryKey, known);
      }
      throw new Error('the stream of downloads ended');
    },
    retry: true,
    retryDelay: REOPEN,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return jobs.data;
}

/** States in which a job still has something to do. */
const UNDER_WAY: ReadonlySet<Job['state']> = new Set(['waiting', 'running', 'paused', 'parked']);

export const isUnderWay = (job: Job): boolean => UNDER_WAY.has(job.state);
