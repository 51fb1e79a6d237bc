// Downloads as the window and the app's start know them: jobs of the service that is asked, the plan before them, the
// calendar of what is held, and what it costs of the disk.

import { stat } from 'node:fs/promises';
import type {
  Job,
  DownloadSelection,
  TableCalendar,
  TablePlan,
  TableUsage,
} from '#shared/bridge/downloads.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import type { ActivitySource } from '../service-client/activity.ts';
import type { ApiClient } from '../service-client/api-client.ts';
import type { Clock } from '../service-client/clock.ts';
import type { InFlight } from './in-flight.ts';
import type { Archive } from '../archive/archive.ts';
import type { ServiceIdentity } from '../archive/archives.ts';
import type { NewNotice } from '../files/notices.ts';
import { calendarOf } from './plan/calendar.ts';
import { estimate } from './plan/estimate.ts';
import { newJob, type KeptJob } from './jobs/job.ts';
import { JobList, jobsFile } from './jobs/job-list.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { JobsInView, type JobChanges } from './jobs/visible-jobs.ts';

export interface DownloadsOptions {
  /** The service that is asked; undefined when none is. */
  readonly identity: () => ServiceIdentity | undefined;
  /** Errors: ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  readonly archiveOf: (identity: ServiceIdentity) => Promise<Archive>;
  readonly client: Pick<ApiClient, 'query'>;
  readonly inFlight: InFlight;
  readonly activity: ActivitySource;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Requests a second that the service is known to take. */
  readonly perSecond: () => number;
  /** Told of what of a list of jobs could not be read. */
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
  /** Newest first; none where no service is connected. */
  list(): Promise<readonly Job[]>;
  watch(signal?: AbortSignal): AsyncGenerator<JobChanges, void, void>;
  /** Errors: INVALID_FILTER, FILE_FAILED. */
  start(selection: DownloadSelection, options: StartOptions): Promise<Job>;
  fillGaps(selection: DownloadSelection): Promise<Job>;
  /** Errors of each that takes an id: DOWNLOAD_GONE, FILE_FAILED where it could not be noted. */
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
  /** What was not finished when the app ended goes on. */
  wake(): void;
  /** Another service or key. */
  connectionChanged(): void;
  close(): Promise<void>;
}

export interface Removal {
  readonly tables: readonly TableCode[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function createDownloads(options: DownloadsOptions): Downloads {
  const { clock, report } = options;
  const queues = new Map<string, Promise<JobQueue>>();
  const view = new JobsInView();
  const now = () => clock.now();
  let isReachable = true;

  async function openQueue(identity: ServiceIdentity): Promise<JobQueue> {
    // The archive's lock keeps another Railbird from the same jobs.
    const archive = await options.archiveOf(identity);
    const list = await JobList.open({
      path: jobsFile(archive.path),
      clock,
      notify: options.notify,
      report,
    });
    const isAsked = () => nameOf(options.identity()) === nameOf(identity);
    list.onChange(() => {
      if (isAsked()) view.show(list.all);
    });
    const { client, inFlight } = options;
    return new JobQueue({ list, context: { archive, client, inFlight, now }, clock, isAsked, report });
  }

  function queueOf(identity: ServiceIdentity): Promise<JobQueue> {
    const name = nameOf(identity);
    const known = queues.get(name);
    if (known) return known;
    const opening = openQueue(identity);
    queues.set(name, opening);
    // A failure is not kept: the other instance may be closed, the disk freed.
    opening.catch(() => queues.delete(name));
    return opening;
  }

  async function queue(): Promise<JobQueue> {
    const identity = options.identity();
    if (identity === undefined) throw new RailbirdError('NOT_CONNECTED');
    return queueOf(identity);
  }

  async function context() {
    const identity = options.identity();
    if (identity === undefined) throw new RailbirdError('NOT_CONNECTED');
    return { archive: await options.archiveOf(identity), now };
  }

  /** Shows the jobs of the service that is asked, and lets them go on. */
  async function attend(): Promise<void> {
    const identity = options.identity();
    const opened = identity && (await queueOf(identity));
    // Meanwhile another may have been connected, which is attended to by itself.
    if (nameOf(identity) !== nameOf(options.identity())) return;
    view.show(opened?.list.all ?? []);
    opened?.wake();
  }

  async function add(
    selection: DownloadSelection,
    kind: KeptJob['kind'],
    want: KeptJob['want'],
  ): Promise<Job> {
    const job = newJob(checked(selection), { id: options.newId(), kind, want, since: now() });
    const opened = await queue();
    await opened.add(job);
    return opened.list.find(job.id) ?? job;
  }

  const stopListening = options.activity.subscribe(({ reachable }) => {
    const isBack = reachable && !isReachable;
    isReachable = reachable;
    if (isBack) for (const opened of queues.values()) opened.then((each) => each.reached(), report);
  });

  return {
    async plan(selection, { refresh }) {
      const { tables, ...period } = checked(selection);
      const want = refresh ? 'all' : 'stale';
      return estimate(await context(), tables, period, { want, perSecond: options.perSecond() });
    },
    async list() {
      return options.identity() === undefined ? [] : (await queue()).list.all;
    },
    async *watch(signal) {
      await attend();
      yield* view.changes(signal);
    },
    start: (selection, { refresh }) => add(selection, 'period', refresh ? 'all' : 'stale'),
    fillGaps: (selection) => add(selection, 'gaps', 'gaps'),
    pause: async (id) => (await queue()).pause(id),
    resume: async (id) => (await queue()).resume(id),
    cancel: async (id) => (await queue()).cancel(id),
    retry: async (id) => (await queue()).retry(id),
    forget: async (id) => (await queue()).forget(id),
    async calendar(selection) {
      const { tables, ...period } = checked(selection);
      const days = await calendarOf(
        await context(),
        tables.map((code) => TABLES[code]),
        period,
      );
      return tables.map((table, at) => ({ table, days: days[at] ?? [] }));
    },
    async usage() {
      const { archive } = await context();
      const tables = await archive.usage();
      // What was written last lies beside the file until DuckDB takes it in.
      const sizes = [archive.path, `${archive.path}.wal`].map(sizeOf);
      return { tables, fileBytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
    },
    async remove({ tables, from, to }) {
      if ((await queue()).isAbout(tables, from, to)) throw new RailbirdError('DOWNLOAD_ACTIVE');
      const { archive } = await context();
      return { records: await archive.remove(tables, { from, to }) };
    },
    wake: () => {
      attend().catch(report);
    },
    connectionChanged: () => {
      for (const opened of queues.values()) opened.then((each) => each.connectionChanged(), report);
      attend().catch(report);
    },
    close: async () => {
      stopListening();
      const opened = await Promise.allSettled(queues.values());
      await Promise.all(opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
    },
  };
}

/** 0 where there is no file. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** `none` where no service is connected. */
function nameOf(identity: ServiceIdentity | undefined): string {
  if (identity === undefined) return 'none';
  return identity.kind === 'sample' ? 'sample' : identity.baseUrl;
}

/** Tables once each. Errors: INVALID_FILTER for days that are none. */
function checked({ tables, from, to }: DownloadSelection): DownloadSelection {
  if (isRacedate(from) && isRacedate(to) && from <= to) return { tables: [...new Set(tables)], from, to };
  throw new RailbirdError('INVALID_FILTER', {
    problem: 'A period of two calendar days / 実在する日付の期間',
  });
}
