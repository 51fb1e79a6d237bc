// Starts, watches and cancels exports by their ids. An export writes an open result as it was when the export started,
// whatever happens to the result meanwhile.

import type { FilterProblem } from '#shared/bridge/row-query.ts';
import type { ExportEvent, ExportRequest, Unwritable } from '#shared/bridge/exports.ts';
import { EXPORTS_PATH } from '#shared/bridge/port.ts';
import { RailbirdError } from '#shared/errors.ts';
import { Latest } from '../latest-value.ts';
import { raceAbort } from '../race-abort.ts';
import type { ResultCopy, Results } from '../results/result.ts';
import type { Destination, ExportTarget } from './destination.ts';
import { fileNameOf } from './file-name.ts';
import { unwritableCharacters } from './unwritable.ts';
import { writeExport } from './write-export.ts';
import { rowsToWrite, type RowsToWrite } from './written-rows.ts';

export interface ExportsOptions {
  readonly results: Pick<Results, 'get'>;
  readonly destination: Destination;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Unguessable: in a browser window the file's address contains it. */
  readonly newId: () => string;
}

interface Job {
  readonly exportId: string;
  readonly request: ExportRequest;
  readonly events: Latest<ExportEvent>;
  readonly abort: AbortController;
  finished: Promise<void>;
  /** The finished file. */
  path?: string;
  /** Whether the window fetches it. */
  isFetched?: boolean;
}

/** Progress changes faster than anyone reads it. */
const PROGRESS_EVERY_MS = 50;
/** Finished exports whose outcome can still be requested. */
const REMEMBERED = 100;

export class Exports {
  readonly #options: ExportsOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #offered = new Map<string, string>();

  constructor(options: ExportsOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return [...this.#jobs.values()].some(({ events }) => !events.ended);
  }

  /** The export's id. Errors: RESULT_CLOSED if the result is not open any more. */
  start(request: ExportRequest): string {
    const result = this.#options.results.get(request.resultId).copy();
    const job: Job = {
      exportId: this.#options.newId(),
      request,
      events: new Latest<ExportEvent>({ type: 'progress', written: 0, total: 0 }),
      abort: new AbortController(),
      finished: Promise.resolve(),
    };
    job.finished = this.#run(job, result)
      .catch((error: unknown) => endWith(job, error))
      .finally(() => result.release());
    this.#jobs.set(job.exportId, job);
    this.#forgetOldest();
    return job.exportId;
  }

  /** Errors: RESULT_CLOSED for an unknown id; while reading, those of the export. */
  watch(exportId: string, signal?: AbortSignal): AsyncGenerator<ExportEvent, void, void> {
    return this.#find(exportId).events.values(signal);
  }

  /** Resolves when nothing of the file is left, or at once if the export has ended. */
  async cancel(exportId: string): Promise<void> {
    const job = this.#find(exportId);
    job.abort.abort();
    await job.finished;
  }

  /** The finished file of an export that the window fetches itself. */
  fileOf(exportId: string): string | undefined {
    const job = this.#jobs.get(exportId);
    return job?.isFetched === true ? job.path : this.#offered.get(exportId);
  }

  /** The finished file of an export. */
  pathOf(exportId: string): string | undefined {
    return this.#jobs.get(exportId)?.path;
  }

  /** Lets the window fetch an existing file; returns the address for it. */
  offer(path: string): string {
    const exportId = this.#options.newId();
    this.#offered.set(exportId, path);
    return `${EXPORTS_PATH}/${exportId}`;
  }

  /** Cancels what is running. */
  async close(): Promise<void> {
    for (const job of this.#jobs.values()) job.abort.abort();
    await Promise.all([...this.#jobs.values()].map((job) => job.finished));
  }

  async #run(job: Job, result: ResultCopy): Promise<void> {
    const { request, events, abort } = job;
    const { signal } = abort;
    const { sort = [], filters = [], quick } = request;
    const arranged = await result.arrange({ sort, filters, ...(quick ? { quick } : {}) }, signal);
    refuseProblems(arranged.problems);
    const written = await rowsToWrite(result, request, signal);
    const missing = await this.#unwritable(written, job);
    if (missing.length > 0) {
      events.set({ type: 'unwritable', characters: [...missing] });
      events.end();
      return;
    }
    const target = await this.#targetOf(
      fileNameOf(result.source, request.format, { groups: request.groups }),
      job,
    );
    let done: ExportEvent;
    try {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      done = await this.#write(job, written, target);
    } finally {
      await target.release?.();
    }
    events.set(done);
    events.end();
  }

  /** Known before the user chooses a place for the file, and accepted or not. */
  #unwritable({ rows, request }: Written, { events, abort }: Job): Promise<readonly Unwritable[]> {
    if (request.replaceUnwritable === true) return Promise.resolve([]);
    const onProgress = throttled(events, this.#options.now, true);
    return unwritableCharacters(rows, { layout: request, signal: abort.signal, onProgress });
  }

  /** A save dialog waits for the user; a cancelled export does not wait for the dialog. */
  async #targetOf(suggested: string, { request, abort }: Job): Promise<ExportTarget> {
    const chosen = this.#options.destination(suggested, request.language);
    try {
      const target = await raceAbort(chosen, abort.signal);
      if (target === undefined) throw new RailbirdError('CANCELLED');
      return target;
    } catch (error) {
      // A name that was reserved too late is freed.
      if (abort.signal.aborted) void chosen.then((late) => late?.release?.()).catch(() => undefined);
      throw error;
    }
  }

  async #write(job: Job, { rows, request }: Written, { path, fetched }: ExportTarget): Promise<ExportEvent> {
    const { exportId, events, abort } = job;
    const { signal } = abort;
    const { now } = this.#options;
    const written = await writeExport(rows, {
      path,
      // The characters were checked before.
      request: { ...request, replaceUnwritable: true },
      signal,
      onProgress: throttled(events, now),
      now,
    });
    job.path = path;
    job.isFetched = fetched;
    return { type: 'done', ...written, ...(fetched ? { download: `${EXPORTS_PATH}/${exportId}` } : {}) };
  }

  #find(exportId: string): Job {
    const job = this.#jobs.get(exportId);
    if (job === undefined) throw new RailbirdError('RESULT_CLOSED');
    return job;
  }

  #forgetOldest(): void {
    for (const [exportId, job] of this.#jobs) {
      if (this.#jobs.size <= REMEMBERED) return;
      if (job.events.ended) this.#jobs.delete(exportId);
    }
  }
}

type Written = RowsToWrite<ExportRequest>;

function endWith({ events }: Job, error: unknown): void {
  if (error instanceof RailbirdError && error.code === 'CANCELLED') {
    events.set({ type: 'cancelled' });
    events.end();
  } else {
    events.end({ error });
  }
}

/** A file with rows that a filter should have left out would be mistaken for the requested one. */
function refuseProblems([first]: readonly FilterProblem[]): void {
  if (!first) return;
  const { column, text, problem } = first;
  throw new RailbirdError('INVALID_FILTER', { problem: `${column} ${text}: ${problem.en} / ${problem.ja}` });
}

function throttled(
  events: Latest<ExportEvent>,
  now: () => number,
  checking = false,
): (written: number, total: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (written, total) => {
    // Also when the clock is set back: the next progress must not wait for hours.
    if (written < total && Math.abs(now() - last) < PROGRESS_EVERY_MS) return;
    last = now();
    events.set({ type: 'progress', ...(checking ? { checking } : {}), written, total });
  };
}
