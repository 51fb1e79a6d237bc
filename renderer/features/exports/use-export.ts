// One export from the window's side: start, progress, cancellation and outcome.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { ExportEvent, FileRequest } from '#shared/bridge/exports.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import { useBridge } from '../../client/bridge.tsx';
import { failureOf } from '../../client/failure.ts';

export type Done = Extract<ExportEvent, { type: 'done' }>;

export type ExportState =
  | { readonly state: 'choosing' }
  | {
      readonly state: 'running';
      readonly written: number;
      readonly total: number;
      readonly cancelling: boolean;
    }
  | { readonly state: 'done'; readonly done: Done }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly thrown: unknown };

const CHOOSING: ExportState = { state: 'choosing' };

/** What is on screen: an open result, and its source where the main process may have evicted it. */
export interface Exported {
  readonly source: ResultSource;
  readonly resultId: string | undefined;
}

export interface Export {
  readonly now: ExportState;
  readonly start: (exported: Exported, request: FileRequest) => Promise<void>;
  readonly cancel: () => void;
  readonly reset: () => void;
}

export function useExport(): Export {
  const { client } = useBridge();
  const [now, setNow] = useState<ExportState>(CHOOSING);
  const running = useRef<string>(undefined);
  const opening = useRef<AbortController>(undefined);
  /** The user canceled before the main process named the export: it is canceled as soon as it has an id. */
  const cancelled = useRef(false);

  const start = useCallback(
    async (exported: Exported, request: FileRequest) => {
      cancelled.current = false;
      opening.current = new AbortController();
      const { signal } = opening.current;
      setNow({ state: 'running', written: 0, total: 0, cancelling: false });
      try {
        const { exportId } = await startOpened(client, exported, request, signal);
        running.current = exportId;
        if (cancelled.current) await client.exports.cancel({ exportId });
        for await (const event of await client.exports.watch({ exportId })) {
          if (event.type === 'done') return setNow({ state: 'done', done: event });
          if (event.type === 'cancelled') return setNow({ state: 'cancelled' });
          const { written, total } = event;
          setNow({ state: 'running', written, total, cancelling: cancelled.current });
        }
      } catch (thrown) {
        setNow(signal.aborted ? { state: 'cancelled' } : { state: 'failed', thrown });
      } finally {
        running.current = undefined;
        opening.current = undefined;
      }
    },
    [client],
  );
  const cancel = useCallback(() => {
    cancelled.current = true;
    setNow((before) => (before.state === 'running' ? { ...before, cancelling: true } : before));
    const exportId = running.current;
    if (exportId === undefined) return opening.current?.abort();
    client.exports.cancel({ exportId }).catch((thrown: unknown) => setNow({ state: 'failed', thrown }));
  }, [client]);
  const reset = useCallback(() => setNow(CHOOSING), []);

  // Leaving the screen cancels the export, so that no partial file is left.
  useEffect(
    () => () => {
      const exportId = running.current;
      opening.current?.abort();
      if (exportId !== undefined) client.exports.cancel({ exportId }).catch(() => undefined);
    },
    [client],
  );
  return { now, start, cancel, reset };
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
    if (failureOf(thrown).code !== 'RESULT_CLOSED') throw thrown;
  }
  for await (const event of await client.results.open({ source }, { signal })) {
    if (event.type !== 'opened') continue;
    const opened = event.summary.resultId;
    try {
      return await client.exports.start({ ...request, resultId: opened });
    } finally {
      // The export has taken its own copy.
      void client.results.close({ resultId: opened }).catch(() => undefined);
    }
  }
  throw new Error('the result was not opened');
}
