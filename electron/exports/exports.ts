// The running exports: started, watched and cancelled by their ids.

import type { FilterProblem } from '#shared/bridge/row-query.ts';
import type { ExportEvent, ExportRequest } from '#shared/bridge/exports.ts';
import { EXPORTS_PATH } from '#shared/bridge/port.ts';
import { RailbirdError } from '#shared/errors.ts';
import { Latest } from '../latest-value.ts';
import type { Result, Results } from '../results/result.ts';
import type { Destination, ExportTarget } from './destination.ts';
import { fileNameOf } from './file-name.ts';
import { writeExport } from './write-export.ts';

export interface ExportsOptions {
  readonly results: Pick<Results, 'open' | 'close'>;
  readonly destination: Destination;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Unguessable: under the web host it names the file's address. */
  readonly newId: () => string;
}

export interface Exports {
  start(request: ExportRequest): string;
  /** Errors: RESULT_CLOSED for an id that is not known; while reading, those of the export. */
  watch(exportId: string, signal?: AbortSignal): AsyncGenerator<ExportEvent, void, void>;
  /** Resolves when nothing of the file is left, or at once when it is done already. */
  cancel(exportId: string): Promise<void>;
  /** The finished file of an export that the window fetches itself. */
  fileOf(exportId: string): string | undefined;
  /** Lets the window fetch a file that is there; the address from which it does. */
  offer(path: string): string;
  /** Cancels what is running. */
  close(): Promise<void>;
}

interface Job {
  readonly exportId: string;
  readonly request: ExportRequest;
  readonly events: Latest<ExportEvent>;
  readonly abort: AbortController;
  finished: Promise<void>;
  file?: string;
}

/** Figures change faster than anyone reads them. */
const PROGRESS_EVERY_MS = 50;
/** Finished exports whose outcome can still be asked for. */
const REMEMBERED = 100;

export function createExports(options: ExportsOptions): Exports {
  const jobs = new Map<string, Job>();
  const offered = new Map<string, string>();

  /** A cancelled job does not wait for its result either: nothing of the file is there yet. */
  const opened = async ({ source }: ExportRequest, signal: AbortSignal): Promise<Result> => {
    const opening = options.results.open(source, { signal });
    const result = await Promise.race([opening, whenAborted(signal)]);
    if (result !== undefined) return result;
    void opening.then(({ summary }) => options.results.close(summary.resultId)).catch(() => undefined);
    throw new RailbirdError('CANCELLED');
  };

  /** What the window is told when it is done. */
  const write = async (job: Job, { path, fetched }: ExportTarget): Promise<ExportEvent> => {
    const { exportId, request, events } = job;
    const { signal } = job.abort;
    const result = await opened(request, signal);
    try {
      const { sort = [], filters = [], quick } = request;
      const arranged = await result.arrange({ sort, filters, ...(quick ? { quick } : {}) }, signal);
      refuseProblems(arranged.problems);
      const onProgress = throttled(events, options.now);
      const written = await writeExport(result, { path, request, signal, onProgress, now: options.now });
      if (fetched) job.file = path;
      return { type: 'done', ...written, ...(fetched ? { download: `${EXPORTS_PATH}/${exportId}` } : {}) };
    } finally {
      options.results.close(result.summary.resultId);
    }
  };

  const run = async (job: Job): Promise<void> => {
    const { request, events } = job;
    const { signal } = job.abort;
    const suggested = fileNameOf(request.source, request.format);
    // A save dialog waits for a person; a cancelled job does not wait for the dialog.
    const place = await Promise.race([options.destination(suggested, request.language), whenAborted(signal)]);
    if (place === undefined) throw new RailbirdError('CANCELLED');
    let done: ExportEvent;
    try {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      done = await write(job, place);
    } finally {
      await place.release?.();
    }
    events.set(done);
    events.end();
  };

  const find = (exportId: string): Job => {
    const job = jobs.get(exportId);
    if (job === undefined) throw new RailbirdError('RESULT_CLOSED');
    return job;
  };

  const settle = ({ events }: Job, error: unknown) => {
    if (error instanceof RailbirdError && error.code === 'CANCELLED') {
      events.set({ type: 'cancelled' });
      events.end();
    } else {
      events.end({ error });
    }
  };

  const forgetOldest = () => {
    for (const [exportId, job] of jobs) {
      if (jobs.size <= REMEMBERED) return;
      if (job.events.ended) jobs.delete(exportId);
    }
  };

  return {
    start: (request) => {
      const job: Job = {
        exportId: options.newId(),
        request,
        events: new Latest<ExportEvent>({ type: 'progress', written: 0, total: 0 }),
        abort: new AbortController(),
        finished: Promise.resolve(),
      };
      job.finished = run(job).catch((error: unknown) => settle(job, error));
      jobs.set(job.exportId, job);
      forgetOldest();
      return job.exportId;
    },
    watch: (exportId, signal) => find(exportId).events.values(signal),
    cancel: async (exportId) => {
      const job = find(exportId);
      job.abort.abort();
      await job.finished;
    },
    fileOf: (exportId) => jobs.get(exportId)?.file ?? offered.get(exportId),
    offer: (path) => {
      const exportId = options.newId();
      offered.set(exportId, path);
      return `${EXPORTS_PATH}/${exportId}`;
    },
    close: async () => {
      for (const job of jobs.values()) job.abort.abort();
      await Promise.all([...jobs.values()].map((job) => job.finished));
    },
  };
}

/** A file with rows that a filter should have left out would be taken for what was asked. */
function refuseProblems([first]: readonly FilterProblem[]): void {
  if (!first) return;
  const { column, text, problem } = first;
  throw new RailbirdError('INVALID_FILTER', { problem: `${column} ${text}: ${problem.en} / ${problem.ja}` });
}

const whenAborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));

function throttled(events: Latest<ExportEvent>, now: () => number): (written: number, total: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (written, total) => {
    // Of a clock that was set back too: the next progress must not wait for hours.
    if (written < total && Math.abs(now() - last) < PROGRESS_EVERY_MS) return;
    last = now();
    events.set({ type: 'progress', written, total });
  };
}
