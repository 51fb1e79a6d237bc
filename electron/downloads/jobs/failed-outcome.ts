// What a run leaves in its job: its figures on top of those of the runs before, and how it stands. Pure.

import { hasEnded, still, waiting, type KeptJob } from './job.ts';
import type { RunProgress } from './run-progress.ts';
import { verdictOf, type RunResult } from './job-outcome.ts';

/** `job`: as it was when the run began. */
export const figures = (
  job: KeptJob,
  { windowsDone, windowsLeft, records, bytes }: RunProgress,
): Partial<KeptJob> => ({
  windowsDone: job.windowsDone + windowsDone,
  windowsTotal: job.windowsDone + windowsDone + windowsLeft,
  records: job.records + records,
  bytes: job.bytes + bytes,
});

/** `vain`: runs in a row that brought nothing. `now`: epoch milliseconds. */
export function concluded(job: KeptJob, run: RunResult, vain: number, now: number): KeptJob {
  const { state, parkMs, error } = verdictOf(run, vain);
  const next: KeptJob = {
    ...waiting(still(job)),
    state,
    reasons: [...run.reasons],
    ...(parkMs === undefined ? {} : { parkedUntil: now + parkMs, parkedForMs: parkMs }),
    ...(error === undefined ? {} : { error: { code: error.code, values: { ...error.values } } }),
  };
  return hasEnded(next) ? { ...next, finishedAt: now } : next;
}
