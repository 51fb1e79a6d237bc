// A job: tables over a date range, what of them is wanted, and its progress; which actions its state allows.

import { z } from 'zod';
import { jobSchema, type Job, type JobState, type DownloadSelection } from '#shared/bridge/downloads.ts';

/** A job as the window sees it, with the fields that only its queue needs. */
export const keptJobSchema = jobSchema.extend({
  want: z.enum(['stale', 'gaps', 'all']),
  /** Epoch milliseconds: what was fetched since then is this job's own work, and is not requested again. */
  since: z.number(),
  /** How long it is parked, in milliseconds: unlike a time, this survives a change of the clock. */
  parkedForMs: z.number().optional(),
});

export type KeptJob = z.infer<typeof keptJobSchema>;

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

/** The job back in its queue, without any trace of what stopped it. */
export function waiting(job: KeptJob): KeptJob {
  const { parkedUntil: _, parkedForMs: __, error: ___, finishedAt: ____, ...rest } = still(job);
  return { ...rest, state: 'waiting' };
}

/**
 * The job as a run of it begins at `now` (epoch milliseconds). If the clock was set back after the job was created, its
 * own work begins now; otherwise what it fetches would count as older than the job, and every run would fetch it again.
 */
export const started = (job: KeptJob, now: number): KeptJob => ({
  ...job,
  state: 'running',
  reasons: [],
  since: Math.min(job.since, now),
});

/** No longer moving. */
export function still(job: KeptJob): KeptJob {
  const { remainingSeconds: _, ...rest } = job;
  return { ...rest, recordsPerSecond: 0 };
}

/** `since`: epoch milliseconds at which it is created. */
export const newJob = (
  selection: DownloadSelection,
  given: Pick<KeptJob, 'id' | 'kind' | 'want' | 'since'>,
): KeptJob => ({
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
