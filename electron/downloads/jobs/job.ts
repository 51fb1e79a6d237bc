// A job: tables over a date range, what to fetch of them, and its progress; which actions its state allows.

import { z } from 'zod';
import { jobSchema, type Job, type JobState, type DownloadSelection } from '#shared/bridge/downloads.ts';

/** A job as the window sees it, with additional fields for its queue. */
export const storedJobSchema = jobSchema.extend({
  want: z.enum(['stale', 'gaps', 'all']),
  /** Epoch milliseconds: what was fetched since then counts as this job's own work and is not requested again. */
  since: z.number(),
  /** The length of its pause in milliseconds: unlike a time, it stays valid when the clock is set. */
  parkedForMs: z.number().optional(),
});

export type StoredJob = z.infer<typeof storedJobSchema>;

export type JobAction = 'pause' | 'resume' | 'cancel' | 'retry' | 'forget';

const ENDED: readonly JobState[] = ['done', 'incomplete', 'failed', 'cancelled'];

const MAY: { readonly [action in JobAction]: readonly JobState[] } = {
  pause: ['waiting', 'running', 'parked'],
  resume: ['paused', 'parked'],
  cancel: ['waiting', 'running', 'paused', 'parked'],
  retry: ENDED,
  forget: ENDED,
};

/** Whether the action changes anything in that state. */
export const may = (action: JobAction, { state }: Pick<Job, 'state'>): boolean => MAY[action].includes(state);

export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => ENDED.includes(state);

/** The job, waiting again, without the error and the pause that stopped it. */
export function waiting(job: StoredJob): StoredJob {
  const { parkedUntil: _, parkedForMs: __, error: ___, finishedAt: ____, ...rest } = still(job);
  return { ...rest, state: 'waiting' };
}

/**
 * The job at the start of a run at `now` (epoch milliseconds). If the clock was set back after the job was created, its
 * own work begins now; otherwise what it fetches would count as older than the job, and every run would fetch it again.
 */
export const started = (job: StoredJob, now: number): StoredJob => ({
  ...job,
  state: 'running',
  reasons: [],
  since: Math.min(job.since, now),
});

/** The job without its speed. */
export function still(job: StoredJob): StoredJob {
  const { remainingSeconds: _, ...rest } = job;
  return { ...rest, recordsPerSecond: 0 };
}

/** `since`: when it is created, in epoch milliseconds. */
export const newJob = (
  selection: DownloadSelection,
  given: Pick<StoredJob, 'id' | 'kind' | 'want' | 'since'>,
): StoredJob => ({
  ...selection,
  ...given,
  state: 'waiting',
  windowsDone: 0,
  windowsTotal: 0,
  records: 0,
  bytes: 0,
  recordsPerSecond: 0,
  reasons: [],
  createdAt: given.since,
});
