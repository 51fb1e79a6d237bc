// The exports of this window: several at once, each going on while the user works on another screen.

import { create } from 'zustand';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { ExportEvent, FileRequest, Unwritable } from '#shared/bridge/exports.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { isResultClosed } from '../../client/failure.ts';
import { openSource } from '../../client/open-source.ts';

export type Done = Extract<ExportEvent, { type: 'done' }>;

export type ExportState =
  | {
      readonly state: 'running';
      /** Whether the cells are still checked for characters that the encoding lacks. */
      readonly checking: boolean;
      readonly written: number;
      readonly total: number;
      readonly cancelling: boolean;
    }
  | { readonly state: 'done'; readonly done: Done; readonly exportId: string }
  | { readonly state: 'unwritable'; readonly characters: readonly Unwritable[] }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly thrown: unknown };

/** What is on screen: an open result, and its source where the main process may have evicted it. */
export interface Exported {
  readonly source: ResultSource;
  readonly resultId: string | undefined;
}

export interface ExportJob {
  readonly id: number;
  readonly request: FileRequest;
  readonly source: ResultSource;
  readonly now: ExportState;
  readonly cancel: () => void;
}

interface ExportJobs {
  /** Newest first. */
  readonly jobs: readonly ExportJob[];
}

/** Finished exports that the list still shows. */
const MOST_SHOWN = 20;

export const useExportJobs = create<ExportJobs>(() => ({ jobs: [] }));

const isRunning = ({ now }: ExportJob): boolean => now.state === 'running';

function setState(id: number, now: ExportState): void {
  useExportJobs.setState(({ jobs }) => ({
    jobs: jobs.map((job) => (job.id === id ? { ...job, now } : job)),
  }));
}

let started = 0;

/** Starts an export and follows it to its end, whatever the window shows meanwhile. Returns its id in the list. */
export function startExport(client: BridgeClient, exported: Exported, request: FileRequest): number {
  started += 1;
  const id = started;
  const opening = new AbortController();
  let running: string | undefined;
  // The user may cancel before the main process names the export: it is canceled as soon as it has an id.
  let isCancelled = false;
  const cancelRunning = (exportId: string): void => {
    client.exports.cancel({ exportId }).catch((thrown: unknown) => setState(id, { state: 'failed', thrown }));
  };
  const cancel = (): void => {
    isCancelled = true;
    const job = useExportJobs.getState().jobs.find((each) => each.id === id);
    if (job?.now.state === 'running') setState(id, { ...job.now, cancelling: true });
    if (running === undefined) opening.abort();
    else cancelRunning(running);
  };
  const first: ExportState = { state: 'running', checking: false, written: 0, total: 0, cancelling: false };
  const job: ExportJob = { id, request, source: exported.source, now: first, cancel };
  useExportJobs.setState(({ jobs }) => ({
    jobs: [job, ...jobs.filter((each, at) => isRunning(each) || at < MOST_SHOWN)],
  }));
  const write = async (from: Exported): Promise<void> => {
    const { exportId } = await startOpened(client, from, request, opening.signal);
    running = exportId;
    if (isCancelled) cancelRunning(exportId);
    for await (const event of await client.exports.watch({ exportId }))
      setState(id, stateOf(event, exportId, isCancelled));
  };
  const follow = async (): Promise<void> => {
    try {
      await write(exported).catch((thrown: unknown) => {
        // Another file of the same rows failed, and with it the rows as they stood.
        if (isCancelled || !isResultClosed(thrown)) throw thrown;
        return write({ ...exported, resultId: undefined });
      });
    } catch (thrown) {
      setState(id, opening.signal.aborted ? { state: 'cancelled' } : { state: 'failed', thrown });
    }
  };
  void follow();
  return id;
}

/** Removes finished exports from the list; their files stay. */
export const clearFinished = (): void =>
  useExportJobs.setState(({ jobs }) => ({ jobs: jobs.filter(isRunning) }));

function stateOf(event: ExportEvent, exportId: string, cancelling: boolean): ExportState {
  switch (event.type) {
    case 'progress': {
      const { checking = false, written, total } = event;
      return { state: 'running', checking, written, total, cancelling };
    }
    case 'done':
      return { state: 'done', done: event, exportId };
    case 'unwritable':
      return { state: 'unwritable', characters: event.characters };
    case 'cancelled':
      return { state: 'cancelled' };
  }
}

/** Opens the source again if the main process has evicted the result. */
async function startOpened(
  client: BridgeClient,
  { source, resultId }: Exported,
  request: FileRequest,
  signal: AbortSignal,
): Promise<{ exportId: string }> {
  try {
    if (resultId !== undefined) return await client.exports.start({ ...request, resultId });
  } catch (thrown) {
    if (!isResultClosed(thrown)) throw thrown;
  }
  const { resultId: opened } = await openSource(client, source, { signal });
  try {
    return await client.exports.start({ ...request, resultId: opened });
  } finally {
    // The export has taken its own copy.
    void client.results.close({ resultId: opened }).catch(() => undefined);
  }
}
