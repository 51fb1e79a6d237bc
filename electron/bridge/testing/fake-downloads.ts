// Downloads that fetch nothing, for tests of the bridge: jobs change on request and then stay as they are.

import { RailbirdError } from '#shared/errors.ts';
import type { Downloads } from '../../downloads/downloads.ts';
import { may, waiting, type JobAction, type StoredJob } from '../../downloads/jobs/job.ts';
import { JobsInView } from '../../downloads/jobs/job-list.ts';

export function fakeDownloads(): Downloads {
  let jobs: readonly StoredJob[] = [];
  const view = new JobsInView();

  function set(next: readonly StoredJob[]): void {
    jobs = next;
    view.show(jobs);
  }

  function find(id: string): StoredJob {
    const job = jobs.find((each) => each.id === id);
    if (!job) throw new RailbirdError('DOWNLOAD_GONE');
    return job;
  }

  async function act(id: string, action: JobAction, state: StoredJob['state']): Promise<StoredJob> {
    const job = find(id);
    if (!may(action, job)) return job;
    const next = { ...waiting(job), state };
    set(jobs.map((each) => (each === job ? next : each)));
    return next;
  }

  async function add(given: Pick<StoredJob, 'tables' | 'from' | 'to' | 'kind' | 'want'>): Promise<StoredJob> {
    const figures = { windowsDone: 0, windowsTotal: 0, records: 0, bytes: 0, recordsPerSecond: 0 };
    const id = crypto.randomUUID();
    const job: StoredJob = {
      ...given,
      ...figures,
      id,
      state: 'waiting',
      reasons: [],
      createdAt: 1,
      since: 1,
    };
    set([job, ...jobs]);
    return job;
  }

  return {
    plan: async ({ tables }) =>
      tables.map((table) => ({
        table,
        requests: 1,
        days: 8,
        storedDays: 22,
        estimatedRecords: 288,
        estimatedSeconds: 0.5,
        isCalendarKnown: true,
      })),
    list: async () => jobs,
    watch: (signal) => view.changes(signal),
    start: (selection) => add({ ...selection, kind: 'period', want: 'stale' }),
    runNow: () => Promise.reject(new Error('the bridge runs no job at once')),
    fillGaps: (selection) => add({ ...selection, kind: 'gaps', want: 'gaps' }),
    pause: (id) => act(id, 'pause', 'paused'),
    resume: (id) => act(id, 'resume', 'waiting'),
    cancel: (id) => act(id, 'cancel', 'cancelled'),
    retry: (id) => act(id, 'retry', 'waiting'),
    forget: async (id) => {
      if (!may('forget', find(id))) throw new RailbirdError('DOWNLOAD_ACTIVE');
      set(jobs.filter((job) => job.id !== id));
    },
    calendar: async ({ tables, from }) =>
      tables.map((table) => ({
        table,
        days: [{ racedate: from, state: 'complete', records: 36, fetchedAt: 1 }],
      })),
    usage: async () => ({
      tables: [{ table: 'm_uk', records: 3, bytes: 300, days: 0 }],
      fileBytes: 4096,
    }),
    remove: async () => ({ records: 3 }),
    wake: () => undefined,
    connectionChanged: () => undefined,
    close: async () => undefined,
  };
}
