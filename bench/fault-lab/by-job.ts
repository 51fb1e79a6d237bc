// A query as a background download: watched until it rests, and repaired after the trouble.

import { randomUUID } from 'node:crypto';
import type { DailyTable, Job, JobState } from '#shared/bridge/downloads.ts';
import { RailbirdError, type ErrorCode } from '#shared/errors.ts';
import type { Clock } from '../../electron/service-client/clock.ts';
import type { DataCore } from '../../electron/data-core.ts';
import { createDownloads, type Downloads } from '../../electron/downloads/downloads.ts';
import { failed, storedSet, type Outcome } from './outcome.ts';
import type { Question } from './scenario.ts';

/** States in which nothing happens for now. A parked job continues by itself while the trouble lasts. */
const AT_REST: ReadonlySet<JobState> = new Set<JobState>([
  'paused',
  'parked',
  'done',
  'incomplete',
  'failed',
  'cancelled',
]);

/** Composed as in core.ts. */
export const downloadsOf = (core: DataCore, clock: Clock, report: (error: unknown) => void): Downloads =>
  createDownloads({
    identity: () => core.connection.identity(),
    archiveOf: core.archiveOf,
    client: core.client,
    inFlight: core.inFlight,
    activity: core.client.activity,
    clock,
    newId: randomUUID,
    perSecond: core.perSecond,
    notify: ({ what }) => report(new Error(what.en)),
    report,
  });

export interface Download {
  readonly id: string;
  readonly outcome: Outcome;
}

/** Errors are outcomes. `signal`: the user cancels it. */
export async function download(
  core: DataCore,
  downloads: Downloads,
  question: Question,
  signal?: AbortSignal,
): Promise<Download> {
  const { id } = await downloads.start(selectionOf(question), {});
  const cancel = () => void downloads.cancel(id);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    if (signal?.aborted) cancel();
    return { id, outcome: await outcomeOf(core, await rest(downloads, id), question) };
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/**
 * Does what a user would do about a job that did not end well: resumes it, then retries it if it is still not done.
 * What faults stored before an interruption is still there after a resume.
 */
export async function resume(
  core: DataCore,
  downloads: Downloads,
  id: string,
  question: Question,
): Promise<Outcome> {
  let job = (await downloads.list()).find((each) => each.id === id);
  if (job?.state === 'paused' || job?.state === 'parked') {
    await downloads.resume(id);
    job = await rest(downloads, id);
  }
  if (job?.state !== 'done') await downloads.retry(id);
  return outcomeOf(core, await rest(downloads, id), question);
}

/** Requests everything again. */
export async function downloadAgain(
  core: DataCore,
  downloads: Downloads,
  question: Question,
): Promise<Outcome> {
  const { id } = await downloads.start(selectionOf(question), { refresh: true });
  return outcomeOf(core, await rest(downloads, id), question);
}

function selectionOf({ table, filter }: Question) {
  const day = filter.racedate ?? '';
  return {
    tables: [table as DailyTable],
    from: filter.start_racedate ?? day,
    to: filter.end_racedate ?? day,
  };
}

async function rest(downloads: Downloads, id: string): Promise<Job> {
  const stop = new AbortController();
  try {
    for await (const _ of downloads.watch(stop.signal)) {
      const jobs = await downloads.list();
      const job = jobs.find((each) => each.id === id);
      if (job === undefined) throw new Error('the job is gone');
      if (AT_REST.has(job.state)) return job;
      // While one job is parked for a busy service, the next one is not tried either: it waits for the same reason.
      const parked = jobs.find(({ state }) => state === 'parked');
      if (job.state === 'waiting' && parked?.error !== undefined) return { ...job, error: parked.error };
    }
    throw new Error('the watch of the jobs ended');
  } finally {
    stop.abort();
  }
}

async function outcomeOf(core: DataCore, job: Job, question: Question): Promise<Outcome> {
  const code = job.error?.code;
  switch (job.state) {
    case 'done':
      // The job claims to be complete: any reservation in the coverage would contradict that.
      return { ...(await storedSet(await core.archive(), question)), reasons: [] };
    case 'incomplete': {
      const reasons = [...job.reasons, ...(code === undefined ? [] : [{ reason: code, where: '' }])];
      if (reasons.length === 0) return failed('incomplete without a reason');
      return { ...(await storedSet(await core.archive(), question)), reasons };
    }
    case 'cancelled':
      return failed(new RailbirdError('CANCELLED'));
    default:
      if (code === undefined) return failed(`${job.state} without a reason`);
      return failed(new RailbirdError(code as ErrorCode, job.error?.values ?? {}));
  }
}
