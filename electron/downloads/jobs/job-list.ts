// The jobs of one service: held in memory, kept in a small file beside its archive, watched by the window. The
// archive knows which days are held; the file only says what was asked for and how it stands.

import { z } from 'zod';
import type { Clock } from '../../api/clock.ts';
import { openKeptFile, type KeptFile } from '../../files/kept-file.ts';
import { hasEnded, keptJobSchema, still, waiting, type KeptJob } from './job.ts';

/** Ended jobs that are remembered. */
const MOST_ENDED = 200;
/** Figures alone are not worth writing at every window. */
const WRITE_AFTER_MS = 1_000;

const fileSchema = z.object({ version: z.literal(1), jobs: z.array(keptJobSchema) });

type JobsFile = z.infer<typeof fileSchema>;

/** Beside the archive whose service the jobs are of. */
export const jobsFile = (archivePath: string): string => archivePath.replace(/(\.duckdb)?$/, '.jobs.json');

export interface JobListOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly onDamaged: (asidePath: string) => void;
  readonly report: (error: unknown) => void;
}

/** Newest first. Each change makes a new list of new jobs: what is the same object has not changed. */
export class JobList {
  #jobs: readonly KeptJob[];
  readonly #file: KeptFile<JobsFile>;
  readonly #options: JobListOptions;
  #listener: () => void = () => undefined;
  #cancelWrite: (() => void) | undefined;

  /** Jobs that a killed process was at are in the queue again. Errors: FILE_FAILED. */
  static async open(options: JobListOptions): Promise<JobList> {
    const { path, onDamaged } = options;
    const first: JobsFile = { version: 1, jobs: [] };
    return new JobList(await openKeptFile({ path, schema: fileSchema, first, onDamaged }), options);
  }

  private constructor(file: KeptFile<JobsFile>, options: JobListOptions) {
    this.#file = file;
    this.#options = options;
    this.#jobs = file.state.jobs.map((job) => (job.state === 'running' ? waiting(job) : still(job)));
  }

  get all(): readonly KeptJob[] {
    return this.#jobs;
  }

  find(id: string): KeptJob | undefined {
    return this.#jobs.find((job) => job.id === id);
  }

  /** Told after every change; there is one who needs to know. */
  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  /** Resolves once it is on disk. Errors: FILE_FAILED. */
  async add(job: KeptJob): Promise<void> {
    this.#set([job, ...this.#jobs]);
    await this.#write();
  }

  /** Changes a job that is there; what it became. `figures`: only how far it is, which may be written later. */
  change(id: string, change: (job: KeptJob) => KeptJob, figures?: 'figures'): KeptJob | undefined {
    const job = this.find(id);
    if (!job) return undefined;
    const next = change(job);
    this.#set(this.#jobs.map((each) => (each === job ? next : each)));
    if (figures === undefined) this.#write().catch(this.#options.report);
    else this.#writeLater();
    return next;
  }

  async remove(id: string): Promise<void> {
    this.#set(this.#jobs.filter((job) => job.id !== id));
    await this.#write();
  }

  async close(): Promise<void> {
    if (this.#cancelWrite) this.#write().catch(this.#options.report);
    await this.#file.close();
  }

  #set(jobs: readonly KeptJob[]): void {
    this.#jobs = withoutOldest(jobs);
    this.#listener();
  }

  #writeLater(): void {
    this.#cancelWrite ??= this.#options.clock.after(WRITE_AFTER_MS, () => {
      this.#write().catch(this.#options.report);
    });
  }

  #write(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
    return this.#file.update(() => ({ version: 1, jobs: [...this.#jobs] }));
  }
}

/** Without those that ended longest ago, where there are too many. */
function withoutOldest(jobs: readonly KeptJob[]): readonly KeptJob[] {
  const ended = jobs.filter(hasEnded);
  if (ended.length <= MOST_ENDED) return jobs;
  const newestFirst = ended.toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0));
  const gone = new Set(newestFirst.slice(MOST_ENDED));
  return jobs.filter((job) => !gone.has(job));
}
