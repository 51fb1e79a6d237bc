// The queue of one service's jobs: one at a time, oldest first. Jobs that cannot continue are parked and continue by
// themselves, and unfinished jobs are found again after a kill. The archive knows which of their windows are stored.

import { wallTimeOf, type Clock } from '../../service-client/clock.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { QueryContext } from '../query-context.ts';
import {
  concluded,
  figures,
  waitsForKey,
  waitsForNetwork,
  waitsForQuota,
  type RunResult,
} from './job-outcome.ts';
import { hasEnded, may, started, still, waiting, type JobAction, type StoredJob } from './job.ts';
import type { JobList } from './job-list.ts';
import { Meter, type RunProgress } from './run-progress.ts';
import { runJob, type Ran } from './run-job.ts';
import { ForegroundJobs, unfinishedLike, type RunNowOptions } from './run-now.ts';

export interface JobQueueOptions {
  readonly list: JobList;
  readonly context: QueryContext;
  readonly clock: Clock;
  /** Whether this queue's service is connected. */
  readonly isConnected: () => boolean;
  readonly report: (error: unknown) => void;
}

/** The longest pause of a job that was parked before this process began. */
const LONGEST_PARK_MS = 24 * 3_600_000;
/** How often the end of a pause is recomputed, because the clock may have been set. */
const LOOK_AGAIN_MS = 30_000;

interface Running {
  readonly id: string;
  readonly stop: AbortController;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

export class JobQueue {
  readonly list: JobList;
  readonly #options: JobQueueOptions;
  #running: Running | undefined;
  readonly #foreground = new ForegroundJobs();
  #cancelTimer: (() => void) | undefined;
  /** Parked jobs by id: when they continue in monotonic milliseconds, and the time that the job shows. */
  readonly #parked = new Map<string, { readonly due: number; readonly until: number | undefined }>();
  /** Runs in a row that brought nothing. */
  #vain = 0;
  #isClosed = false;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.list = options.list;
  }

  /** Errors: FILE_FAILED. */
  async add(job: StoredJob): Promise<void> {
    await this.list.add(job);
    this.wake();
  }

  /**
   * Runs a job at once, beside the queue, for somebody who waits for it, with their client. If the queue has the same
   * job, running or not, it is taken over. Errors: CANCELLED, also when the job is paused or cancelled meanwhile;
   * ARCHIVE_FAILED, FILE_FAILED; those of the service are in the result.
   */
  async runNow(
    wanted: StoredJob,
    { client, ...options }: RunNowOptions & Pick<QueryContext, 'client'>,
  ): Promise<Ran> {
    const like = unfinishedLike(this.list, wanted);
    // Two that wait for the same data share its requests, and each has a job.
    const found = like !== undefined && this.#foreground.has(like.id) ? undefined : like;
    if (found !== undefined && this.#running?.id === found.id) {
      const { ended } = this.#running;
      await this.pause(found.id);
      await ended;
    }
    const { context, clock } = this.#options;
    return this.#foreground.run(wanted, {
      ...options,
      list: this.list,
      context: { ...context, client },
      clock,
      found: found && this.list.find(found.id),
    });
  }

  /**
   * Returns the changed job once it is on disk. Here and in the methods below, the change is made even if it cannot be
   * written. Errors: DOWNLOAD_GONE, FILE_FAILED.
   */
  async pause(id: string): Promise<StoredJob> {
    const noted = this.#act(id, 'pause', (found) => ({ ...waiting(found), state: 'paused' }));
    if (this.#running?.id === id) this.#running.stop.abort();
    const [job] = await Promise.allSettled([noted, this.#foreground.stop(id)]);
    this.wake();
    if (job.status === 'rejected') throw job.reason;
    return job.value;
  }

  async resume(id: string): Promise<StoredJob> {
    const noted = this.#act(id, 'resume', waiting);
    this.wake();
    return noted;
  }

  /** Resolves when none of its requests is in flight. */
  async cancel(id: string): Promise<StoredJob> {
    const finishedAt = this.#options.clock.now();
    const noted = this.#act(id, 'cancel', (found) => ({ ...waiting(found), state: 'cancelled', finishedAt }));
    const halted = this.#running?.id === id ? this.#halt(this.#running) : this.#foreground.stop(id);
    const [job] = await Promise.allSettled([noted, halted]);
    this.wake();
    if (job.status === 'rejected') throw job.reason;
    return job.value;
  }

  async retry(id: string): Promise<StoredJob> {
    const since = this.#options.clock.now();
    const noted = this.#act(id, 'retry', (found) => ({
      ...waiting(found),
      // What lacks races or runners is stored, and only filling gaps requests it again.
      want: found.state === 'incomplete' && found.want === 'stale' ? 'gaps' : found.want,
      since,
      reasons: [],
      windowsDone: 0,
      windowsTotal: 0,
      records: 0,
      bytes: 0,
    }));
    this.wake();
    return noted;
  }

  /** Errors: DOWNLOAD_GONE, DOWNLOAD_ACTIVE, FILE_FAILED. */
  async forget(id: string): Promise<void> {
    const job = this.#find(id);
    if (!may('forget', job)) throw new RailbirdError('DOWNLOAD_ACTIVE');
    await this.list.remove(id);
  }

  /** Whether a job that has not ended covers any of these tables and days. */
  isAbout(tables: readonly string[], from = '', to = '99999999'): boolean {
    return this.list.all.some(
      (job) =>
        !hasEnded(job) &&
        job.from <= to &&
        job.to >= from &&
        job.tables.some((code) => tables.includes(code)),
    );
  }

  /**
   * Another key or this service was connected: jobs that waited for it continue. If another service was connected, the
   * running job stops.
   */
  connectionChanged(): void {
    this.#vain = 0;
    if (!this.#options.isConnected()) this.#running?.abort.abort();
    for (const job of this.list.all)
      if (waitsForKey(job) || waitsForQuota(job)) this.list.change(job.id, waiting);
    this.wake();
  }

  /** The service answers again. */
  reached(): void {
    for (const job of this.list.all) if (waitsForNetwork(job)) this.list.change(job.id, waiting);
    this.wake();
  }

  /** Starts the next job, unless one is parked. */
  wake(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#isClosed || this.#running || !this.#options.isConnected()) return;
    const left = this.#unpark();
    // What stopped one job would stop the next: nothing starts while a job is parked.
    if (left !== undefined) {
      this.#cancelTimer = this.#options.clock.after(Math.min(left, LOOK_AGAIN_MS), () => this.wake());
      return;
    }
    const next = this.list.all.findLast((job) => job.state === 'waiting');
    if (next) this.#begin(next);
  }

  /** Stops and waits; unfinished jobs continue at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    if (this.#running) await this.#halt(this.#running);
    await this.#foreground.close();
    await this.list.close();
  }

  #find(id: string): StoredJob {
    const job = this.list.find(id);
    if (!job) throw new RailbirdError('DOWNLOAD_GONE');
    return job;
  }

  /** Does nothing if the job's state does not allow the action. */
  async #act(id: string, action: JobAction, change: (job: StoredJob) => StoredJob): Promise<StoredJob> {
    const job = this.#find(id);
    return may(action, job) ? ((await this.list.changeForGood(id, change)) ?? job) : job;
  }

  /** Puts back the jobs whose pause is over. Returns the milliseconds until the next one, if any is still parked. */
  #unpark(): number | undefined {
    const { clock } = this.#options;
    let next: number | undefined;
    for (const job of this.list.all.filter(({ state }) => state === 'parked')) {
      const due = this.#dueOf(job);
      const left = due - clock.monotonic();
      if (left > 0) {
        next = Math.min(next ?? left, left);
        const until = wallTimeOf(clock, due, job.parkedUntil);
        this.#parked.set(job.id, { due, until });
        if (until !== job.parkedUntil) {
          this.list.change(job.id, (found) => ({ ...found, parkedUntil: until }));
        }
      } else {
        this.#parked.delete(job.id);
        this.list.change(job.id, waiting);
      }
    }
    return next;
  }

  /**
   * When the pause ends, in monotonic milliseconds. The wall time in the job is read once, and never extends the pause.
   */
  #dueOf({ id, parkedUntil, parkedForMs = LONGEST_PARK_MS }: StoredJob): number {
    const known = this.#parked.get(id);
    if (known && known.until === parkedUntil) return known.due;
    const { clock } = this.#options;
    const left = (parkedUntil ?? 0) - clock.now();
    return clock.monotonic() + Math.max(0, Math.min(left, parkedForMs));
  }

  #begin(job: StoredJob): void {
    const [stop, abort] = [new AbortController(), new AbortController()];
    const ended = this.#run(job, stop.signal, abort.signal).finally(() => {
      this.#running = undefined;
      this.wake();
    });
    this.#running = { id: job.id, stop, abort, ended };
  }

  async #halt(running: Running): Promise<void> {
    running.abort.abort();
    await running.ended;
  }

  async #run(waited: StoredJob, stop: AbortSignal, signal: AbortSignal): Promise<void> {
    const { clock, context } = this.#options;
    const meter = new Meter(clock.monotonic());
    const job = started(waited, clock.now());
    this.list.change(job.id, () => job);
    const show = (progress: RunProgress) => {
      const pace = meter.read(
        { at: clock.monotonic(), windows: progress.windowsDone, records: progress.records },
        progress.windowsLeft,
      );
      this.list.change(job.id, (found) => ({ ...found, ...figures(job, progress), ...pace }), 'figures');
    };
    try {
      const ran = await runJob(context, job, { stop, signal, onProgress: show });
      this.#vain = ran.windowsDone > 0 ? 0 : this.#vain + 1;
      this.#conclude(job.id, ran, figures(job, ran));
    } catch (error) {
      if (!(error instanceof RailbirdError)) this.#options.report(error);
      const ended = error instanceof RailbirdError ? error : new RailbirdError('INTERNAL', { id: job.id });
      this.#conclude(job.id, { ended, reasons: [] }, {});
    }
  }

  /** The user's actions during the run take precedence; the progress is recorded in any case. */
  #conclude(id: string, run: RunResult, done: Partial<StoredJob>): void {
    const now = this.#options.clock.now();
    this.list.change(id, (found) => {
      const job = { ...found, ...done };
      return found.state === 'running' ? concluded(job, run, this.#vain, now) : still(job);
    });
  }
}
