// A job: tables over a period, what of them is wanted, and how far it is. What may be done with it in which state.

import { z } from 'zod';
import { jobSchema, type Job, type JobState, type DownloadSelection } from '#shared/bridge/downloads.ts';

/** A job as the window sees it, with what only its queue needs to know. */
export const keptJobSchema = jobSchema.extend({
  want: z.enum(['stale', 'gaps', 'all']),
  /** Epoch milliseconds: what was fetched from then on is this job's own work, and wanted no more. */
  since: z.number(),
  /** How long it was parked for, in milliseconds: what a clock that is set meanwhile does not change. */
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

/** The job put in its queue, with nothing left of what stopped it. */
export function waiting(job: KeptJob): KeptJob {
  const { parkedUntil: _, parkedForMs: __, error: ___, finishedAt: ____, ...rest } = still(job);
  return { ...rest, state: 'waiting' };
}

/**
 * The job as a run of it begins at `now` (epoch milliseconds). Where the clock was set back since it was made, its own
 * work begins now: what it fetches would count as older than the job, and be fetched again by every run.
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

/** `since`: epoch milliseconds at which it is made. */
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
