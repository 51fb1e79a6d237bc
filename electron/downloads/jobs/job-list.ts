// The jobs of one service: in memory, in a small file beside its archive, and watched by the window. The archive knows
// which days are stored; the file only has what was requested and the state.

import { z } from 'zod';
import { RailbirdError } from '#shared/errors.ts';
import type { Clock } from '../../service-client/clock.ts';
import { damageNotice, newerNotice, type StateTexts } from '../../files/damage-notice.ts';
import { openJsonFile, type JsonFile } from '../../files/json-file.ts';
import type { NewNotice } from '../../files/notices.ts';
import { hasEnded, storedJobSchema, still, waiting, type StoredJob } from './job.ts';
import type { Job } from '#shared/bridge/downloads.ts';
import { Latest } from '../../latest-value.ts';

/** How many ended jobs stay in the list. */
const MOST_ENDED = 200;
/** Progress alone is not worth a write after every window. */
const WRITE_AFTER_MS = 1_000;
/** How soon a failed write is retried. */
const WRITE_AGAIN_AFTER_MS = 5_000;

const fileSchema = z.object({ version: z.literal(1), jobs: z.array(storedJobSchema) });

type JobsFile = z.infer<typeof fileSchema>;

const describedJob = z.object({ tables: z.array(z.string()), from: z.string(), to: z.string() });

const WORDS: StateTexts = {
  subject: 'downloads',
  name: { en: 'The list of downloads', ja: 'ダウンロードの一覧' },
  fields: {
    jobs: { en: 'downloads (their records are kept)', ja: 'ダウンロード（取得済みのデータは残っています）' },
  },
  describe: ({ path, value }) => {
    if (path[0] !== 'jobs') return undefined;
    const job = describedJob.safeParse(value);
    const what = job.success ? ` (${job.data.tables.join(', ')}, ${job.data.from} – ${job.data.to})` : '';
    return {
      en: `A download${what}. Its records are kept.`,
      ja: `ダウンロード${what}。取得済みのデータは残っています。`,
    };
  },
};

/** Beside the archive of the service. */
export const jobsFile = (archivePath: string): string => archivePath.replace(/(\.duckdb)?$/, '.jobs.json');

export interface JobListOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Called with what could not be read. */
  readonly notify: (notice: NewNotice) => void | Promise<void>;
  readonly report: (error: unknown) => void;
}

/**
 * Newest first. Each change creates a new list and new objects for the changed jobs: the same object means no change.
 */
export class JobList {
  #jobs: readonly StoredJob[];
  readonly #file: JsonFile<JobsFile>;
  readonly #options: JobListOptions;
  /** Jobs being written; they join the list only once they are on disk. */
  readonly #added = new Set<StoredJob>();
  /** Jobs that stay in the list until the file on disk lacks them. */
  readonly #removed = new Set<string>();
  #listener: () => void = () => undefined;
  #cancelWrite: (() => void) | undefined;
  #isClosed = false;

  /** Jobs that a killed process was running are waiting again. Errors: FILE_FAILED, FILE_NEWER. */
  static async open(options: JobListOptions): Promise<JobList> {
    const { path, notify } = options;
    const initial: JobsFile = { version: 1, jobs: [] };
    try {
      const file = await openJsonFile({
        path,
        schema: fileSchema,
        initial,
        onDamaged: (damaged) => notify(damageNotice(WORDS, damaged)),
      });
      return new JobList(file, options);
    } catch (error) {
      if (error instanceof RailbirdError && error.code === 'FILE_NEWER')
        await notify(newerNotice(WORDS, path));
      throw error;
    }
  }

  private constructor(file: JsonFile<JobsFile>, options: JobListOptions) {
    this.#file = file;
    this.#options = options;
    this.#jobs = file.state.jobs.map((job) => (job.state === 'running' ? waiting(job) : still(job)));
  }

  get all(): readonly StoredJob[] {
    return this.#jobs;
  }

  find(id: string): StoredJob | undefined {
    return this.#jobs.find((job) => job.id === id);
  }

  /** Called after every change; there is one listener. */
  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  /** Resolves once it is on disk. A job that could not be written is not in the list. Errors: FILE_FAILED. */
  async add(job: StoredJob): Promise<void> {
    try {
      await this.#file.update(() => {
        this.#added.add(job);
        return this.#onDisk();
      });
    } catch (error) {
      this.#added.delete(job);
      // The write may have failed after the file was in place.
      this.#write().catch(() => this.#writeLater(WRITE_AGAIN_AFTER_MS));
      throw error;
    }
    this.#added.delete(job);
    this.#set([job, ...this.#jobs]);
  }

  /** The changed job, if it exists. `figures`: only its progress has changed, which may be written later. */
  change(id: string, change: (job: StoredJob) => StoredJob, figures?: 'figures'): StoredJob | undefined {
    const changed = this.#changed(id, change);
    if (changed === undefined) return undefined;
    if (figures === undefined) this.#write().catch(this.#options.report);
    else this.#writeLater(WRITE_AFTER_MS);
    return changed;
  }

  /**
   * Like `change`, and resolves once it is on disk. If it cannot be written the job is changed all the same, and
   * written as soon as possible. Errors: FILE_FAILED.
   */
  async changeForGood(id: string, change: (job: StoredJob) => StoredJob): Promise<StoredJob | undefined> {
    const changed = this.#changed(id, change);
    if (changed !== undefined) await this.#write();
    return changed;
  }

  /** Resolves once it is removed from the disk. Errors: FILE_FAILED; the job then stays in the list. */
  async remove(id: string): Promise<void> {
    try {
      await this.#file.update(() => {
        this.#removed.add(id);
        return this.#onDisk();
      });
    } catch (error) {
      this.#removed.delete(id);
      throw error;
    }
    this.#removed.delete(id);
    this.#set(this.#jobs.filter((job) => job.id !== id));
  }

  async close(): Promise<void> {
    if (this.#cancelWrite) await this.#write().catch(this.#options.report);
    this.#isClosed = true;
    this.#cancelWrite?.();
    await this.#file.close();
  }

  #changed(id: string, change: (job: StoredJob) => StoredJob): StoredJob | undefined {
    const job = this.find(id);
    if (!job) return undefined;
    const next = change(job);
    this.#set(this.#jobs.map((each) => (each === job ? next : each)));
    return next;
  }

  #set(jobs: readonly StoredJob[]): void {
    this.#jobs = withoutOldest(jobs);
    this.#listener();
  }

  #onDisk(): JobsFile {
    const jobs = this.#jobs.filter(({ id }) => !this.#removed.has(id));
    return { version: 1, jobs: [...withoutOldest([...this.#added, ...jobs])] };
  }

  #writeLater(ms: number): void {
    if (this.#isClosed) return;
    this.#cancelWrite ??= this.#options.clock.after(ms, () => {
      this.#write().catch(this.#options.report);
    });
  }

  /** A failed write is retried until there is space. Errors: FILE_FAILED. */
  async #write(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    try {
      await this.#file.update(() => this.#onDisk());
    } catch (error) {
      this.#writeLater(WRITE_AGAIN_AFTER_MS);
      throw error;
    }
  }
}

/** Drops the jobs that ended longest ago, if there are too many. */
function withoutOldest(jobs: readonly StoredJob[]): readonly StoredJob[] {
  const ended = jobs.filter(hasEnded);
  if (ended.length <= MOST_ENDED) return jobs;
  const newestFirst = ended.toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0));
  const gone = new Set(newestFirst.slice(MOST_ENDED));
  return jobs.filter((job) => !gone.has(job));
}

export interface JobChanges {
  readonly jobs: readonly Job[];
  readonly gone: readonly string[];
}

export class JobsInView {
  readonly #latest = new Latest<readonly Job[]>([]);

  /** A job that is the same object as before has not changed. */
  show(jobs: readonly Job[]): void {
    this.#latest.set(jobs);
  }

  async *changes(signal?: AbortSignal): AsyncGenerator<JobChanges, void, void> {
    let known: ReadonlyMap<string, Job> | undefined;
    for await (const jobs of this.#latest.values(signal)) {
      const next = new Map(jobs.map((job) => [job.id, job]));
      const changed = jobs.filter((job) => known?.get(job.id) !== job);
      const gone = [...(known?.keys() ?? [])].filter((id) => !next.has(id));
      const isFirst = known === undefined;
      known = next;
      if (isFirst || changed.length > 0 || gone.length > 0) yield { jobs: changed, gone };
    }
  }
}
