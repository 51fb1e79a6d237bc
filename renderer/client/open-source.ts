// Opens a source in the main process: progress while windows are fetched, then the summary.

import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';

export interface OpenProgress {
  readonly windowsDone: number;
  readonly windowsTotal: number;
  readonly records: number;
}

interface OpenOptions {
  readonly refresh?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: OpenProgress) => void;
}

/** Errors: those of `results.open`. */
export async function openSource(
  client: Pick<BridgeClient, 'results'>,
  source: ResultSource,
  { refresh = false, signal, onProgress }: OpenOptions = {},
): Promise<Summary> {
  const input = { source, ...(refresh && { refresh }) };
  for await (const event of await client.results.open(input, signal === undefined ? {} : { signal })) {
    if (event.type === 'opened') return event.summary;
    onProgress?.(event);
  }
  throw new Error('the stream ended without a summary');
}
