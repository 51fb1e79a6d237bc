// A download that the user waits for at a terminal: a job of the same list, so that the window shows and can continue
// it, but run at once instead of queued.

import type { Clock } from '../../service-client/clock.ts';
import type { QueryContext } from '../query-context.ts';
import { concluded, figures } from './job-outcome.ts';
import { hasEnded, started, still, waiting, type StoredJob } from './job.ts';
import type { JobList } from './job-list.ts';
import { runJob, type Ran } from './run-job.ts';
import type { RunProgress } from './run-progress.ts';

export interface ForegroundOptions {
  readonly list: JobList;
  readonly context: QueryContext;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/**
 * Continues an unfinished job for the same data if there is one. A job that stops is left paused, because a terminal
 * does not wait until it may continue. Errors: CANCELLED, ARCHIVE_FAILED, FILE_FAILED; those of the service are in the
 * result.
 */
export async function runInForeground(wanted: StoredJob, options: ForegroundOptions): Promise<Ran> {
  const { list, context, clock, signal, onProgress } = options;
  const found = list.all.find((job) => !hasEnded(job) && isSame(job, wanted));
  if (!found) await list.add(wanted);
  const job = started(waiting(found ?? wanted), clock.now());
  list.change(job.id, () => job);
  try {
    const ran = await runJob(context, job, {
      signal,
      stop: signal,
      onProgress: (progress) => {
        list.change(job.id, (kept) => ({ ...kept, ...figures(job, progress) }), 'figures');
        onProgress(progress);
      },
    });
    list.change(job.id, (kept) => {
      const next = concluded({ ...kept, ...figures(job, ran) }, ran, 0, clock.now());
      return hasEnded(next) ? next : paused(next);
    });
    return ran;
  } catch (error) {
    list.change(job.id, paused);
    throw error;
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
