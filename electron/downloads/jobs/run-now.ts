// A download that the user waits for at a terminal: a job of the same list, so that the window shows and can continue
// it, but run at once instead of queued.

import { RailbirdError } from '#shared/errors.ts';
import type { Clock } from '../../service-client/clock.ts';
import type { QueryContext } from '../query-context.ts';
import { concluded, figures } from './job-outcome.ts';
import { hasEnded, started, still, waiting, type StoredJob } from './job.ts';
import { JobList, jobsFile, type JobListOptions } from './job-list.ts';
import { runJob, type Ran } from './run-job.ts';
import type { RunProgress } from './run-progress.ts';

export interface RunNowOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

export interface ForegroundOptions extends RunNowOptions {
  readonly list: JobList;
  readonly context: QueryContext;
  readonly clock: Pick<Clock, 'now'>;
  /** Continued if it has not ended; the caller sees to it that nobody else runs it. */
  readonly found?: StoredJob | undefined;
}

/**
 * Runs the job, or continues `found`. A job that stops is left paused, because a terminal does not wait until it may
 * continue. What the window does with the job meanwhile takes precedence. Errors: CANCELLED, ARCHIVE_FAILED,
 * FILE_FAILED; those of the service are in the result.
 */
export async function runInForeground(wanted: StoredJob, options: ForegroundOptions): Promise<Ran> {
  const { list, context, clock, signal, onProgress, found } = options;
  if (signal.aborted) throw new RailbirdError('CANCELLED');
  const job = started(waiting(found ?? wanted), clock.now());
  // Never waiting in the list: the queue would run it as well.
  if (found) list.change(job.id, () => job);
  else await list.add(job);
  const unlessChanged = (change: (kept: StoredJob) => StoredJob) =>
    list.change(job.id, (kept) => (kept.state === 'running' ? change(kept) : still(kept)));
  try {
    const ran = await runJob(context, job, {
      signal,
      // The signal cancels the next request. A run that only ends early would look like one that has everything.
      stop: NEVER,
      onProgress: (progress) => {
        list.change(job.id, (kept) => ({ ...kept, ...figures(job, progress) }), 'figures');
        onProgress(progress);
      },
    });
    unlessChanged((kept) => {
      const next = concluded({ ...kept, ...figures(job, ran) }, ran, 0, clock.now());
      return hasEnded(next) ? next : paused(next);
    });
    return ran;
  } catch (error) {
    unlessChanged(paused);
    throw error;
  }
}

const NEVER = new AbortController().signal;

/** The unfinished job for the same data, if there is one. */
export const unfinishedLike = (list: JobList, wanted: StoredJob): StoredJob | undefined =>
  list.all.find((job) => !hasEnded(job) && isSame(job, wanted));

/**
 * Runs the job in a process in which no queue has the list of the archive's jobs. Errors: as `runInForeground`, and
 * FILE_NEWER.
 */
export async function runWithOwnList(
  wanted: StoredJob,
  options: Omit<ForegroundOptions, 'list' | 'found' | 'clock'> & Omit<JobListOptions, 'path'>,
): Promise<Ran> {
  const list = await JobList.open({ ...options, path: jobsFile(options.context.archive.path) });
  try {
    return await runInForeground(wanted, { ...options, list, found: unfinishedLike(list, wanted) });
  } finally {
    await list.close();
  }
}

/** The jobs that run beside a queue, because somebody waits for them. */
export class ForegroundJobs {
  readonly #running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<unknown> }>();
  #isClosed = false;

  has(id: string): boolean {
    return this.#running.has(id);
  }

  /** Errors: as `runInForeground`. */
  run(wanted: StoredJob, { signal, ...options }: ForegroundOptions): Promise<Ran> {
    if (this.#isClosed) return Promise.reject(new RailbirdError('CANCELLED'));
    const { id } = options.found ?? wanted;
    const stop = new AbortController();
    const running = runInForeground(wanted, { ...options, signal: AbortSignal.any([signal, stop.signal]) });
    const ended = running.catch(() => undefined).finally(() => this.#running.delete(id));
    this.#running.set(id, { stop, ended });
    return running;
  }

  /** Resolves when none of the job's requests is in flight. */
  async stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.stop.abort();
    await running?.ended;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }
}

function paused(job: StoredJob): StoredJob {
  const { parkedUntil: _, parkedForMs: __, ...rest } = still(job);
  return { ...rest, state: 'paused' };
}

const isSame = (one: StoredJob, other: StoredJob): boolean =>
  one.want === other.want &&
  one.from === other.from &&
  one.to === other.to &&
  one.tables.toSorted().join() === other.tables.toSorted().join();
