// The downloads of the connected service, as the window and the app's start use them: jobs, the plan before them, the
// calendar of stored days, and disk usage.

import { stat } from 'node:fs/promises';
import type {
  DownloadSelection,
  Job,
  TableCalendar,
  TablePlan,
  TableUsage,
} from '#shared/bridge/downloads.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isRacedate, spanDays } from '#shared/racing/racedate.ts';
import type { ActivitySource } from '../service-client/activity.ts';
import type { ApiClient } from '../service-client/api-client.ts';
import type { Clock } from '../service-client/clock.ts';
import { serviceName, type ServiceIdentity } from '../service-client/service-identity.ts';
import type { InFlight } from './in-flight.ts';
import type { Archive } from '../archive/archive.ts';
import type { NewNotice } from '../files/notices.ts';
import { calendarOf } from './plan/calendar.ts';
import { estimate } from './plan/estimate.ts';
import { newJob, type StoredJob } from './jobs/job.ts';
import { JobList, JobsInView, jobsFile, type JobChanges } from './jobs/job-list.ts';
import { JobQueue } from './jobs/job-queue.ts';
import type { Ran } from './jobs/run-job.ts';
import type { RunNowOptions } from './jobs/run-now.ts';

export interface DownloadsOptions {
  /** The connected service; undefined if there is none. */
  readonly identity: () => ServiceIdentity | undefined;
  /** Errors: ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  readonly archiveOf: (identity: ServiceIdentity) => Promise<Archive>;
  readonly client: Pick<ApiClient, 'of'>;
  readonly inFlight: InFlight;
  readonly activity: ActivitySource;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Requests a second that the service is known to accept. */
  readonly perSecond: () => number;
  /** Called if the list of jobs could not be read completely. */
  readonly notify: (notice: NewNotice) => void | Promise<void>;
  readonly report: (error: unknown) => void;
}

export interface StartOptions {
  readonly refresh?: boolean | undefined;
}

/** Errors of all but `list` and `watch`: NOT_CONNECTED, and those of opening the archive. */
export interface Downloads {
  /** Errors: INVALID_FILTER, ARCHIVE_FAILED. */
  plan(selection: DownloadSelection, options: StartOptions): Promise<TablePlan[]>;
  /** Newest first; none if no service is connected. */
  list(): Promise<readonly Job[]>;
  watch(signal?: AbortSignal): AsyncGenerator<JobChanges, void, void>;
  /** Errors: INVALID_FILTER, FILE_FAILED. */
  start(selection: DownloadSelection, options: StartOptions): Promise<Job>;
  fillGaps(selection: DownloadSelection): Promise<Job>;
  /**
   * Runs a job of any service at once, for somebody who waits for it, with their client (jobs/job-queue.ts). Errors:
   * CANCELLED, FILE_FAILED, those of opening the archive.
   */
  runNow(
    identity: ServiceIdentity,
    job: StoredJob,
    options: RunNowOptions & Pick<DownloadsOptions, 'client'>,
  ): Promise<Ran>;
  /** Errors of each method with an id: DOWNLOAD_GONE, FILE_FAILED if the change could not be written. */
  pause(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  cancel(id: string): Promise<Job>;
  retry(id: string): Promise<Job>;
  /** Errors: DOWNLOAD_ACTIVE, FILE_FAILED. */
  forget(id: string): Promise<void>;
  /** Errors: INVALID_FILTER, ARCHIVE_FAILED. */
  calendar(selection: DownloadSelection): Promise<TableCalendar[]>;
  usage(): Promise<{ tables: TableUsage[]; fileBytes: number }>;
  /** Errors: DOWNLOAD_ACTIVE, ARCHIVE_FAILED. */
  remove(what: Removal): Promise<{ records: number }>;
  /** Continues the jobs that were not finished when the app ended. */
  wake(): void;
  /** Call this after another service or key was connected. */
  connectionChanged(): void;
  close(): Promise<void>;
}

export interface Removal {
  readonly tables: readonly TableCode[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const createDownloads = (options: DownloadsOptions): Downloads => new JobDownloads(options);

class JobDownloads implements Downloads {
  readonly #options: DownloadsOptions;
  readonly #queues = new Map<string, Promise<JobQueue>>();
  readonly #view = new JobsInView();
  readonly #stopListening: () => void;
  #isReachable = true;

  constructor(options: DownloadsOptions) {
    this.#options = options;
    this.#stopListening = options.activity.subscribe(({ reachable }) => {
      const isBack = reachable && !this.#isReachable;
      this.#isReachable = reachable;
      if (isBack) this.#forEachQueue((queue) => queue.reached());
    });
  }

  async plan(selection: DownloadSelection, { refresh }: StartOptions): Promise<TablePlan[]> {
    const { tables, ...range } = checked(selection);
    const want = refresh ? 'all' : 'stale';
    return estimate(await this.#context(), tables, range, { want, perSecond: this.#options.perSecond() });
  }

  async list(): Promise<readonly Job[]> {
    return this.#options.identity() === undefined ? [] : (await this.#queue()).list.all;
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<JobChanges, void, void> {
    await this.#attend();
    yield* this.#view.changes(signal);
  }

  start(selection: DownloadSelection, { refresh }: StartOptions): Promise<Job> {
    return this.#add(selection, 'period', refresh ? 'all' : 'stale');
  }

  fillGaps(selection: DownloadSelection): Promise<Job> {
    return this.#add(selection, 'gaps', 'gaps');
  }

  async runNow(
    identity: ServiceIdentity,
    job: StoredJob,
    options: RunNowOptions & Pick<DownloadsOptions, 'client'>,
  ): Promise<Ran> {
    const queue = await this.#queueOf(identity);
    return queue.runNow(job, { ...options, client: options.client.of(identity) });
  }

  async pause(id: string): Promise<Job> {
    return (await this.#queue()).pause(id);
  }

  async resume(id: string): Promise<Job> {
    return (await this.#queue()).resume(id);
  }

  async cancel(id: string): Promise<Job> {
    return (await this.#queue()).cancel(id);
  }

  async retry(id: string): Promise<Job> {
    return (await this.#queue()).retry(id);
  }

  async forget(id: string): Promise<void> {
    return (await this.#queue()).forget(id);
  }

  async calendar(selection: DownloadSelection): Promise<TableCalendar[]> {
    const { tables, ...range } = checked(selection);
    const codes = tables.map((code) => TABLES[code]);
    const days = await calendarOf(await this.#context(), codes, range);
    return tables.map((table, at) => ({ table, days: days[at] ?? [] }));
  }

  async usage(): Promise<{ tables: TableUsage[]; fileBytes: number }> {
    const { archive } = await this.#context();
    const tables = await archive.usage();
    // Recent writes are in the log beside the file until DuckDB merges them.
    const sizes = [archive.path, `${archive.path}.wal`].map(sizeOf);
    return { tables, fileBytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
  }

  async remove({ tables, from, to }: Removal): Promise<{ records: number }> {
    requireDays(from, to);
    if ((await this.#queue()).isAbout(tables, from, to)) throw new RailbirdError('DOWNLOAD_ACTIVE');
    const { archive } = await this.#context();
    return { records: await archive.remove(tables, { from, to }) };
  }

  wake(): void {
    this.#attend().catch(this.#options.report);
  }

  connectionChanged(): void {
    this.#forEachQueue((queue) => queue.connectionChanged());
    this.wake();
  }

  async close(): Promise<void> {
    this.#stopListening();
    const opened = await Promise.allSettled(this.#queues.values());
    await Promise.all(opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
  }

  /** Shows the jobs of the connected service, and lets them continue. */
  async #attend(): Promise<void> {
    const identity = this.#options.identity();
    const queue = identity && (await this.#queueOf(identity));
    // Another service was connected meanwhile; its own call handles it.
    if (nameOf(identity) !== nameOf(this.#options.identity())) return;
    this.#view.show(queue?.list.all ?? []);
    queue?.wake();
  }

  async #add(selection: DownloadSelection, kind: StoredJob['kind'], want: StoredJob['want']): Promise<Job> {
    const { newId, clock } = this.#options;
    const job = newJob(checked(selection), { id: newId(), kind, want, since: clock.now() });
    const queue = await this.#queue();
    await queue.add(job);
    return queue.list.find(job.id) ?? job;
  }

  /** Errors: NOT_CONNECTED. */
  #connected(): ServiceIdentity {
    const identity = this.#options.identity();
    if (identity === undefined) throw new RailbirdError('NOT_CONNECTED');
    return identity;
  }

  async #context() {
    const { archiveOf, clock } = this.#options;
    return { archive: await archiveOf(this.#connected()), now: () => clock.now() };
  }

  async #queue(): Promise<JobQueue> {
    return this.#queueOf(this.#connected());
  }

  #queueOf(identity: ServiceIdentity): Promise<JobQueue> {
    const name = nameOf(identity);
    const known = this.#queues.get(name);
    if (known) return known;
    const opening = this.#openQueue(identity);
    this.#queues.set(name, opening);
    // A failure is not cached: the other instance may close, or space may be freed on the disk.
    opening.catch(() => this.#queues.delete(name));
    return opening;
  }

  async #openQueue(identity: ServiceIdentity): Promise<JobQueue> {
    const { archiveOf, client, inFlight, clock, notify, report } = this.#options;
    // The archive's lock keeps another Railbird from running the same jobs.
    const archive = await archiveOf(identity);
    const list = await JobList.open({ path: jobsFile(archive.path), clock, notify, report });
    const isConnected = () => nameOf(this.#options.identity()) === nameOf(identity);
    list.onChange(() => {
      if (isConnected()) this.#view.show(list.all);
    });
    const context = { archive, client: client.of(identity), inFlight, now: () => clock.now() };
    return new JobQueue({ list, context, clock, isConnected, report });
  }

  #forEachQueue(act: (queue: JobQueue) => void): void {
    for (const opened of this.#queues.values()) opened.then(act, this.#options.report);
  }
}

/** 0 if there is no file. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** `none` if no service is connected. */
const nameOf = (identity: ServiceIdentity | undefined): string =>
  identity === undefined ? 'none' : serviceName(identity);

/** Removes duplicate tables. Errors: INVALID_FILTER for dates that do not exist. */
function checked({ tables, from, to }: DownloadSelection): DownloadSelection {
  requireDays(from, to);
  if (from > to || spanDays(from, to) > MOST_DAYS) throw noPeriod();
  return { tables: [...new Set(tables)], from, to };
}

/** A century: each day of a period is looked at by itself, and there was no racing before. */
const MOST_DAYS = 36_525;

/** Errors: INVALID_FILTER for dates that do not exist; an absent end is open. */
function requireDays(...days: readonly (string | undefined)[]): void {
  if (!days.every((day) => day === undefined || isRacedate(day))) throw noPeriod();
}

const noPeriod = (): RailbirdError =>
  new RailbirdError('INVALID_FILTER', {
    problem: 'A period of two calendar days, at most a century / 実在する日付の期間（100年以内）',
  });
